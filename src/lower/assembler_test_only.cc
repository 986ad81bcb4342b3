#include "lower/assembler_test_only.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/check.h"
#include "classfile/class_file.h"
#include "classfile/class_writer_test_only.h"
#include "classfile/opcode.h"
#include "ir/body.h"
#include "ir/class.h"
#include "ir/print.h"
#include "ir/verify.h"
#include "lower/class_lowering.h"

namespace heddle::lower {
namespace {

using classfile::ClassWriter;
using classfile::CodeWriter;
using classfile::Opcode;
using classfile::Operands;
using Words = std::vector<std::string>;

Opcode opcode_named(const std::string& name) {
  static const std::map<std::string, Opcode> opcodes = [] {
    std::map<std::string, Opcode> all;
    for (unsigned i = 0; i <= 201; ++i)
      all.emplace(classfile::mnemonic(static_cast<Opcode>(i)), static_cast<Opcode>(i));
    return all;
  }();
  const auto found = opcodes.find(name);
  HEDDLE_CHECK(found != opcodes.end(), "no such mnemonic: " + name);
  return found->second;
}

class Assembler {
 public:
  Assembler(ClassWriter& writer, Limits limits)
      : writer_(writer), code_(limits.stack, limits.locals) {}

  CodeWriter assemble(std::string_view text) {
    std::string statement;
    for (const char c : std::string(text) + "\n") {
      if (c != ';' || inside_descriptor(statement)) {
        if (c != '\n') {
          statement += c;
          continue;
        }
      }
      add_statement(statement);
      statement.clear();
    }
    return code_;
  }

 private:
  // A semicolon right behind a class name in a descriptor belongs to it: "(La/B;)V".
  static bool inside_descriptor(const std::string& statement) {
    const std::size_t start = statement.find_last_of(" (;[:");
    const std::string_view word =
        std::string_view(statement).substr(start == std::string::npos ? 0 : start + 1);
    return word.starts_with('L') && word.find('/') != std::string_view::npos;
  }

  void add_statement(const std::string& statement) {
    std::istringstream in(statement);
    Words words;
    for (std::string word; in >> word;) words.push_back(word);
    if (words.empty()) return;
    if (words[0].back() == ':') {
      code_.label(words[0].substr(0, words[0].size() - 1));
      words.erase(words.begin());
      if (words.empty()) return;
    }
    if (words[0][0] == '.') return add_directive(words);
    add_instruction(words);
  }

  void add_directive(const Words& words) {
    if (words[0] == ".catch") {
      const std::uint16_t type = words.size() > 4 ? writer_.class_constant(words[4]) : 0;
      code_.handler(words[1], words[2], words[3], type);
    } else if (words[0] == ".line") {
      code_.line(static_cast<std::uint16_t>(number(words[1])));
    } else {
      HEDDLE_CHECK(words[0] == ".local", "no such directive: " + words[0]);
      code_.local(words[1], words[2], static_cast<std::uint16_t>(number(words[3])), words[4],
                  words[5]);
    }
  }

  static std::int64_t number(const std::string& word) { return std::stoll(word); }

  void add_instruction(const Words& words) {
    if (words[0] == "wide") {
      code_.wide(opcode_named(words[1]), static_cast<std::uint16_t>(number(words[2])),
                 static_cast<std::int16_t>(words.size() > 3 ? number(words[3]) : 0));
      return;
    }
    const Opcode opcode = opcode_named(words[0]);
    const auto operand = [&](std::size_t at) { return at < words.size() ? number(words[at]) : 0; };
    switch (classfile::shape(opcode).operands) {
      case Operands::kBranch2:
      case Operands::kBranch4: code_.branch(opcode, words[1]); return;
      case Operands::kTableSwitch:
        code_.table_switch(static_cast<std::int32_t>(number(words[1])),
                           Words(words.begin() + 2, words.end() - 1), words.back());
        return;
      case Operands::kLookupSwitch: return add_lookup_switch(words);
      case Operands::kConstant1:
      case Operands::kConstant2:
      case Operands::kInvokeDynamic: code_.op(opcode, constant(opcode, words)); return;
      case Operands::kInvokeInterface: code_.op(opcode, constant(opcode, words), 1); return;
      case Operands::kMultiArray:
        code_.op(opcode, constant(opcode, words), number(words.back()));
        return;
      default: code_.op(opcode, operand(1), operand(2)); return;
    }
  }

  void add_lookup_switch(const Words& words) {
    std::vector<std::pair<std::int32_t, std::string>> labels;
    for (std::size_t i = 1; i + 2 < words.size(); i += 2)
      labels.emplace_back(static_cast<std::int32_t>(number(words[i])), words[i + 1]);
    code_.lookup_switch(labels, words.back());
  }

  std::uint16_t constant(Opcode opcode, const Words& words) {
    if (words[1][0] == '#') return static_cast<std::uint16_t>(number(words[1].substr(1)));
    const std::size_t dot = words[1].find('.');
    if (dot == std::string::npos) return writer_.class_constant(words[1]);
    const std::string owner = words[1].substr(0, dot);
    const std::string name = words[1].substr(dot + 1);
    if (words[2][0] != '(') return writer_.field_ref(owner, name, words[2]);
    return opcode == Opcode::kInvokeinterface ? writer_.interface_method_ref(owner, name, words[2])
                                              : writer_.method_ref(owner, name, words[2]);
  }

  ClassWriter& writer_;
  CodeWriter code_;
};

std::vector<std::string> lines_of(const std::string& text) {
  std::istringstream in(text);
  std::vector<std::string> lines;
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

std::string unindented(const std::string& text) {
  std::string result = "\n";
  for (const std::string& line : lines_of(text)) result += line.substr(2) + "\n";
  return result;
}

}  // namespace

CodeWriter assemble(ClassWriter& writer, std::string_view text, Limits limits) {
  return Assembler(writer, limits).assemble(text);
}

LoweredClass::LoweredClass(std::vector<std::uint8_t> bytes) : bytes_(std::move(bytes)) {
  auto read = ClassLowering::read(bytes_, workshop_);
  if (read) {
    lowering_ = std::make_unique<ClassLowering>(std::move(*read));
  } else {
    error_ = read.error().what;
  }
}

std::uint32_t LoweredClass::method_number(std::string_view name) {
  std::uint32_t number = 0;
  while (code().methods[number].name != name) ++number;
  return number;
}

const ir::Method& LoweredClass::method(std::string_view name) {
  return code().methods[method_number(name)];
}

const ir::Body* LoweredClass::body(std::string_view name) {
  const std::string found = text(name);
  if (!found.starts_with("error: ")) return code().bodies[method_number(name)];
  ADD_FAILURE() << found;
  return nullptr;
}

std::string LoweredClass::text(std::string_view name, ir::PrintOptions options) {
  if (!error_.empty()) return "error: " + error_;
  const std::uint32_t number = method_number(name);
  if (code().bodies[number] == nullptr) {
    const auto body = lowering_->lower(number, workshop_, arena_);
    if (!body) return "error: " + body.error().what;
    for (const ir::Violation& violation : ir::verify(code(), code().methods[number], **body))
      ADD_FAILURE() << violation.describe() << "\n" << ir::print_body(code(), **body);
  }
  return unindented(ir::print_body(code(), *code().bodies[number], options));
}

std::string lowered(ClassWriter& writer, std::string_view descriptor, std::string_view code,
                    Limits limits) {
  writer.method(classfile::kAccStatic, "f", descriptor).code(assemble(writer, code, limits));
  return LoweredClass(writer).text("f");
}

std::string lowered(std::string_view descriptor, std::string_view code, Limits limits) {
  ClassWriter writer("C");
  return lowered(writer, descriptor, code, limits);
}

std::string operations(ClassWriter& writer, std::string_view descriptor, std::string_view code,
                       Limits limits) {
  std::string text = lowered(writer, descriptor, code, limits);
  if (text.starts_with("error: ")) return text;
  std::vector<std::string> lines = lines_of(text);
  lines.pop_back();
  std::string joined;
  for (const std::string& line : lines) {
    if (line.empty() || line.starts_with("b0:") || line.find("= parameter") != std::string::npos)
      continue;
    joined += (joined.empty() ? "" : "; ") + line.substr(line.find_first_not_of(' '));
  }
  return joined;
}

std::string operations(std::string_view descriptor, std::string_view code, Limits limits) {
  ClassWriter writer("C");
  return operations(writer, descriptor, code, limits);
}

std::string rejection(ClassWriter& writer, std::string_view descriptor, std::string_view code,
                      Limits limits) {
  std::string text = lowered(writer, descriptor, code, limits);
  const std::string before = "error: method f" + std::string(descriptor) + ": ";
  if (text.starts_with(before)) return text.substr(before.size());
  ADD_FAILURE() << "not refused: " << text;
  return text;
}

std::string rejection(std::string_view descriptor, std::string_view code, Limits limits) {
  ClassWriter writer("C");
  return rejection(writer, descriptor, code, limits);
}

}  // namespace heddle::lower
