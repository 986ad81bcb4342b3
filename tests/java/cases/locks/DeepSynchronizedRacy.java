// The same chain, and no lock at its end.
public class DeepSynchronizedRacy {
  static int count;

  static void f00() { f01(); } static void f01() { f02(); }
  static void f02() { f03(); } static void f03() { f04(); }
  static void f04() { f05(); } static void f05() { f06(); }
  static void f06() { f07(); } static void f07() { f08(); }
  static void f08() { f09(); } static void f09() { f10(); }
  static void f10() { f11(); } static void f11() { f12(); }
  static void f12() { f13(); } static void f13() { f14(); }
  static void f14() { f15(); } static void f15() { f16(); }
  static void f16() { f17(); } static void f17() { f18(); }
  static void f18() { f19(); } static void f19() { f20(); }
  static void f20() { f21(); } static void f21() { f22(); }
  static void f22() { f23(); } static void f23() { f24(); }
  static void f24() { f25(); } static void f25() { f26(); }
  static void f26() { f27(); } static void f27() { f28(); }
  static void f28() { f29(); } static void f29() { f30(); }
  static void f30() { f31(); } static void f31() { f32(); }
  static void f32() { f33(); } static void f33() { f34(); }
  static void f34() { f35(); } static void f35() { f36(); }
  static void f36() { f37(); } static void f37() { f38(); }
  static void f38() { f39(); } static void f39() { f40(); }
  static void f40() { f41(); } static void f41() { f42(); }
  static void f42() { count++; }  //~ data-race A*: read, write

  public static void main(String[] arguments) {
    for (int i = 0; i < 2; i++) {
      new Thread(DeepSynchronizedRacy::f00).start();
    }
  }
}
