// The bootstrap methods compilers use are few, and what they make is specified in the Java API:
//
//   LambdaMetafactory     metafactory(erased, handle, instantiated)
//                         altMetafactory(erased, handle, instantiated, flags, [n, interfaces…],
//                                        [n, bridges…])
//   StringConcatFactory   makeConcat(), makeConcatWithConstants(recipe, constants…)
//   ObjectMethods         bootstrap(record, "a;b", getter handles…)
//   SwitchBootstraps      typeSwitch(labels…), enumSwitch(labels…)
#include "lower/call_sites.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>

#include "base/arena.h"
#include "ir/symbols.h"
#include "ir/symbols_builder.h"
#include "ir/type.h"

namespace heddle::lower {
namespace {

using ir::CallSite;
using ir::CallSiteKind;
using ir::Constant;
using ir::ConstantKind;

constexpr std::uint64_t kSerializable = 1;
constexpr std::uint64_t kMarkers = 2;
constexpr std::uint64_t kBridges = 4;

// Takes arguments one after the other, each of the kind the bootstrap wants.
class Arguments {
 public:
  explicit Arguments(std::span<const Constant> arguments) : rest_(arguments) {}

  std::optional<std::uint64_t> take(ConstantKind kind) {
    if (rest_.empty() || rest_.front().kind != kind) return std::nullopt;
    const std::uint64_t bits = rest_.front().bits;
    rest_ = rest_.subspan(1);
    return bits;
  }

  // That many arguments of one kind.
  std::optional<std::span<const Constant>> take_all(ConstantKind kind, std::uint64_t count) {
    if (count > rest_.size()) return std::nullopt;
    const std::span<const Constant> taken = rest_.first(static_cast<std::size_t>(count));
    const auto fits = [&](const Constant& constant) { return constant.kind == kind; };
    if (!std::ranges::all_of(taken, fits)) return std::nullopt;
    rest_ = rest_.subspan(taken.size());
    return taken;
  }

  // A count, then that many arguments of one kind.
  std::optional<std::span<const Constant>> take_list(ConstantKind kind) {
    const auto count = take(ConstantKind::kInt);
    return count ? take_all(kind, *count) : std::nullopt;
  }

  [[nodiscard]] std::span<const Constant> rest() const { return rest_; }

 private:
  std::span<const Constant> rest_;
};

template <typename Ref>
Ref as_ref(std::uint64_t bits) {
  if constexpr (std::is_same_v<Ref, ir::TypeRef>) {
    return ir::TypeRef::from_bits(static_cast<std::uint32_t>(bits));
  } else {
    return static_cast<Ref>(static_cast<std::uint32_t>(bits));
  }
}

template <typename Ref>
std::span<const Ref> as_refs(std::span<const Constant> constants, base::Arena& arena) {
  const std::span<Ref> refs = arena.allocate<Ref>(constants.size());
  for (std::size_t i = 0; i < refs.size(); ++i) refs[i] = as_ref<Ref>(constants[i].bits);
  return refs;
}

bool take_extras(CallSite& site, Arguments& arguments, base::Arena& arena) {
  const auto flags = arguments.take(ConstantKind::kInt);
  if (!flags) return false;
  std::optional<std::span<const Constant>> markers = std::span<const Constant>();
  std::optional<std::span<const Constant>> bridges = std::span<const Constant>();
  if ((*flags & kMarkers) != 0) markers = arguments.take_list(ConstantKind::kClass);
  if (markers && (*flags & kBridges) != 0) bridges = arguments.take_list(ConstantKind::kMethodType);
  if (!markers || !bridges) return false;
  site.serializable = (*flags & kSerializable) != 0;
  site.extra_interfaces = as_refs<ir::TypeRef>(*markers, arena);
  site.bridges = as_refs<ir::SignatureRef>(*bridges, arena);
  return true;
}

bool recognise_lambda(CallSite& site, bool has_extras, const ir::SymbolsBuilder& symbols,
                      base::Arena& arena) {
  Arguments arguments(site.arguments);
  const auto erased = arguments.take(ConstantKind::kMethodType);
  const auto handle = arguments.take(ConstantKind::kMethodHandle);
  const auto instantiated = arguments.take(ConstantKind::kMethodType);
  if (!erased || !handle || !instantiated) return false;
  if (is_field_handle(symbols.handle_at(as_ref<ir::HandleRef>(*handle)).kind)) return false;
  if (has_extras && !take_extras(site, arguments, arena)) return false;
  site.erased = as_ref<ir::SignatureRef>(*erased);
  site.handle = as_ref<ir::HandleRef>(*handle);
  site.instantiated = as_ref<ir::SignatureRef>(*instantiated);
  site.kind = CallSiteKind::kLambda;
  return true;
}

bool recognise_concatenation(CallSite& site, bool has_recipe, const ir::SymbolsBuilder& symbols,
                             base::Arena& arena) {
  const std::size_t given = symbols.signature_at(site.signature).parameters.size();
  if (!has_recipe) {
    site.recipe = arena.copy(std::string(given, '\1'));
    site.kind = CallSiteKind::kConcatenate;
    return true;
  }
  Arguments arguments(site.arguments);
  const auto recipe = arguments.take(ConstantKind::kString);
  if (!recipe) return false;
  const std::string_view text = symbols.string_at(as_ref<ir::StringRef>(*recipe));
  const auto count = [&](char mark) {
    return static_cast<std::size_t>(std::ranges::count(text, mark));
  };
  if (count('\1') != given || count('\2') != arguments.rest().size()) return false;
  site.recipe = text;
  site.recipe_constants = arguments.rest();
  site.kind = CallSiteKind::kConcatenate;
  return true;
}

bool recognise_record_method(CallSite& site, const ir::SymbolsBuilder& symbols,
                             base::Arena& arena) {
  Arguments arguments(site.arguments);
  const auto record = arguments.take(ConstantKind::kClass);
  if (!record || !arguments.take(ConstantKind::kString)) return false;
  const auto fields = arguments.take_all(ConstantKind::kMethodHandle, arguments.rest().size());
  const auto reads_field = [&](const Constant& constant) {
    return symbols.handle_at(as_ref<ir::HandleRef>(constant.bits)).kind ==
           ir::HandleKind::kGetField;
  };
  if (!fields || !std::ranges::all_of(*fields, reads_field)) return false;
  site.record = as_ref<ir::TypeRef>(*record);
  site.record_fields = as_refs<ir::HandleRef>(*fields, arena);
  site.kind = CallSiteKind::kRecordMethod;
  return true;
}

}  // namespace

void recognise_call_site(CallSite& site, const ir::SymbolsBuilder& symbols, base::Arena& arena) {
  const ir::HandleSymbol& bootstrap = symbols.handle_at(site.bootstrap);
  // None of them makes constants.
  if (site.constant || bootstrap.kind != ir::HandleKind::kInvokeStatic) return;
  const ir::MethodSymbol& method = symbols.method_at(bootstrap.method());
  if (method.owner.is_array()) return;
  const std::string_view owner = symbols.base_name(method.owner);
  if (owner == "java/lang/invoke/LambdaMetafactory") {
    if (method.name == "metafactory") recognise_lambda(site, false, symbols, arena);
    if (method.name == "altMetafactory") recognise_lambda(site, true, symbols, arena);
  } else if (owner == "java/lang/invoke/StringConcatFactory") {
    if (method.name == "makeConcat") recognise_concatenation(site, false, symbols, arena);
    if (method.name == "makeConcatWithConstants")
      recognise_concatenation(site, true, symbols, arena);
  } else if (owner == "java/lang/runtime/ObjectMethods") {
    if (method.name == "bootstrap") recognise_record_method(site, symbols, arena);
  } else if (owner == "java/lang/runtime/SwitchBootstraps") {
    if (method.name == "typeSwitch" || method.name == "enumSwitch")
      site.kind = CallSiteKind::kSwitch;
  }
}

}  // namespace heddle::lower
