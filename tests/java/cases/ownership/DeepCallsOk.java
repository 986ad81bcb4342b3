// Forty calls deep and back: nobody else has seen the object on the way.
public class DeepCallsOk {
  static class Box extends Thread {
    int x;

    @Override
    public void run() {
      x++;
    }
  }

  static void f00(Box b) { f01(b); } static void f01(Box b) { f02(b); }
  static void f02(Box b) { f03(b); } static void f03(Box b) { f04(b); }
  static void f04(Box b) { f05(b); } static void f05(Box b) { f06(b); }
  static void f06(Box b) { f07(b); } static void f07(Box b) { f08(b); }
  static void f08(Box b) { f09(b); } static void f09(Box b) { f10(b); }
  static void f10(Box b) { f11(b); } static void f11(Box b) { f12(b); }
  static void f12(Box b) { f13(b); } static void f13(Box b) { f14(b); }
  static void f14(Box b) { f15(b); } static void f15(Box b) { f16(b); }
  static void f16(Box b) { f17(b); } static void f17(Box b) { f18(b); }
  static void f18(Box b) { f19(b); } static void f19(Box b) { f20(b); }
  static void f20(Box b) { f21(b); } static void f21(Box b) { f22(b); }
  static void f22(Box b) { f23(b); } static void f23(Box b) { f24(b); }
  static void f24(Box b) { f25(b); } static void f25(Box b) { f26(b); }
  static void f26(Box b) { f27(b); } static void f27(Box b) { f28(b); }
  static void f28(Box b) { f29(b); } static void f29(Box b) { f30(b); }
  static void f30(Box b) { f31(b); } static void f31(Box b) { f32(b); }
  static void f32(Box b) { f33(b); } static void f33(Box b) { f34(b); }
  static void f34(Box b) { f35(b); } static void f35(Box b) { f36(b); }
  static void f36(Box b) { f37(b); } static void f37(Box b) { f38(b); }
  static void f38(Box b) { f39(b); } static void f39(Box b) { f40(b); }
  static void f40(Box b) { f41(b); } static void f41(Box b) { f42(b); }
  static void f42(Box b) { b.x = 1; }

  public static void main(String[] arguments) {
    for (int i = 0; i < 2; i++) {
      Box box = new Box();
      f00(box);
      box.x = i;
      box.start();
    }
  }
}
