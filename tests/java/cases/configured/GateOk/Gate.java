package gate;

// Only what is needed to compile.
class Gate {
  void enter() { }

  void leave() { }
}
