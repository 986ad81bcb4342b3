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

  // A count, then that many arguments of one kind.
  template <typename Ref, typename Make>
  bool take_list(ConstantKind kind, base::Arena& arena, std::span<const Ref>& list, Make make) {
    const auto count = take(ConstantKind::kInt);
    if (!count || *count > rest_.size()) return false;
    const std::span<Ref> taken = arena.allocate<Ref>(static_cast<std::size_t>(*count));
    for (Ref& ref : taken) {
      const auto bits = take(kind);
      if (!bits) return false;
      ref = make(static_cast<std::uint32_t>(*bits));
    }
    list = taken;
    return true;
  }

  [[nodiscard]] std::span<const Constant> rest() const { return rest_; }

 private:
  std::span<const Constant> rest_;
};

template <typename Ref>
Ref as_ref(std::uint64_t bits) {
  return static_cast<Ref>(static_cast<std::uint32_t>(bits));
}

bool take_extras(CallSite& site, Arguments& arguments, base::Arena& arena) {
  const auto flags = arguments.take(ConstantKind::kInt);
  if (!flags) return false;
  site.serializable = (*flags & kSerializable) != 0;
  if ((*flags & kMarkers) != 0 &&
      !arguments.take_list<ir::TypeRef>(ConstantKind::kClass, arena, site.extra_interfaces,
                                        ir::TypeRef::from_bits))
    return false;
  if ((*flags & kBridges) == 0) return true;
  return arguments.take_list<ir::SignatureRef>(
      ConstantKind::kMethodType, arena, site.bridges,
      [](std::uint32_t bits) { return as_ref<ir::SignatureRef>(bits); });
}

bool recognise_lambda(CallSite& site, bool has_extras, base::Arena& arena) {
  Arguments arguments(site.arguments);
  const auto erased = arguments.take(ConstantKind::kMethodType);
  const auto handle = arguments.take(ConstantKind::kMethodHandle);
  const auto instantiated = arguments.take(ConstantKind::kMethodType);
  if (!erased || !handle || !instantiated) return false;
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

bool recognise_record_method(CallSite& site, base::Arena& arena) {
  Arguments arguments(site.arguments);
  const auto record = arguments.take(ConstantKind::kClass);
  if (!record || !arguments.take(ConstantKind::kString)) return false;
  const auto fields = arena.allocate<ir::HandleRef>(arguments.rest().size());
  for (ir::HandleRef& field : fields) {
    const auto handle = arguments.take(ConstantKind::kMethodHandle);
    if (!handle) return false;
    field = as_ref<ir::HandleRef>(*handle);
  }
  site.record = ir::TypeRef::from_bits(static_cast<std::uint32_t>(*record));
  site.record_fields = fields;
  site.kind = CallSiteKind::kRecordMethod;
  return true;
}

}  // namespace

void recognise_call_site(CallSite& site, const ir::SymbolsBuilder& symbols, base::Arena& arena) {
  const ir::HandleSymbol& bootstrap = symbols.handle_at(site.bootstrap);
  if (bootstrap.kind != ir::HandleKind::kInvokeStatic) return;
  const ir::MethodSymbol& method = symbols.method_at(bootstrap.method());
  const std::string_view owner = symbols.base_name(method.owner);
  if (owner == "java/lang/invoke/LambdaMetafactory") {
    if (method.name == "metafactory") recognise_lambda(site, false, arena);
    if (method.name == "altMetafactory") recognise_lambda(site, true, arena);
  } else if (owner == "java/lang/invoke/StringConcatFactory") {
    if (method.name == "makeConcat") recognise_concatenation(site, false, symbols, arena);
    if (method.name == "makeConcatWithConstants")
      recognise_concatenation(site, true, symbols, arena);
  } else if (owner == "java/lang/runtime/ObjectMethods") {
    if (method.name == "bootstrap") recognise_record_method(site, arena);
  } else if (owner == "java/lang/runtime/SwitchBootstraps") {
    site.kind = CallSiteKind::kSwitch;
  }
}

}  // namespace heddle::lower
