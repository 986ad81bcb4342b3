// Recursive descent, one line at a time. A class's symbols are collected as they are met and frozen
// at its closing brace; bodies in register form are built then, because building needs the symbols.
#include "ir/parse_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <expected>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/malformed.h"
#include "ir/body.h"
#include "ir/class.h"
#include "ir/parse_body.h"
#include "ir/parse_symbols.h"
#include "ir/register_form.h"
#include "ir/symbols.h"
#include "ir/symbols_builder.h"
#include "ir/text_names.h"
#include "ir/text_scanner.h"
#include "ir/type.h"

namespace heddle::ir {
namespace {

constexpr std::uint32_t kMostVersion = 0xFFFF;

class ClassParser {
 public:
  ClassParser(TextScanner& scanner, SymbolsBuilder& symbols)
      : scan_(scanner),
        symbols_(symbols),
        class_(std::make_unique<Class>()),
        parse_(scanner, symbols, class_->arena),
        bodies_(scanner, parse_, symbols) {
    symbols.begin(class_->arena);
  }

  // The scanner stands at `class`; afterwards behind the closing brace.
  std::unique_ptr<Class> parse() {
    header_line();
    while (scan_.next_line() && scan_.peek() != '}') item();
    scan_.expect('}');
    parse_.check_call_sites();
    if (scan_.failed()) return nullptr;
    finish();
    return std::move(class_);
  }

 private:
  void header_line() {
    scan_.expect_word("class");
    class_->self = parse_.class_type();
    if (scan_.accept_word("extends")) class_->super = parse_.class_type();
    if (scan_.accept_word("implements")) class_->interfaces = parse_.keep(parse_.class_types());
    scan_.expect('{');
  }

  void item() {
    const std::string_view word = scan_.word("an item of a class");
    if (word == "method") return method();
    if (word == "field") return field();
    if (word == "call_site") return parse_.call_site();
    if (word == "annotation") return annotations_.push_back(parse_.annotation());
    if (word == "inner") return inner();
    if (word == "version") return version();
    if (word == "record") return record();
    if (word == "enclosing") return enclosing();
    if (word == "access") {
      class_->access = parse_.flags(FlagsOf::kClass);
    } else if (word == "source") {
      class_->source_file = parse_.quoted();
    } else if (word == "generic") {
      class_->generic = parse_.quoted();
    } else if (word == "nest_host") {
      class_->nest_host = parse_.class_type();
    } else if (word == "nest_members") {
      class_->nest_members = parse_.keep(parse_.class_types());
    } else if (word == "permits") {
      class_->permitted = parse_.keep(parse_.class_types());
    } else {
      scan_.fail(fmt::format("`{}` is no item of a class", word));
    }
  }

  void version() {
    class_->major = static_cast<std::uint16_t>(scan_.count(kMostVersion, "a version"));
    scan_.expect('.');
    class_->minor = static_cast<std::uint16_t>(scan_.count(kMostVersion, "a version"));
  }

  void record() {
    class_->record = true;
    if (scan_.at_line_end()) return;
    std::vector<RecordComponent> components;
    do {
      RecordComponent component;
      component.type = parse_.value_type();
      component.name = parse_.name();
      components.push_back(component);
    } while (scan_.accept(','));
    class_->components = parse_.keep(components);
  }

  void inner() {
    InnerClass inner;
    inner.access = parse_.flags(FlagsOf::kClass);
    inner.inner = parse_.class_type();
    if (scan_.accept_word("outer")) inner.outer = parse_.class_type();
    if (scan_.accept_word("name")) inner.name = parse_.name();
    inner_.push_back(inner);
  }

  void enclosing() {
    class_->enclosing_class = parse_.class_type();
    if (scan_.at_line_end()) return;
    class_->enclosing_method = parse_.quoted();
    class_->enclosing_descriptor = parse_.quoted();
  }

  void field() {
    Field field;
    field.access = parse_.flags(FlagsOf::kField);
    field.type = parse_.value_type();
    field.name = parse_.name();
    if (scan_.accept('=')) field.value = parse_.constant();
    if (scan_.accept('{')) {
      std::vector<Annotation> annotations;
      while (scan_.next_line() && scan_.peek() != '}') {
        if (scan_.accept_word("generic")) {
          field.generic = parse_.quoted();
        } else {
          scan_.expect_word("annotation");
          annotations.push_back(parse_.annotation());
        }
      }
      scan_.expect('}');
      field.annotations = parse_.keep(annotations);
    }
    fields_.push_back(field);
  }

  // ---- Methods ----

  void method() {
    Method method;
    method.access = parse_.flags(FlagsOf::kMethod);
    method.name = parse_.name();
    method.signature = parse_.signature();
    if (scan_.accept_word("throws")) method.exceptions = parse_.keep(parse_.class_types());
    std::uint32_t registers = 0;
    const bool register_form = scan_.accept_word("registers");
    if (register_form) registers = scan_.count(kMostRegisters, "how many registers there are");
    const Body* body = nullptr;
    if (scan_.accept('{')) {
      const bool more = method_items(method);
      if (more && register_form) {
        pending_.push_back(
            {.method = methods_.size(), .form = std::make_unique<RegisterForm>(registers)});
        pending_.back().form->parse(scan_, parse_, symbols_);
        method.has_code = true;
      } else if (more) {
        body = bodies_.parse(class_->arena);
        method.has_code = true;
      }
      scan_.expect('}');
    }
    methods_.push_back(method);
    method_bodies_.push_back(body);
  }

  // What stands before the code; true where there is code.
  bool method_items(Method& method) {
    std::vector<Annotation> annotations;
    std::vector<std::vector<Annotation>> of_parameters;
    bool more = false;
    while (scan_.next_line() && scan_.peek() != '}') {
      if (scan_.accept_word("generic")) {
        method.generic = parse_.quoted();
      } else if (scan_.accept_word("signature_polymorphic")) {
        method.signature_polymorphic = true;
      } else if (scan_.accept_word("code_not_lowered")) {
        method.has_code = true;
      } else if (scan_.accept_word("annotation")) {
        (of_parameters.empty() ? annotations : of_parameters.back()).push_back(parse_.annotation());
      } else if (scan_.accept_word("parameter")) {
        if (scan_.count(kMostVersion, "a position") != of_parameters.size())
          scan_.fail(fmt::format("the next parameter is {}", of_parameters.size()));
        of_parameters.emplace_back();
      } else {
        more = true;
        break;
      }
    }
    method.annotations = parse_.keep(annotations);
    std::vector<std::span<const Annotation>> kept;
    kept.reserve(of_parameters.size());
    for (const auto& list : of_parameters) kept.push_back(parse_.keep(list));
    method.parameter_annotations = parse_.keep(kept);
    return more;
  }

  void finish() {
    class_->symbols = symbols_.freeze();
    class_->fields = parse_.keep(fields_);
    class_->methods = parse_.keep(methods_);
    class_->inner_classes = parse_.keep(inner_);
    class_->annotations = parse_.keep(annotations_);
    const std::span<const Body*> bodies = class_->arena.allocate<const Body*>(methods_.size());
    std::ranges::copy(method_bodies_, bodies.begin());
    class_->bodies = bodies;
    for (const Pending& pending : pending_) {
      const auto body = pending.form->build(*class_, class_->methods[pending.method]);
      if (body) {
        bodies[pending.method] = *body;
      } else {
        scan_.fail_at(pending.form->line(), body.error().what);
      }
    }
  }

  struct Pending {
    std::size_t method;
    std::unique_ptr<RegisterForm> form;
  };

  TextScanner& scan_;
  SymbolsBuilder& symbols_;
  std::unique_ptr<Class> class_;
  SymbolParser parse_;
  BodyParser bodies_;
  std::vector<Field> fields_;
  std::vector<Method> methods_;
  std::vector<const Body*> method_bodies_;
  std::vector<Pending> pending_;
  std::vector<InnerClass> inner_;
  std::vector<Annotation> annotations_;
};

}  // namespace

std::expected<std::vector<std::unique_ptr<Class>>, base::Malformed> parse_text(
    std::string_view text) {
  TextScanner scanner(text);
  SymbolsBuilder symbols;
  std::vector<std::unique_ptr<Class>> classes;
  while (scanner.next_line()) {
    auto parsed = ClassParser(scanner, symbols).parse();
    if (!scanner.failed()) classes.push_back(std::move(parsed));
  }
  if (scanner.failed()) return std::unexpected(scanner.error());
  return classes;
}

}  // namespace heddle::ir
