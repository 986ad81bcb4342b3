// A recursive-descent reader and its inverse. The oracle writes nothing else, so a text that does
// not fit is our own mistake.
#include "encoding.h"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/check.h"
#include "base/id.h"
#include "ir/class.h"
#include "ir/ids.h"
#include "ir/type.h"
#include "value.h"

namespace heddle::interpreter {
namespace {

constexpr std::string_view kLetters = "VZBCSIJFD";
constexpr unsigned kDeepestArray = 6;

constexpr std::string_view box_class(char letter) {
  switch (letter) {
    case 'Z': return "java/lang/Boolean";
    case 'B': return "java/lang/Byte";
    case 'C': return "java/lang/Character";
    case 'S': return "java/lang/Short";
    case 'I': return "java/lang/Integer";
    case 'J': return "java/lang/Long";
    case 'F': return "java/lang/Float";
    default: return "java/lang/Double";
  }
}

// Reads a quoted text at the beginning of `rest` and takes it off.
std::u16string take_quoted(std::string_view& rest) {
  std::u16string text;
  std::size_t at = 1;
  for (; rest[at] != '"'; ++at) {
    unsigned unit = static_cast<unsigned char>(rest[at]);
    if (unit == '\\') {
      std::from_chars(&rest[at + 2], &rest[at + 2] + 4, unit, 16);
      at += 5;
    }
    text.push_back(static_cast<char16_t>(unit));
  }
  rest.remove_prefix(at + 1);
  return text;
}

class Decoder {
 public:
  Decoder(Interpreter& interpreter, std::string_view text)
      : interpreter_(interpreter), rest_(text) {}

  Value value() {
    HEDDLE_CHECK(!rest_.empty(), "an empty value");
    const char first = rest_[0];
    if (kLetters.contains(first)) return primitive();
    if (first == '"') return Value::of(interpreter_.memory().string(take_quoted(rest_)));
    rest_.remove_prefix(1);
    switch (first) {
      case 'n': return {};
      case 'b': return box();
      case 'a': return array();
      case 'l': return list();
      case 'x': return made();
      default: HEDDLE_CHECK(false, "an unknown value");
    }
    return {};
  }

 private:
  Value primitive() {
    const char letter = rest_[0];
    const std::size_t end = std::min(rest_.find_first_of(",)"), rest_.size());
    const char* first = rest_.data() + 1;
    const char* last = rest_.data() + end;
    std::uint64_t bits = 0;
    if (letter == 'F' || letter == 'D') {
      std::from_chars(first, last, bits, 16);
    } else {
      std::int64_t number = 0;
      std::from_chars(first, last, number);
      bits =
          letter == 'J' ? static_cast<std::uint64_t>(number) : static_cast<std::uint32_t>(number);
    }
    rest_.remove_prefix(end);
    return Value::of_bits(bits);
  }

  Value box() {
    const char letter = rest_[0];
    const std::array arguments = {primitive()};
    const std::string name(box_class(letter));
    Value boxed;
    if (!interpreter_.call_named(interpreter_.required(name), "valueOf",
                                 std::string("(") + letter + ")L" + name + ";", arguments, boxed))
      throw Unsupported("an argument that cannot be made");
    return boxed;
  }

  std::vector<Value> values() {
    std::vector<Value> all;
    rest_.remove_prefix(1);
    while (rest_[0] != ')') {
      if (rest_[0] == ',') rest_.remove_prefix(1);
      all.push_back(value());
    }
    rest_.remove_prefix(1);
    return all;
  }

  Value array() {
    const std::size_t open = rest_.find('(');
    const ir::Type element = interpreter_.memory().type_named(rest_.substr(0, open));
    HEDDLE_CHECK(element.exists(), "an array of nothing");
    rest_.remove_prefix(open);
    const std::vector<Value> all = values();
    Object* made =
        interpreter_.memory().new_array(element.array(), static_cast<std::uint32_t>(all.size()));
    for (std::uint32_t i = 0; i < all.size(); ++i) {
      switch (element_bytes(element)) {
        case 1: made->set_element(i, static_cast<std::uint8_t>(all[i].bits())); break;
        case 2: made->set_element(i, static_cast<std::uint16_t>(all[i].bits())); break;
        case 4: made->set_element(i, static_cast<std::uint32_t>(all[i].bits())); break;
        default: made->set_element(i, all[i].bits()); break;
      }
    }
    return Value::of(made);
  }

  Value list() {
    const ir::ClassId type = interpreter_.required("java/util/ArrayList");
    Object* made = nullptr;
    bool ok = interpreter_.construct(type, "()V", {}, made);
    for (const Value element : values()) {
      const std::array arguments = {Value::of(made), element};
      Value added;
      ok = ok && interpreter_.call_named(type, "add", "(Ljava/lang/Object;)Z", arguments, added);
    }
    if (!ok) throw Unsupported("an argument that cannot be made");
    return Value::of(made);
  }

  Value made() {
    const std::size_t open = rest_.find('(');
    const ir::ClassId type = interpreter_.required(rest_.substr(0, open));
    rest_.remove_prefix(open);
    const std::vector<Value> all = values();
    Object* object = nullptr;
    if (!interpreter_.construct(type, all.empty() ? "()V" : "(Ljava/lang/String;)V", all, object))
      throw Unsupported("an argument that cannot be made");
    return Value::of(object);
  }

  Interpreter& interpreter_;
  std::string_view rest_;
};

std::string in_quotes(std::u16string_view text) {
  std::string out = "\"";
  for (const char16_t unit : text) {
    if (unit <= 0x20 || unit > 0x7E || unit == '"' || unit == '\\')
      out += fmt::format("\\u{:04x}", static_cast<unsigned>(unit));
    else
      out += static_cast<char>(unit);
  }
  return out + '"';
}

std::string encode_primitive(ir::Type type, Value value) {
  const char letter = kLetters[type.bits()];
  switch (letter) {
    case 'V': return "v";
    case 'J': return fmt::format("J{}", value.as_long());
    case 'F': {
      const std::uint64_t bits =
          std::isnan(value.as_float()) ? 0x7FC0'0000U : value.bits() & 0xFFFF'FFFFU;
      return fmt::format("F{:08x}", bits);
    }
    case 'D':
      return fmt::format("D{:016x}",
                         std::isnan(value.as_double()) ? 0x7FF8'0000'0000'0000U : value.bits());
    default: return fmt::format("{}{}", letter, narrowed(type, value).as_int());
  }
}

class Encoder {
 public:
  explicit Encoder(Interpreter& interpreter) : interpreter_(interpreter) {}

  std::string value(ir::Type type, Value value, unsigned depth) {
    return type.is_reference() ? object(value.as_object(), depth) : encode_primitive(type, value);
  }

 private:
  std::string object(Object* object, unsigned depth) {
    if (object == nullptr) return "n";
    if (object->closure != nullptr) return "lambda";
    if (object->is_array()) return array(object, depth);
    const std::string_view name = interpreter_.program().name(object->type.class_id());
    if (name == "java/lang/String") return in_quotes(interpreter_.memory().text(object));
    for (std::uint32_t bits = 1; bits < kLetters.size(); ++bits)
      if (name == box_class(kLetters[bits]))
        return "b" + encode_primitive(ir::Type::from_bits(bits),
                                      interpreter_.memory().get(object, "value"));
    std::string texts;
    if (name == "java/util/ArrayList" && list(object, texts)) return texts;
    return described(object);
  }

  // An ArrayList of Strings and nothing else.
  bool list(Object* object, std::string& out) {
    Object* elements = interpreter_.memory().get(object, "elementData").as_object();
    const auto size =
        static_cast<std::uint32_t>(interpreter_.memory().get(object, "size").as_int());
    out = "l(";
    for (std::uint32_t i = 0; i < size; ++i) {
      Object* element = elements->slot(i).as_object();
      if (element == nullptr || element->closure != nullptr || !element->type.is_class() ||
          interpreter_.program().name(element->type.class_id()) != "java/lang/String")
        return false;
      if (i > 0) out += ',';
      out += in_quotes(interpreter_.memory().text(element));
    }
    out += ')';
    return true;
  }

  std::string array(Object* array, unsigned depth) {
    if (depth > kDeepestArray) return "...";
    const ir::Type element = array->type.element();
    std::string name = interpreter_.memory().name(array->type).substr(1);
    std::string out = "a" + name + "(";
    for (std::uint32_t i = 0; i < array->length; ++i) {
      if (i > 0) out += ',';
      out += value(element, at(array, element, i), depth + 1);
    }
    return out + ")";
  }

  static Value at(Object* array, ir::Type element, std::uint32_t index) {
    switch (element_bytes(element)) {
      case 1: return Value::of_int(array->element<std::int8_t>(index));
      case 2: return Value::of_int(array->element<std::int16_t>(index));
      case 4: return Value::of_bits(array->element<std::uint32_t>(index));
      default: return array->slot(index);
    }
  }

  std::string described(Object* object) {
    ir::Program& program = interpreter_.program();
    std::string out = "o" + interpreter_.memory().name(object->type);
    const ir::MethodId to_string =
        program.declared_method(program.object(), "toString", "()Ljava/lang/String;");
    const auto selected =
        program.select(object->type.class_id(), to_string, ir::Invocation::kVirtual);
    if (selected.member == to_string) return out;
    const std::array arguments = {Value::of(object)};
    Value text;
    if (!interpreter_.run(selected.member, arguments, text)) {
      interpreter_.take_pending();
      throw Unsupported("toString of a result throws");
    }
    return out + (text.as_object() == nullptr
                      ? "n"
                      : in_quotes(interpreter_.memory().text(text.as_object())));
  }

  Interpreter& interpreter_;
};

}  // namespace

Value decode(Interpreter& interpreter, std::string_view text) {
  return Decoder(interpreter, text).value();
}

std::u16string unquoted(std::string_view text) { return take_quoted(text); }

std::string encode(Interpreter& interpreter, ir::Type type, Value value) {
  return Encoder(interpreter).value(type, value, 0);
}

std::string encode_exception(Interpreter& interpreter, const Object* exception) {
  return "!" + interpreter.memory().name(exception->type);
}

}  // namespace heddle::interpreter
