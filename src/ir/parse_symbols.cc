#include "ir/parse_symbols.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/id.h"
#include "ir/class.h"
#include "ir/symbols.h"
#include "ir/text_names.h"
#include "ir/text_scanner.h"
#include "ir/type.h"

namespace heddle::ir {
namespace {

constexpr std::string_view kKeywordTypes[] = {"void", "boolean", "byte",  "char",   "short",
                                              "int",  "long",    "float", "double", "null"};
constexpr std::string_view kDescriptors = "VZBCSIJFD";
constexpr std::uint32_t kMostDimensions = 255;
constexpr std::uint32_t kMostCallSites = 0xFFFF'FFFE;

bool is_class_name(std::string_view internal) {
  return !internal.empty() && internal.find_first_of(".;[") == std::string_view::npos;
}

}  // namespace

// ---- Types ----

TypeRef SymbolParser::named_type(std::string_view path) {
  for (std::uint32_t i = 0; i < std::size(kKeywordTypes); ++i)
    if (path == kKeywordTypes[i]) return TypeRef(i);
  std::string internal(path);
  std::ranges::replace(internal, '.', '/');
  return scan_.failed() ? kObjectType : symbols_.class_type(keep(internal));
}

TypeRef SymbolParser::quoted_type() {
  const std::string internal = scan_.quoted();
  if (!scan_.failed() && !is_class_name(internal)) scan_.fail("this is no class name");
  return scan_.failed() ? kObjectType : symbols_.class_type(keep(internal));
}

TypeRef SymbolParser::dimensions(TypeRef type) {
  while (scan_.accept('[')) {
    scan_.expect(']');
    if (type.dimensions() == kMostDimensions) {
      scan_.fail("an array of more than 255 dimensions");
      return kObjectType;
    }
    type = type.array();
  }
  if (type.is_array() && (type.base() == kVoidType.base() || type.base() == kNullType.base()))
    scan_.fail("there are no such arrays");
  return scan_.failed() ? kObjectType : type;
}

TypeRef SymbolParser::type() {
  return dimensions(scan_.peek() == '"' ? quoted_type() : named_type(scan_.path("a type")));
}

TypeRef SymbolParser::any_type() { return type(); }

TypeRef SymbolParser::value_type() {
  const TypeRef found = type();
  if (found == kVoidType || found == kNullType) scan_.fail("there is no value of this type");
  return found;
}

TypeRef SymbolParser::class_type() {
  const TypeRef found = type();
  if (found.is_array() || found.base() < kObjectType.base()) scan_.fail("this is no class");
  return found;
}

TypeRef SymbolParser::reference_type() {
  const TypeRef found = type();
  if (!found.is_array() && found.base() < kObjectType.base())
    scan_.fail("this is no class or array");
  return found;
}

std::vector<TypeRef> SymbolParser::class_types() {
  std::vector<TypeRef> types;
  do types.push_back(class_type());
  while (scan_.accept(','));
  return types;
}

// ---- Signatures and members ----

void SymbolParser::append_descriptor(std::string& text, TypeRef type) {
  text.append(type.dimensions(), '[');
  if (type.base() < kDescriptors.size()) {
    text += kDescriptors[type.base()];
  } else {
    text += 'L';
    text += symbols_.base_name(type);
    text += ';';
  }
}

std::string_view SymbolParser::descriptor_of(std::span<const TypeRef> parameters, TypeRef result) {
  std::string text = "(";
  for (const TypeRef type : parameters) append_descriptor(text, type);
  text += ')';
  append_descriptor(text, result);
  return keep(text);
}

SignatureRef SymbolParser::signature() {
  std::vector<TypeRef> parameters;
  scan_.expect('(');
  if (!scan_.accept(')')) {
    do parameters.push_back(value_type());
    while (scan_.accept(','));
    scan_.expect(')');
  }
  scan_.expect(':');
  const TypeRef result = type();
  if (result == kNullType) scan_.fail("there is no value of this type");
  if (scan_.failed()) return {};
  return symbols_.signature(descriptor_of(parameters, result));
}

SymbolParser::Member SymbolParser::member() {
  if (scan_.peek() == '"') {
    const TypeRef owner = dimensions(quoted_type());
    scan_.expect('.');
    return {.owner = owner, .name = name()};
  }
  const std::string_view path = scan_.path("a member");
  if (scan_.peek() == '[') {
    const TypeRef owner = dimensions(named_type(path));
    scan_.expect('.');
    return {.owner = owner, .name = name()};
  }
  if (scan_.accept('.')) return {.owner = named_type(path), .name = quoted()};
  const std::size_t dot = path.rfind('.');
  if (dot == std::string_view::npos) {
    scan_.fail("a member needs its class before it");
    return {};
  }
  return {.owner = named_type(path.substr(0, dot)), .name = keep(path.substr(dot + 1))};
}

SymbolParser::Member SymbolParser::owned_member() {
  const Member found = member();
  if (!found.owner.exists() || kind_of(found.owner) != Kind::kReference || found.owner == kNullType)
    scan_.fail("only classes and arrays have members");
  return found;
}

FieldRef SymbolParser::field() {
  const Member found = owned_member();
  scan_.expect(':');
  const TypeRef type = value_type();
  if (scan_.failed()) return {};
  return symbols_.field({.owner = found.owner, .type = type, .name = found.name});
}

MethodRef SymbolParser::method(bool expect_interface) {
  bool is_interface = expect_interface;
  if (scan_.peek_behind_word() != '.') {
    if (scan_.accept_word("interface")) is_interface = true;
    if (scan_.accept_word("class")) is_interface = false;
  }
  const Member found = owned_member();
  const SignatureRef signature_ref = signature();
  if (scan_.failed()) return {};
  return symbols_.method({.owner = found.owner,
                          .signature = signature_ref,
                          .name = found.name,
                          .owner_is_interface = is_interface});
}

HandleRef SymbolParser::handle() {
  const auto kind = parse_handle_kind(scan_.peek_word());
  if (!kind) {
    scan_.fail_expected("a kind of method handle");
    return {};
  }
  scan_.word("");
  const std::uint32_t member_ref = is_field_handle(*kind)
                                       ? base::index(field())
                                       : base::index(method(*kind == HandleKind::kInvokeInterface));
  if (scan_.failed()) return {};
  return symbols_.handle({.kind = *kind, .member = member_ref});
}

// ---- Constants ----

namespace {

template <typename Bits>
Bits number_bits(TextScanner& scan, std::optional<Bits> (*parse)(std::string_view),
                 std::string_view wanted) {
  const std::string_view text = scan.number();
  const auto bits = parse(text);
  if (!bits) scan.fail(fmt::format("`{}` is no {}", text, wanted));
  return bits.value_or(0);
}

}  // namespace

std::uint32_t SymbolParser::int_bits() { return number_bits(scan_, &parse_int, "int"); }
std::uint64_t SymbolParser::long_bits() { return number_bits(scan_, &parse_long, "long"); }
std::uint32_t SymbolParser::float_bits() { return number_bits(scan_, &parse_float, "float"); }
std::uint64_t SymbolParser::double_bits() { return number_bits(scan_, &parse_double, "double"); }

Constant SymbolParser::constant() {
  if (scan_.accept_word("none")) return {};
  if (scan_.accept_word("int")) return {ConstantKind::kInt, int_bits()};
  if (scan_.accept_word("long")) return {ConstantKind::kLong, long_bits()};
  if (scan_.accept_word("float")) return {ConstantKind::kFloat, float_bits()};
  if (scan_.accept_word("double")) return {ConstantKind::kDouble, double_bits()};
  if (scan_.accept_word("string"))
    return {ConstantKind::kString, base::index(symbols_.string(quoted()))};
  if (scan_.accept_word("class")) return {ConstantKind::kClass, any_type().bits()};
  if (scan_.accept_word("method_type"))
    return {ConstantKind::kMethodType, base::index(signature())};
  if (scan_.accept_word("method_handle"))
    return {ConstantKind::kMethodHandle, base::index(handle())};
  if (scan_.accept_word("dynamic")) return {ConstantKind::kDynamic, base::index(call_site_ref())};
  scan_.fail_expected("a kind of constant");
  return {};
}

// ---- Call sites ----

CallSiteRef SymbolParser::call_site_ref() {
  scan_.expect('#');
  const std::uint32_t number = scan_.count(kMostCallSites, "the number of a call site");
  if (number >= call_sites_named_) {
    call_sites_named_ = number + 1;
    named_on_line_ = scan_.line();
  }
  return static_cast<CallSiteRef>(number);
}

void SymbolParser::check_call_sites() {
  if (call_sites_named_ > call_sites_)
    scan_.fail_at(named_on_line_, fmt::format("there is no call_site #{}", call_sites_named_ - 1));
}

void SymbolParser::call_site() {
  CallSite site;
  arguments_.clear(), pieces_.clear(), interfaces_.clear(), bridges_.clear(), components_.clear();
  scan_.expect('#');
  if (scan_.count(kMostCallSites, "the number of a call site") != call_sites_)
    scan_.fail(fmt::format("the next call site is #{}", call_sites_));
  ++call_sites_;
  site.constant = scan_.accept_word("constant");
  if (!site.constant) scan_.expect_word("call");
  site.name = name();
  site.signature = signature();
  site.bootstrap = base::kNone<HandleRef>;
  scan_.expect('{');
  while (scan_.next_line() && call_site_item(site)) {
  }
  scan_.expect('}');
  if (base::is_none(site.bootstrap)) scan_.fail("a call site needs its bootstrap");
  const bool complete = !base::is_none(site.erased) && !base::is_none(site.instantiated);
  if (site.kind == CallSiteKind::kLambda && !complete)
    scan_.fail("a lambda needs its erased and instantiated signatures");
  site.arguments = keep(arguments_);
  site.recipe_constants = keep(pieces_);
  site.extra_interfaces = keep(interfaces_);
  site.bridges = keep(bridges_);
  site.record_fields = keep(components_);
  if (!scan_.failed()) symbols_.call_site(site);
}

bool SymbolParser::call_site_item(CallSite& site) {
  if (scan_.peek() == '}') return false;
  const std::string_view word = scan_.word("an item of a call site");
  if (word == "bootstrap") {
    site.bootstrap = handle();
  } else if (word == "argument") {
    arguments_.push_back(constant());
  } else if (word == "lambda") {
    site.kind = CallSiteKind::kLambda;
    site.handle = handle();
  } else if (word == "erased") {
    site.erased = signature();
  } else if (word == "instantiated") {
    site.instantiated = signature();
  } else if (word == "also") {
    interfaces_.push_back(class_type());
  } else if (word == "bridge") {
    bridges_.push_back(signature());
  } else if (word == "serializable") {
    site.serializable = true;
  } else if (word == "concatenate") {
    site.kind = CallSiteKind::kConcatenate;
    site.recipe = quoted();
  } else if (word == "piece") {
    pieces_.push_back(constant());
  } else if (word == "record") {
    site.kind = CallSiteKind::kRecordMethod;
    site.record = class_type();
  } else if (word == "component") {
    components_.push_back(handle());
  } else if (word == "switch") {
    site.kind = CallSiteKind::kSwitch;
  } else {
    scan_.fail(fmt::format("`{}` is no item of a call site", word));
  }
  return !scan_.failed();
}

// ---- What members carry ----

std::uint32_t SymbolParser::flags(FlagsOf of) {
  std::uint32_t access = 0;
  while (!scan_.failed()) {
    const char behind = scan_.peek_behind_word();
    if (behind == '.' || behind == '(' || behind == '[') break;
    const std::uint32_t flag = parse_flag(of, scan_.peek_word());
    if (flag == 0) break;
    scan_.word("");
    access |= flag;
  }
  return access;
}

Annotation SymbolParser::annotation() {
  Annotation annotation;
  if (scan_.peek_behind_word() != '.') annotation.visible = scan_.accept_word("visible");
  annotation.type = class_type();
  if (!scan_.accept('(')) return annotation;
  std::vector<AnnotationElement> elements;
  do {
    AnnotationElement element;
    element.name = name();
    scan_.expect('=');
    element.value = quoted();
    elements.push_back(element);
  } while (scan_.accept(','));
  scan_.expect(')');
  annotation.elements = keep(elements);
  return annotation;
}

}  // namespace heddle::ir
