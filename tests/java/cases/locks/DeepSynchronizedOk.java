// Each step of a long chain of calls counts under the same lock.
public class DeepSynchronizedOk {
  static int count;

  static void f00() { g00(); f01(); } static synchronized void g00() { count++; }
  static void f01() { g01(); f02(); } static synchronized void g01() { count++; }
  static void f02() { g02(); f03(); } static synchronized void g02() { count++; }
  static void f03() { g03(); f04(); } static synchronized void g03() { count++; }
  static void f04() { g04(); f05(); } static synchronized void g04() { count++; }
  static void f05() { g05(); f06(); } static synchronized void g05() { count++; }
  static void f06() { g06(); f07(); } static synchronized void g06() { count++; }
  static void f07() { g07(); f08(); } static synchronized void g07() { count++; }
  static void f08() { g08(); f09(); } static synchronized void g08() { count++; }
  static void f09() { g09(); f10(); } static synchronized void g09() { count++; }
  static void f10() { g10(); f11(); } static synchronized void g10() { count++; }
  static void f11() { g11(); f12(); } static synchronized void g11() { count++; }
  static void f12() { g12(); f13(); } static synchronized void g12() { count++; }
  static void f13() { g13(); f14(); } static synchronized void g13() { count++; }
  static void f14() { g14(); f15(); } static synchronized void g14() { count++; }
  static void f15() { g15(); f16(); } static synchronized void g15() { count++; }
  static void f16() { g16(); f17(); } static synchronized void g16() { count++; }
  static void f17() { g17(); f18(); } static synchronized void g17() { count++; }
  static void f18() { g18(); f19(); } static synchronized void g18() { count++; }
  static void f19() { g19(); f20(); } static synchronized void g19() { count++; }
  static void f20() { g20(); f21(); } static synchronized void g20() { count++; }
  static void f21() { g21(); f22(); } static synchronized void g21() { count++; }
  static void f22() { g22(); f23(); } static synchronized void g22() { count++; }
  static void f23() { g23(); f24(); } static synchronized void g23() { count++; }
  static void f24() { g24(); f25(); } static synchronized void g24() { count++; }
  static void f25() { g25(); f26(); } static synchronized void g25() { count++; }
  static void f26() { g26(); f27(); } static synchronized void g26() { count++; }
  static void f27() { g27(); f28(); } static synchronized void g27() { count++; }
  static void f28() { g28(); f29(); } static synchronized void g28() { count++; }
  static void f29() { g29(); f30(); } static synchronized void g29() { count++; }
  static void f30() { g30(); f31(); } static synchronized void g30() { count++; }
  static void f31() { g31(); f32(); } static synchronized void g31() { count++; }
  static void f32() { g32(); f33(); } static synchronized void g32() { count++; }
  static void f33() { g33(); f34(); } static synchronized void g33() { count++; }
  static void f34() { g34(); f35(); } static synchronized void g34() { count++; }
  static void f35() { g35(); f36(); } static synchronized void g35() { count++; }
  static void f36() { g36(); f37(); } static synchronized void g36() { count++; }
  static void f37() { g37(); f38(); } static synchronized void g37() { count++; }
  static void f38() { g38(); f39(); } static synchronized void g38() { count++; }
  static void f39() { g39(); f40(); } static synchronized void g39() { count++; }
  static void f40() { g40(); f41(); } static synchronized void g40() { count++; }
  static void f41() { g41(); f42(); } static synchronized void g41() { count++; }
  static synchronized void f42() { count++; }

  public static void main(String[] arguments) {
    for (int i = 0; i < 2; i++) new Thread(DeepSynchronizedOk::f00).start();
  }
}
