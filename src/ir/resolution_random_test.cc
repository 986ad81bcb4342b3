// Random small hierarchies over three packages: whatever is asked, the answer is that of the slow
// twin.
#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "base/id.h"
#include "ir/class.h"
#include "ir/class_builder_test_only.h"
#include "ir/ids.h"
#include "ir/instruction.h"
#include "ir/resolution.h"
#include "ir/resolution_reference_test_only.h"
#include "ir/symbols.h"

namespace heddle::ir {
namespace {

constexpr std::array kPackages = {"p", "q", "r"};
constexpr std::array kInvocations = {Invocation::kVirtual, Invocation::kSpecial,
                                     Invocation::kStatic, Invocation::kInterface};

class RandomHierarchy {
 public:
  explicit RandomHierarchy(std::uint32_t seed) : random_(seed) {
    const int interfaces = 1 + pick(4);
    const int classes = 2 + pick(5);
    for (int i = 0; i < interfaces; ++i) begin("I" + std::to_string(i), true);
    for (int i = 0; i < classes; ++i) begin("C" + std::to_string(i), false);
    for (ClassBuilder& builder : builders_) add_references(builder);
    for (ClassBuilder& builder : builders_) finish(builder.build());
    reference_.add(*world_.program.code(world_.id("java/lang/Object")));
    for (const std::string& name : names_) reference_.add(*world_.program.code(world_.id(name)));
  }

  void compare() {
    for (const std::string& name : names_) {
      compare_fields(world_.id(name));
      compare_methods(world_.id(name));
      compare_selection(world_.id(name));
    }
  }

 private:
  int pick(int choices) { return static_cast<int>(random_() % static_cast<unsigned>(choices)); }
  bool chance(int percent) { return pick(100) < percent; }

  void begin(const std::string& simple_name, bool is_interface) {
    const std::string name = kPackages[static_cast<std::size_t>(pick(3))] + ("/" + simple_name);
    const std::uint32_t visible = chance(85) ? Access::kPublic : 0;
    ClassBuilder builder(
        name, visible | (is_interface ? Access::kInterface | Access::kAbstract : Access::kSuper));
    if (!is_interface && !classes_.empty() && chance(85)) builder.extends(any_of(classes_));
    for (const std::string& above : interfaces_)
      if (chance(is_interface ? 35 : 25)) builder.implements(above);
    if (is_interface)
      add_interface_members(builder);
    else
      add_class_members(builder);
    if (chance(30) && !names_.empty()) builder.nest_host(any_of(names_));
    builders_.push_back(std::move(builder));
    names_.push_back(name);
    (is_interface ? interfaces_ : classes_).push_back(name);
  }

  void add_interface_members(ClassBuilder& builder) {
    if (chance(65)) {
      constexpr std::array kAccess = {Access::kPublic, Access::kPublic | Access::kAbstract,
                                      Access::kPublic | Access::kStatic, Access::kPrivate,
                                      Access::kPrivate | Access::kStatic};
      builder.method("m", "()V", kAccess[static_cast<std::size_t>(chance(70) ? pick(2) : pick(5))]);
    }
    if (chance(25)) builder.field("f", "I", Access::kPublic | Access::kStatic);
  }

  void add_class_members(ClassBuilder& builder) {
    constexpr std::array kAccess = {0U, 0U + Access::kPublic, 0U + Access::kProtected,
                                    0U + Access::kPrivate};
    const auto access = [&] { return kAccess[static_cast<std::size_t>(pick(4))]; };
    if (chance(65)) {
      const std::uint32_t visible = access();
      const int kind = pick(10);
      const bool abstract = kind == 0 && visible != Access::kPrivate;
      builder.method(
          "m", "()V",
          visible | (abstract ? Access::kAbstract : 0) | (kind == 1 ? Access::kStatic : 0));
    }
    if (chance(40)) builder.field("f", "I", access() | (chance(30) ? Access::kStatic : 0));
    if (chance(20)) builder.method("toString", "()Ljava/lang/String;", access());
  }

  // The same references in every class, so that they have the same numbers.
  void add_references(ClassBuilder& builder) {
    for (const std::string& name : names_) {
      if (chance(30)) builder.nest_member(name);
      for (const bool is_interface : {false, true}) {
        methods_.push_back(builder.names_method(name, "m", "()V", is_interface));
        methods_.push_back(
            builder.names_method(name, "toString", "()Ljava/lang/String;", is_interface));
      }
      fields_.push_back(builder.names_field(name, "f", "I"));
    }
    methods_.resize(names_.size() * 4);
    fields_.resize(names_.size());
  }

  void finish(std::unique_ptr<Class> code) { world_.source.add(std::move(code)); }

  const std::string& any_of(const std::vector<std::string>& names) {
    return names[static_cast<std::size_t>(pick(static_cast<int>(names.size())))];
  }

  template <typename Id>
  void expect_same(Resolved<Id> ours, const ReferenceAnswer& theirs) {
    ASSERT_EQ(ours.outcome, theirs.outcome) << world_.text(ours);
    ASSERT_EQ(base::is_none(ours.member), theirs.owner == nullptr) << world_.text(ours);
    if (theirs.owner == nullptr || theirs.arbitrary) return;
    ASSERT_EQ(world_.program.name(world_.program.owner(ours.member)), theirs.owner->name());
  }

  void compare_fields(ClassId from) {
    const Class& code = *world_.program.code(from);
    for (const FieldRef ref : fields_)
      for (const bool is_static : {false, true})
        expect_same(world_.program.resolve_field(from, ref, is_static),
                    reference_.field(code, ref, is_static));
  }

  void compare_methods(ClassId from) {
    const Class& code = *world_.program.code(from);
    for (const MethodRef ref : methods_) {
      for (const Invocation invocation : kInvocations)
        expect_same(world_.program.resolve_method(from, ref, invocation),
                    reference_.method(code, ref, invocation));
      expect_same(world_.program.special_target(from, ref), reference_.special_target(code, ref));
    }
  }

  void compare_selection(ClassId receiver) {
    if (world_.program.is_interface(receiver)) return;
    for (const std::string& name : names_) {
      const ClassId declaring = world_.id(name);
      if (!world_.program.is_subtype(Type(receiver), Type(declaring))) continue;
      const MethodId resolved = world_.program.declared_method(declaring, "m", "()V");
      if (base::is_none(resolved) || world_.program.is(resolved, Access::kStatic)) continue;
      for (const Invocation invocation : {Invocation::kVirtual, Invocation::kInterface})
        expect_same(world_.program.select(receiver, resolved, invocation),
                    reference_.select(*world_.program.code(receiver),
                                      *world_.program.code(declaring), "m", "()V", invocation));
    }
  }

  std::mt19937 random_;
  World world_;
  ResolutionReference reference_;
  std::vector<ClassBuilder> builders_;
  std::vector<std::string> names_, classes_, interfaces_;
  std::vector<MethodRef> methods_;
  std::vector<FieldRef> fields_;
};

TEST(ResolutionAgainstItsTwin, RandomHierarchies) {
  constexpr std::uint32_t kHierarchies = 3000;
  for (std::uint32_t seed = 0; seed < kHierarchies; ++seed) {
    SCOPED_TRACE(seed);
    RandomHierarchy(seed).compare();
    if (HasFatalFailure()) return;
  }
}

}  // namespace
}  // namespace heddle::ir
