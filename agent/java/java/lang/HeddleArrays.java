package java.lang;

import java.lang.reflect.Array;

/**
 * What calls of the platform do to elements of arrays, told before they do it. Of a part that is long only both ends
 * are told: a trace has each element, and a copy of thousands takes less time than telling of one.
 */
public final class HeddleArrays {
  private static final int MOST = 256;

  private HeddleArrays() {}

  /** Of an array that is cloned. */
  public static void readAll(Object array, int site) {
    read(array, 0, Integer.MAX_VALUE, site);
  }

  static void read(Object array, int from, int to, int site) {
    tell(array, from, to, site, false);
  }

  static void write(Object array, int from, int to, int site) {
    tell(array, from, to, site, true);
  }

  static void copy(Object from, int fromAt, Object to, int toAt, int count, int site) {
    read(from, fromAt, fromAt + count, site);
    write(to, toAt, toAt + count, site);
  }

  // What the call refuses is no access; whatever comes of the others is told as if it went well.
  private static void tell(Object array, int from, int to, int site, boolean isWrite) {
    if (HeddleProbe.isAlone() || array == null || !array.getClass().isArray()) return;
    int end = Math.min(to, Array.getLength(array));
    if (from < 0 || from >= end) return;
    HeddleProbe log = HeddleProbe.log();
    if (end - from <= MOST) {
      log.tellSpan(array, from, end, site, isWrite);
    } else {
      log.tellSpan(array, from, from + MOST / 2, site, isWrite);
      log.tellSpan(array, end - MOST / 2, end, site, isWrite);
    }
  }
}
