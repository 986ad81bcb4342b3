#include "ir/print_symbols.h"

#include <fmt/format.h>

#include <cstdint>
#include <iterator>
#include <string>
#include <string_view>

#include "base/id.h"
#include "ir/symbols.h"
#include "ir/text_names.h"
#include "ir/type.h"

namespace heddle::ir {
namespace {

void append_line(std::string& text, std::string_view word) {
  text += "    ";
  text += word;
}

void append_lambda(std::string& text, const Symbols& symbols, const CallSite& site) {
  append_line(text, "lambda ");
  append_handle(text, symbols, symbols.handle(site.handle));
  text += '\n';
  append_line(text, "erased ");
  append_signature(text, symbols, symbols.signature(site.erased));
  text += '\n';
  append_line(text, "instantiated ");
  append_signature(text, symbols, symbols.signature(site.instantiated));
  text += '\n';
  for (const TypeRef type : site.extra_interfaces) {
    append_line(text, "also ");
    append_type(text, symbols, type);
    text += '\n';
  }
  for (const SignatureRef bridge : site.bridges) {
    append_line(text, "bridge ");
    append_signature(text, symbols, symbols.signature(bridge));
    text += '\n';
  }
  if (site.serializable) append_line(text, "serializable\n");
}

void append_concatenation(std::string& text, const Symbols& symbols, const CallSite& site) {
  append_line(text, "concatenate ");
  append_quoted(text, site.recipe);
  text += '\n';
  for (const Constant& constant : site.recipe_constants) {
    append_line(text, "piece ");
    append_constant(text, symbols, constant);
    text += '\n';
  }
}

void append_record_method(std::string& text, const Symbols& symbols, const CallSite& site) {
  append_line(text, "record ");
  append_type(text, symbols, site.record);
  text += '\n';
  for (const HandleRef field : site.record_fields) {
    append_line(text, "component ");
    append_handle(text, symbols, symbols.handle(field));
    text += '\n';
  }
}

}  // namespace

void append_field(std::string& text, const Symbols& symbols, const FieldSymbol& field) {
  append_type(text, symbols, field.owner);
  text += '.';
  append_member_name(text, field.name);
  text += " : ";
  append_type(text, symbols, field.type);
}

void append_method(std::string& text, const Symbols& symbols, const MethodSymbol& method,
                   bool expect_interface) {
  if (method.owner_is_interface != expect_interface)
    text += method.owner_is_interface ? "interface " : "class ";
  append_type(text, symbols, method.owner);
  text += '.';
  append_member_name(text, method.name);
  append_signature(text, symbols, symbols.signature(method.signature));
}

void append_handle(std::string& text, const Symbols& symbols, const HandleSymbol& handle) {
  text += handle_kind_name(handle.kind);
  text += ' ';
  if (is_field_handle(handle.kind)) {
    append_field(text, symbols, symbols.field(handle.field()));
  } else {
    append_method(text, symbols, symbols.method(handle.method()),
                  handle.kind == HandleKind::kInvokeInterface);
  }
}

void append_constant(std::string& text, const Symbols& symbols, const Constant& constant) {
  const auto out = std::back_inserter(text);
  const auto word = static_cast<std::uint32_t>(constant.bits);
  switch (constant.kind) {
    case ConstantKind::kNone: text += "none"; return;
    case ConstantKind::kInt: fmt::format_to(out, "int {}", static_cast<std::int32_t>(word)); return;
    case ConstantKind::kLong:
      fmt::format_to(out, "long {}", static_cast<std::int64_t>(constant.bits));
      return;
    case ConstantKind::kFloat: text += "float "; return append_float(text, word);
    case ConstantKind::kDouble: text += "double "; return append_double(text, constant.bits);
    case ConstantKind::kString:
      text += "string ";
      return append_quoted(text, symbols.string(static_cast<StringRef>(word)));
    case ConstantKind::kClass:
      text += "class ";
      return append_type(text, symbols, TypeRef::from_bits(word));
    case ConstantKind::kMethodType:
      text += "method_type ";
      return append_signature(text, symbols, symbols.signature(static_cast<SignatureRef>(word)));
    case ConstantKind::kMethodHandle:
      text += "method_handle ";
      return append_handle(text, symbols, symbols.handle(static_cast<HandleRef>(word)));
    case ConstantKind::kDynamic: fmt::format_to(out, "dynamic #{}", word); return;
  }
}

void append_call_site(std::string& text, const Symbols& symbols, CallSiteRef ref) {
  const CallSite& site = symbols.call_site(ref);
  fmt::format_to(std::back_inserter(text), "  call_site #{} {} ", base::index(ref),
                 site.constant ? "constant" : "call");
  append_name(text, site.name);
  append_signature(text, symbols, symbols.signature(site.signature));
  text += " {\n";
  append_line(text, "bootstrap ");
  append_handle(text, symbols, symbols.handle(site.bootstrap));
  text += '\n';
  for (const Constant& argument : site.arguments) {
    append_line(text, "argument ");
    append_constant(text, symbols, argument);
    text += '\n';
  }
  switch (site.kind) {
    case CallSiteKind::kUnknown: break;
    case CallSiteKind::kLambda: append_lambda(text, symbols, site); break;
    case CallSiteKind::kConcatenate: append_concatenation(text, symbols, site); break;
    case CallSiteKind::kRecordMethod: append_record_method(text, symbols, site); break;
    case CallSiteKind::kSwitch: append_line(text, "switch\n"); break;
  }
  text += "  }\n";
}

}  // namespace heddle::ir
