#include "recording/program.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>

#include "base/check.h"
#include "classfile/class_file.h"
#include "rewrite/rewrite.h"
#include "trace/tables.h"

namespace heddle::recording {
namespace {

constexpr int kMostSupertypes = 1'000;

std::string dotted(std::string_view internal) {
  std::string name(internal);
  std::ranges::replace(name, '/', '.');
  return name;
}

std::string key_of(std::string_view name, std::string_view descriptor) {
  std::string key(name);
  key += ' ';
  key += descriptor;
  return key;
}

}  // namespace

void Program::add_class(const classfile::ClassFile& file) {
  Class known;
  known.super = file.super_name();
  for (std::size_t each = 0; each < file.interfaces().size(); ++each)
    known.interfaces.emplace_back(file.interface_name(each));
  for (const classfile::Member& field : file.fields())
    known.fields.emplace(key_of(field.name, field.descriptor), field.access);
  const std::lock_guard lock(mutex_);
  classes_.insert_or_assign(std::string(file.name()), std::move(known));
}

std::uint32_t Program::number_of(std::string_view name) {
  if (const auto found = class_numbers_.find(name); found != class_numbers_.end())
    return found->second;
  const auto number = static_cast<std::uint32_t>(class_names_.size());
  class_numbers_.emplace(std::string(name), number);
  class_names_.emplace_back(name);
  return number;
}

std::uint32_t Program::add(const classfile::ClassFile& file, const rewrite::Site& site) {
  StoredSite stored;
  stored.action = site.action;
  stored.offset = site.offset;
  stored.line = site.line;
  stored.is_proven = site.is_proven;
  stored.is_initial = site.is_initial;
  stored.does_jump = site.does_jump;
  stored.target = site.target;
  stored.members = site.members;
  if (!site.field.empty()) stored.field = key_of(site.field, site.field_descriptor);
  std::string method(site.method);
  method += site.descriptor;
  const std::lock_guard lock(mutex_);
  const std::uint32_t class_number = number_of(file.name());
  if (methods_.empty() || methods_.back().class_number != class_number ||
      methods_.back().name != method)
    methods_.push_back({class_number, std::move(method), std::string(file.source_file())});
  stored.method = static_cast<std::uint32_t>(methods_.size() - 1);
  if (!site.owner.empty()) stored.owner = number_of(site.owner);
  sites_.push_back(std::move(stored));
  HEDDLE_CHECK(sites_.size() < kMostSites, "the program has more sites than can be numbered");
  return static_cast<std::uint32_t>(sites_.size() - 1);
}

// JVMS 5.4.3.2: the class itself, its superinterfaces, its superclass.
const Program::Class* Program::declaring(const std::string& name, std::string_view field,
                                         std::string& declarer, std::uint16_t& access,
                                         int depth) const {
  const auto found = classes_.find(name);
  if (found == classes_.end() || depth > kMostSupertypes) return nullptr;
  const Class& known = found->second;
  if (const auto at = known.fields.find(field); at != known.fields.end()) {
    declarer = name;
    access = at->second;
    return &known;
  }
  for (const std::string& interface : known.interfaces)
    if (const Class* const by = declaring(interface, field, declarer, access, depth + 1)) return by;
  return declaring(known.super, field, declarer, access, depth + 1);
}

ResolvedField Program::resolve(std::uint32_t site) const {
  const std::lock_guard lock(mutex_);
  ResolvedField resolved;
  if (site >= sites_.size()) return resolved;
  const StoredSite& stored = sites_[site];
  const std::string& owner = class_names_[stored.owner];
  if (!classes_.contains(owner)) return resolved;
  std::string declarer;
  std::uint16_t access = 0;
  if (declaring(owner, stored.field, declarer, access, 0) == nullptr) {
    resolved.state = FieldState::kLeftOut;
    return resolved;
  }
  const auto number = class_numbers_.find(declarer);
  resolved.class_number = number == class_numbers_.end() ? stored.owner : number->second;
  resolved.class_name = dotted(declarer);
  const bool is_static = (access & classfile::kAccStatic) != 0;
  const bool is_volatile = (access & classfile::kAccVolatile) != 0;
  const bool is_left_out = (access & classfile::kAccFinal) != 0 ||
                           (!is_volatile && (stored.is_proven || leaves_plain_out_));
  if (is_left_out)
    resolved.state = is_static ? FieldState::kFinalStatic : FieldState::kLeftOut;
  else
    resolved.state = is_volatile ? FieldState::kVolatile : FieldState::kPlain;
  return resolved;
}

Program::SiteFacts Program::site(std::uint32_t number) const {
  const std::lock_guard lock(mutex_);
  SiteFacts facts;
  if (number >= sites_.size()) return facts;
  const StoredSite& stored = sites_[number];
  const Method& method = methods_[stored.method];
  facts.action = stored.action;
  facts.place.class_name = dotted(class_names_[method.class_number]);
  facts.place.method = method.name;
  facts.place.file = method.file;
  facts.place.line = stored.line == 0 ? trace::kNoNumber : stored.line;
  facts.place.offset = stored.offset;
  facts.owner = dotted(class_names_[stored.owner]);
  facts.field = stored.field.substr(0, stored.field.find(' '));
  facts.class_number = method.class_number;
  facts.is_initial = stored.is_initial;
  facts.does_jump = stored.does_jump;
  facts.target = stored.target;
  facts.members = stored.members;
  return facts;
}

std::string Program::class_name(std::uint32_t class_number) const {
  const std::lock_guard lock(mutex_);
  return class_number < class_names_.size() ? dotted(class_names_[class_number]) : std::string();
}

std::size_t Program::site_count() const {
  const std::lock_guard lock(mutex_);
  return sites_.size();
}

}  // namespace heddle::recording
