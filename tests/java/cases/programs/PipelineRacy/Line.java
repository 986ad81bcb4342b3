package pipeline;

class Line {
  String text;
}
