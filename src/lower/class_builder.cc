// Each constant of the pool becomes one symbol, in the pool's order, so that the table depends on
// nothing but the file. A constant that names others (a member its owner, a handle its member)
// finds them mapped already or maps them first; call sites come last, as they name everything.
#include "lower/class_builder.h"

#include <cstdint>
#include <expected>
#include <string_view>

#include "base/id.h"
#include "classfile/class_file.h"
#include "classfile/constant_pool.h"
#include "ir/symbols.h"
#include "ir/type.h"
#include "lower/call_sites.h"

namespace heddle::lower {
namespace {

using classfile::Tag;
constexpr std::uint32_t kUnmapped = 0xFFFF'FFFF;

}  // namespace

ClassBuilder::ClassBuilder(ClassLowering& lowering, ir::SymbolsBuilder& symbols)
    : file_(lowering.file_),
      pool_(lowering.file_.pool()),
      class_(*lowering.code_),
      arena_(lowering.code_->arena),
      symbols_(symbols) {
  map_ = arena_.allocate<std::uint32_t>(pool_.size());
  std::ranges::fill(map_, kUnmapped);
  lowering.symbols_ = map_;
}

std::expected<void, base::Malformed> ClassBuilder::build() {
  symbols_.begin(arena_);
  map_constants();
  map_call_sites();
  if (const Status status = declare(); !status) return status;
  class_.symbols = symbols_.freeze();
  return {};
}

void ClassBuilder::map_constants() {
  for (std::uint16_t index = 1; index < pool_.size(); ++index) map_constant(index);
}

void ClassBuilder::map_constant(std::uint16_t index) {
  if (map_[index] != kUnmapped) return;
  switch (pool_.tag(index)) {
    case Tag::kClass: map_[index] = symbols_.class_type(pool_.class_name(index)).bits(); return;
    case Tag::kString: map_[index] = base::index(symbols_.string(pool_.string(index))); return;
    case Tag::kFieldref: {
      const classfile::MemberRef member = pool_.member(index);
      map_[index] = base::index(symbols_.field({.owner = type_at(member.owner),
                                                .type = symbols_.descriptor_type(member.descriptor),
                                                .name = member.name}));
      return;
    }
    case Tag::kMethodref:
    case Tag::kInterfaceMethodref:
      map_[index] = base::index(map_method(pool_.member(index)));
      return;
    case Tag::kMethodType:
      map_[index] = base::index(symbols_.signature(pool_.method_type(index)));
      return;
    case Tag::kMethodHandle: {
      const classfile::MethodHandle handle = pool_.method_handle(index);
      map_constant(handle.reference);
      map_[index] = base::index(symbols_.handle(
          {.kind = static_cast<ir::HandleKind>(handle.kind), .member = map_[handle.reference]}));
      return;
    }
    default: return;
  }
}

ir::TypeRef ClassBuilder::type_at(std::uint16_t class_constant) {
  map_constant(class_constant);
  return ir::TypeRef::from_bits(map_[class_constant]);
}

ir::TypeRef ClassBuilder::type_or_none(std::uint16_t class_constant) {
  return class_constant == 0 ? ir::TypeRef() : type_at(class_constant);
}

ir::MethodRef ClassBuilder::map_method(const classfile::MemberRef& member) {
  return symbols_.method({.owner = type_at(member.owner),
                          .signature = symbols_.signature(member.descriptor),
                          .name = member.name,
                          .owner_is_interface = member.tag == Tag::kInterfaceMethodref});
}

// Dynamic constants may be arguments of one another's bootstraps, so all are numbered before any is
// described.
void ClassBuilder::map_call_sites() {
  std::uint32_t next = 0;
  for (std::uint16_t index = 1; index < pool_.size(); ++index) {
    const Tag tag = pool_.tag(index);
    if (tag == Tag::kDynamic || tag == Tag::kInvokeDynamic) map_[index] = next++;
  }
  if (next == 0) return;
  first_sites_.assign(file_.bootstrap_count(), kUnmapped);
  for (std::uint16_t index = 1; index < pool_.size(); ++index) {
    const Tag tag = pool_.tag(index);
    if (tag == Tag::kDynamic || tag == Tag::kInvokeDynamic) symbols_.call_site(call_site_at(index));
  }
}

ir::CallSite ClassBuilder::call_site_at(std::uint16_t index) {
  const classfile::DynamicRef dynamic = pool_.dynamic(index);
  const classfile::BootstrapMethod bootstrap = file_.bootstrap(dynamic.bootstrap);
  ir::CallSite site;
  site.name = dynamic.name;
  site.constant = pool_.tag(index) == Tag::kDynamic;
  std::string_view descriptor = dynamic.descriptor;
  if (site.constant) descriptor = arena_.copy("()" + std::string(descriptor));
  site.signature = symbols_.signature(descriptor);
  site.bootstrap = static_cast<ir::HandleRef>(map_[bootstrap.handle]);
  std::uint32_t& first = first_sites_[dynamic.bootstrap];
  if (first == kUnmapped) {
    first = map_[index];
    const auto arguments = arena_.allocate<ir::Constant>(bootstrap.argument_count);
    for (unsigned i = 0; i < bootstrap.argument_count; ++i)
      arguments[i] = constant_at(bootstrap.argument(i));
    site.arguments = arguments;
  } else {
    const ir::CallSite& known = symbols_.call_site_at(static_cast<ir::CallSiteRef>(first));
    site.arguments = known.arguments;
    // Their lists depend on the bootstrap alone, and may be long.
    if (!site.constant && (known.kind == ir::CallSiteKind::kLambda ||
                           known.kind == ir::CallSiteKind::kRecordMethod)) {
      ir::CallSite same = known;
      same.name = site.name;
      same.signature = site.signature;
      return same;
    }
  }
  recognise_call_site(site, symbols_, arena_);
  return site;
}

ir::Constant ClassBuilder::constant_at(std::uint16_t index) const {
  using ir::ConstantKind;
  switch (pool_.tag(index)) {
    case Tag::kInteger:
      return {ConstantKind::kInt, static_cast<std::uint32_t>(pool_.integer(index))};
    case Tag::kFloat: return {ConstantKind::kFloat, pool_.float_bits(index)};
    case Tag::kLong:
      return {ConstantKind::kLong, static_cast<std::uint64_t>(pool_.long_value(index))};
    case Tag::kDouble: return {ConstantKind::kDouble, pool_.double_bits(index)};
    case Tag::kString: return {ConstantKind::kString, map_[index]};
    case Tag::kClass: return {ConstantKind::kClass, map_[index]};
    case Tag::kMethodType: return {ConstantKind::kMethodType, map_[index]};
    case Tag::kMethodHandle: return {ConstantKind::kMethodHandle, map_[index]};
    case Tag::kDynamic: return {ConstantKind::kDynamic, map_[index]};
    default: return {};
  }
}

}  // namespace heddle::lower
