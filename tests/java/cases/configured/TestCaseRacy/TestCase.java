package suite;

interface TestCase {
  void test();
}
