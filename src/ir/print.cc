// A class from top to bottom: header, call sites, fields, methods. One item to a line, so that a
// difference between two prints reads well.
#include "ir/print.h"

#include <fmt/format.h>

#include <cstddef>
#include <iterator>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "base/id.h"
#include "ir/body.h"
#include "ir/class.h"
#include "ir/print_symbols.h"
#include "ir/symbols.h"
#include "ir/text_names.h"
#include "ir/type.h"

namespace heddle::ir {
namespace {

class ClassPrinter {
 public:
  ClassPrinter(const Class& in, PrintOptions options) : in_(in), options_(options) {}

  void print() {
    header_line();
    header_items();
    for (std::size_t i = 0; i < in_.symbols.call_sites().size(); ++i) {
      text_ += '\n';
      append_call_site(text_, in_.symbols, base::id_at<CallSiteRef>(i));
    }
    if (!in_.fields.empty()) text_ += '\n';
    for (const Field& field : in_.fields) print(field);
    for (std::size_t i = 0; i < in_.methods.size(); ++i) {
      text_ += '\n';
      print(in_.methods[i], i < in_.bodies.size() ? in_.bodies[i] : nullptr);
    }
    text_ += "}\n";
  }

  void print(const Method& method, const Body* body) {
    text_ += "  method ";
    append_flags(text_, FlagsOf::kMethod, method.access);
    append_name(text_, method.name);
    append_signature(text_, in_.symbols, in_.symbols.signature(method.signature));
    list(" throws ", method.exceptions);
    const bool plain = !method.has_code && body == nullptr && !method.signature_polymorphic &&
                       method.generic.empty() && method.annotations.empty() &&
                       method.parameter_annotations.empty();
    if (plain) {
      text_ += '\n';
      return;
    }
    text_ += " {\n";
    if (!method.generic.empty()) quoted_line("    generic ", method.generic);
    if (method.signature_polymorphic) text_ += "    signature_polymorphic\n";
    annotations("    annotation ", method.annotations);
    for (std::size_t i = 0; i < method.parameter_annotations.size(); ++i) {
      fmt::format_to(std::back_inserter(text_), "    parameter {}\n", i);
      annotations("    annotation ", method.parameter_annotations[i]);
    }
    if (method.has_code && body == nullptr) text_ += "    code_not_lowered\n";
    if (body != nullptr) text_ += print_body(in_, *body, options_);
    text_ += "  }\n";
  }

  [[nodiscard]] std::string take() { return std::move(text_); }

 private:
  void header_line() {
    text_ += "class ";
    append_type(text_, in_.symbols, in_.self);
    if (in_.super.exists()) {
      text_ += " extends ";
      append_type(text_, in_.symbols, in_.super);
    }
    list(" implements ", in_.interfaces);
    text_ += " {\n";
  }

  void header_items() {
    if (in_.major != 0 || in_.minor != 0)
      fmt::format_to(std::back_inserter(text_), "  version {}.{}\n", in_.major, in_.minor);
    if (in_.access != 0) {
      text_ += "  access ";
      append_flags(text_, FlagsOf::kClass, in_.access);
      text_.back() = '\n';
    }
    if (!in_.source_file.empty()) quoted_line("  source ", in_.source_file);
    if (!in_.generic.empty()) quoted_line("  generic ", in_.generic);
    type_line("  nest_host ", in_.nest_host);
    list_line("  nest_members ", in_.nest_members);
    list_line("  permits ", in_.permitted);
    record_line();
    for (const InnerClass& inner : in_.inner_classes) inner_line(inner);
    enclosing_line();
    annotations("  annotation ", in_.annotations);
  }

  void type_line(std::string_view word, TypeRef type) {
    if (!type.exists()) return;
    text_ += word;
    append_type(text_, in_.symbols, type);
    text_ += '\n';
  }

  void quoted_line(std::string_view word, std::string_view value) {
    text_ += word;
    append_quoted(text_, value);
    text_ += '\n';
  }

  void list(std::string_view word, std::span<const TypeRef> types) {
    for (const TypeRef& type : types) {
      text_ += &type == types.data() ? word : ", ";
      append_type(text_, in_.symbols, type);
    }
  }

  void list_line(std::string_view word, std::span<const TypeRef> types) {
    if (types.empty()) return;
    list(word, types);
    text_ += '\n';
  }

  void record_line() {
    if (!in_.record && in_.components.empty()) return;
    text_ += "  record";
    for (const RecordComponent& component : in_.components) {
      text_ += &component == in_.components.data() ? " " : ", ";
      append_type(text_, in_.symbols, component.type);
      text_ += ' ';
      append_name(text_, component.name);
    }
    text_ += '\n';
  }

  void inner_line(const InnerClass& inner) {
    text_ += "  inner ";
    append_flags(text_, FlagsOf::kClass, inner.access);
    append_type(text_, in_.symbols, inner.inner);
    if (inner.outer.exists()) {
      text_ += " outer ";
      append_type(text_, in_.symbols, inner.outer);
    }
    if (!inner.name.empty()) {
      text_ += " name ";
      append_name(text_, inner.name);
    }
    text_ += '\n';
  }

  void enclosing_line() {
    if (!in_.enclosing_class.exists()) return;
    text_ += "  enclosing ";
    append_type(text_, in_.symbols, in_.enclosing_class);
    if (!in_.enclosing_method.empty()) {
      text_ += ' ';
      append_quoted(text_, in_.enclosing_method);
      text_ += ' ';
      append_quoted(text_, in_.enclosing_descriptor);
    }
    text_ += '\n';
  }

  void annotations(std::string_view word, std::span<const Annotation> all) {
    for (const Annotation& annotation : all) {
      text_ += word;
      if (annotation.visible) text_ += "visible ";
      append_type(text_, in_.symbols, annotation.type);
      for (const AnnotationElement& element : annotation.elements) {
        text_ += &element == annotation.elements.data() ? " (" : ", ";
        append_name(text_, element.name);
        text_ += " = ";
        append_quoted(text_, element.value);
      }
      text_ += annotation.elements.empty() ? "\n" : ")\n";
    }
  }

  void print(const Field& field) {
    text_ += "  field ";
    append_flags(text_, FlagsOf::kField, field.access);
    append_type(text_, in_.symbols, field.type);
    text_ += ' ';
    append_name(text_, field.name);
    if (field.value.kind != ConstantKind::kNone) {
      text_ += " = ";
      append_constant(text_, in_.symbols, field.value);
    }
    if (field.generic.empty() && field.annotations.empty()) {
      text_ += '\n';
      return;
    }
    text_ += " {\n";
    if (!field.generic.empty()) quoted_line("    generic ", field.generic);
    annotations("    annotation ", field.annotations);
    text_ += "  }\n";
  }

  const Class& in_;
  PrintOptions options_;
  std::string text_;
};

}  // namespace

std::string print_class(const Class& in, PrintOptions options) {
  ClassPrinter printer(in, options);
  printer.print();
  return printer.take();
}

std::string print_method(const Class& in, const Method& method, const Body* body,
                         PrintOptions options) {
  ClassPrinter printer(in, options);
  printer.print(method, body);
  return printer.take();
}

}  // namespace heddle::ir
