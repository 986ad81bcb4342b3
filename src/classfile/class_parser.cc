// One walk over the file, front to back.
//
// Every structure is read where it stands; all that is stored is where constants and members are
// and the few small attributes everybody asks about. Two things can only be checked at the end:
// dynamic constants name bootstrap methods, which come in the last attribute of the class, and
// Module constants are allowed only in modules, which the access flags tell.
//
// Strictness follows HotSpot with verification on. Where it looks away, so do we: names of old
// files follow the rules of new ones, Synthetic and Deprecated may be of any length and repeat, a
// constant value on an instance field means nothing, flags may contradict each other.
#include "classfile/class_parser.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <expected>
#include <iterator>
#include <limits>
#include <numeric>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "base/bytes.h"
#include "base/malformed.h"
#include "classfile/attribute.h"
#include "classfile/attribute_reader.h"
#include "classfile/class_file.h"
#include "classfile/constant_pool.h"
#include "classfile/descriptor.h"
#include "classfile/fault.h"

namespace heddle::classfile {
namespace {

constexpr std::uint32_t kMagic = 0xCAFE'BABE;
constexpr std::uint16_t kOldestMajor = 45;
constexpr std::uint16_t kFirstStrictMinor = 56;  // from here on the minor version is 0 or preview
constexpr std::uint16_t kPreviewMinor = 65535;
constexpr std::uint16_t kFirstStrictInitializer = 51;
constexpr std::uint16_t kFirstModules = 53;

// The shortest field or method: flags, two indices, a count.
constexpr std::size_t kSmallestMember = 8;

bool suits_constant(char type, Tag tag) {
  switch (type) {
    case 'Z':
    case 'B':
    case 'C':
    case 'S':
    case 'I': return tag == Tag::kInteger;
    case 'F': return tag == Tag::kFloat;
    case 'J': return tag == Tag::kLong;
    case 'D': return tag == Tag::kDouble;
    default: return tag == Tag::kString;
  }
}

bool same_member(const Member& a, const Member& b) {
  return a.name == b.name && a.descriptor == b.descriptor;
}

// A member that repeats an earlier one, or null. Most classes have few members, which are compared
// pairwise; a class with thousands must not cost their square.
const Member* find_duplicate(const std::vector<Member>& members) {
  constexpr std::size_t kFew = 16;
  if (members.size() <= kFew) {
    for (auto later = members.begin(); later != members.end(); ++later) {
      const auto earlier = std::find_if(members.begin(), later, [&](const Member& member) {
        return same_member(member, *later);
      });
      if (earlier != later) return &*later;
    }
    return nullptr;
  }
  std::vector<const Member*> sorted(members.size());
  std::iota(sorted.begin(), sorted.end(), members.data());
  std::ranges::sort(sorted, {}, [](const Member* member) {
    return std::tuple(member->name, member->descriptor, member);
  });
  const auto pair = std::ranges::adjacent_find(
      sorted, [](const Member* a, const Member* b) { return same_member(*a, *b); });
  return pair == sorted.end() ? nullptr : *std::next(pair);
}

}  // namespace

std::expected<ClassFile, base::Malformed> ClassParser::parse() {
  if (Fault bad = parse_all()) return std::unexpected(std::move(*bad));
  file_.constants_ = constants_->take_entries();
  return std::move(file_);
}

Fault ClassParser::parse_all() {
  Fault bad;
  (bad = parse_header()) || (bad = parse_constants()) || (bad = parse_names()) ||
      (bad = parse_interfaces()) || (bad = parse_fields()) || (bad = parse_methods()) ||
      (bad = parse_class_attributes()) || (bad = check_end()) || (bad = check_dynamics());
  return bad;
}

Fault ClassParser::parse_header() {
  if (file_.bytes_.size() > std::numeric_limits<std::int32_t>::max()) {
    return malformed(0, "the file has {} bytes, more than 2 GB", file_.bytes_.size());
  }
  const std::uint32_t magic = reader_.u4();
  if (!reader_.failed() && magic != kMagic) {
    return malformed(0, "not a class file: it begins with {:08X}, not CAFEBABE", magic);
  }
  file_.minor_ = reader_.u2();
  file_.major_ = reader_.u2();
  if (reader_.failed()) return cut_short("the header");
  const bool strange_minor =
      file_.major_ >= kFirstStrictMinor && file_.minor_ != 0 && file_.minor_ != kPreviewMinor;
  if (file_.major_ < kOldestMajor || strange_minor) {
    return malformed(4, "there is no class-file version {}.{}", file_.major_, file_.minor_);
  }
  return {};
}

Fault ClassParser::parse_constants() {
  if (reader_.left() < 2) return cut_short("the header");
  constants_.emplace(file_.bytes_, file_.major_);
  if (Fault bad = constants_->parse(reader_)) return bad;
  file_.pool_ = constants_->pool();
  return {};
}

Fault ClassParser::parse_names() {
  const std::size_t start = reader_.offset();
  file_.access_ = reader_.u2();
  file_.this_class_ = reader_.u2();
  file_.super_class_ = reader_.u2();
  if (reader_.failed()) return cut_short("the class's own name");
  if (file_.major_ < kFirstModules) file_.access_ &= static_cast<std::uint16_t>(~kAccModule);
  file_.synthetic_ = (file_.access_ & kAccSynthetic) != 0;
  if (file_.pool_.tag(file_.this_class_) != Tag::kClass) {
    return malformed(start + 2, "this_class is constant {} ({}), not a Class", file_.this_class_,
                     tag_name(file_.pool_.tag(file_.this_class_)));
  }
  if (file_.name().starts_with('[')) return malformed(start + 2, "this_class is an array");
  if (file_.is_module() && file_.name() != "module-info") {
    return malformed(start + 2, "{} claims to be a module, which only module-info is",
                     printable(file_.name()));
  }
  if (constants_->first_module_constant() != 0 && !file_.is_module()) {
    const std::uint16_t index = constants_->first_module_constant();
    return malformed(file_.pool_.offset(index) - 1, "constant {} ({}): the class is no module",
                     index, tag_name(file_.pool_.tag(index)));
  }
  return parse_super_class();
}

Fault ClassParser::parse_super_class() {
  const std::size_t start = reader_.offset() - 2;
  const std::uint16_t super = file_.super_class_;
  const bool has_none = file_.is_module() || file_.name() == "java/lang/Object";
  if (super == 0 && has_none) return {};
  if (super == 0) return malformed(start, "the class has no superclass");
  if (has_none) return malformed(start, "{} has a superclass", printable(file_.name()));
  if (file_.pool_.tag(super) != Tag::kClass) {
    return malformed(start, "super_class is constant {} ({}), not a Class", super,
                     tag_name(file_.pool_.tag(super)));
  }
  if (file_.super_name().starts_with('[')) return malformed(start, "super_class is an array");
  if (file_.is_interface() && file_.super_name() != "java/lang/Object") {
    return malformed(start, "the interface has the superclass {}", printable(file_.super_name()));
  }
  return {};
}

Fault ClassParser::parse_interfaces() {
  const std::uint16_t count = reader_.u2();
  const std::size_t start = reader_.offset();
  file_.interfaces_ = IndexList(reader_.take(std::size_t{2} * count));
  if (reader_.failed()) return cut_short("the list of interfaces");
  std::vector<std::string_view> names;
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint16_t index = file_.interfaces_[i];
    if (file_.pool_.tag(index) != Tag::kClass) {
      return malformed(start + 2 * i, "interface {} is constant {} ({}), not a Class", i, index,
                       tag_name(file_.pool_.tag(index)));
    }
    const std::string_view name = file_.pool_.class_name(index);
    if (name.starts_with('[')) return malformed(start + 2 * i, "interface {} is an array", i);
    if (count > 1) names.push_back(name);
  }
  std::ranges::sort(names);
  if (const auto twice = std::ranges::adjacent_find(names); twice != names.end()) {
    return malformed(start, "the interface {} occurs a second time", printable(*twice));
  }
  return {};
}

Fault ClassParser::parse_fields() {
  const std::size_t start = reader_.offset();
  const std::uint16_t count = reader_.u2();
  file_.fields_.reserve(std::min<std::size_t>(count, reader_.left() / kSmallestMember));
  for (std::uint16_t i = 0; i < count; ++i) {
    Member field;
    if (Fault bad = parse_field(field)) return bad;
    file_.fields_.push_back(field);
  }
  if (reader_.failed()) return cut_short("the fields");
  return check_no_duplicates(file_.fields_, start);
}

Fault ClassParser::parse_methods() {
  const std::size_t start = reader_.offset();
  const std::uint16_t count = reader_.u2();
  file_.methods_.reserve(std::min<std::size_t>(count, reader_.left() / kSmallestMember));
  for (std::uint16_t i = 0; i < count; ++i) {
    Member method;
    if (Fault bad = parse_method(method)) return bad;
    file_.methods_.push_back(method);
  }
  if (reader_.failed()) return cut_short("the methods");
  return check_no_duplicates(file_.methods_, start);
}

Fault ClassParser::read_member(Member& member, const char* what) {
  const std::size_t start = reader_.offset();
  member.access = reader_.u2();
  member.name_index = reader_.u2();
  member.descriptor_index = reader_.u2();
  if (reader_.failed()) {
    return malformed(start, "the file ends in {}", what);
  }
  if (!is_utf8(member.name_index) || !is_utf8(member.descriptor_index)) {
    const bool name = !is_utf8(member.name_index);
    const std::uint16_t index = name ? member.name_index : member.descriptor_index;
    return malformed(start, "{}: its {} is constant {} ({}), not a Utf8", what,
                     name ? "name" : "descriptor", index, tag_name(file_.pool_.tag(index)));
  }
  member.name = file_.pool_.utf8(member.name_index);
  member.descriptor = file_.pool_.utf8(member.descriptor_index);
  member.synthetic = (member.access & kAccSynthetic) != 0;
  return {};
}

Fault ClassParser::parse_field(Member& field) {
  const std::size_t start = reader_.offset();
  if (Fault bad = read_member(field, "a field")) return bad;
  if (Fault bad = check_field_names(field, start)) return bad;
  return parse_field_attributes(field);
}

Fault ClassParser::check_field_names(const Member& field, std::size_t start) {
  if (!constants_->holds(field.name_index, Text::kUnqualifiedName)) {
    return malformed(start + 2, "\"{}\" is not a field name", printable(field.name));
  }
  if (!constants_->holds(field.descriptor_index, Text::kFieldDescriptor)) {
    return malformed(start + 4, "field {}: \"{}\" is not a field descriptor", printable(field.name),
                     printable(field.descriptor));
  }
  return {};
}

Fault ClassParser::parse_field_attributes(Member& field) {
  const Owner owner = Owner::of(field);
  AttributeWalk walk(file_.bytes_, file_.pool_, file_.major_, owner, reader_);
  while (walk.next()) {
    switch (walk.kind()) {
      case AttributeKind::kConstantValue: read_constant_value(walk, field); break;
      case AttributeKind::kSignature: field.signature = walk.single_index(Tag::kUtf8); break;
      case AttributeKind::kSynthetic: field.synthetic = true; break;
      case AttributeKind::kDeprecated: field.deprecated = true; break;
      default: break;
    }
  }
  field.attributes = walk.range();
  return walk.take_fault();
}

void ClassParser::read_constant_value(AttributeWalk& walk, Member& field) const {
  if (!field.is_static()) return;
  const base::Bytes content = walk.attribute().content;
  const std::size_t offset = walk.attribute().offset;
  if (content.size() != 2) {
    return walk.fail(offset, "is {} long, not 2", counted(content.size(), "byte"));
  }
  const auto index = base::load_big<std::uint16_t>(content.data());
  const bool takes_string = field.descriptor == "Ljava/lang/String;";
  const bool takes_number = field.descriptor.size() == 1;
  if (!(takes_string || takes_number) ||
      !suits_constant(field.descriptor.front(), file_.pool_.tag(index))) {
    return walk.fail(offset, "constant {} ({}) does not suit the type {}", index,
                     tag_name(file_.pool_.tag(index)), printable(field.descriptor));
  }
  field.constant_value = index;
}

Fault ClassParser::parse_method(Member& method) {
  const std::size_t start = reader_.offset();
  if (Fault bad = read_member(method, "a method")) return bad;
  if (method.name == "<clinit>" && file_.major_ < kFirstStrictInitializer) {
    method.access =
        static_cast<std::uint16_t>(kAccStatic | (method.access & (kAccStrict | kAccSynthetic)));
  }
  if (Fault bad = check_method_names(method, start)) return bad;
  if (Fault bad = parse_method_attributes(method)) return bad;
  return check_code_presence(method, start);
}

Fault ClassParser::check_method_names(const Member& method, std::size_t start) {
  if (!constants_->holds(method.name_index, Text::kMethodName)) {
    return malformed(start + 2, "\"{}\" is not a method name", printable(method.name));
  }
  if (!constants_->holds(method.descriptor_index, Text::kMethodDescriptor)) {
    return malformed(start + 4, "method {}: \"{}\" is not a method descriptor",
                     printable(method.name), printable(method.descriptor));
  }
  const Owner owner = Owner::of(method);
  if (method.name == "<init>" && return_type(method.descriptor) != "V") {
    return malformed(start + 4, "{} returns a value", describe(owner));
  }
  if (method.name == "<clinit>" && file_.major_ >= kFirstStrictInitializer &&
      !method.descriptor.starts_with("()")) {
    return malformed(start + 4, "{} takes arguments", describe(owner));
  }
  // A descriptor this short cannot reach the limit.
  if (!method.is_static() && method.descriptor.size() > kMaxArgumentSlots / 2 &&
      argument_slots(method.descriptor) == kMaxArgumentSlots) {
    return malformed(start + 4, "{} takes 256 slots of arguments, one too many", describe(owner));
  }
  return {};
}

Fault ClassParser::parse_method_attributes(Member& method) {
  const Owner owner = Owner::of(method);
  AttributeWalk walk(file_.bytes_, file_.pool_, file_.major_, owner, reader_);
  while (walk.next()) {
    switch (walk.kind()) {
      case AttributeKind::kCode:
        method.code = walk.attribute().content;
        method.has_code = true;
        break;
      case AttributeKind::kSignature: method.signature = walk.single_index(Tag::kUtf8); break;
      case AttributeKind::kSynthetic: method.synthetic = true; break;
      case AttributeKind::kDeprecated: method.deprecated = true; break;
      default: break;
    }
  }
  method.attributes = walk.range();
  return walk.take_fault();
}

Fault ClassParser::check_code_presence(const Member& method, std::size_t start) const {
  const bool native = (method.access & kAccNative) != 0;
  const bool abstract = (method.access & kAccAbstract) != 0;
  const bool initializer = method.name == "<clinit>";
  const bool wants_code = initializer || !(native || abstract);
  if (wants_code == method.has_code) return {};
  if (wants_code) {
    return malformed(start, "{} has no code", describe(Owner::of(method)));
  }
  return malformed(start, "{} is {} and has code", describe(Owner::of(method)),
                   native ? "native" : "abstract");
}

Fault ClassParser::parse_class_attributes() {
  const Owner owner = Owner::of_class();
  AttributeKind nest = AttributeKind::kUnknown;
  AttributeWalk walk(file_.bytes_, file_.pool_, file_.major_, owner, reader_);
  while (walk.next()) {
    if (walk.kind() == AttributeKind::kBootstrapMethods) {
      if (Fault bad = parse_bootstraps(walk.attribute())) return bad;
    } else {
      handle_class_attribute(walk, nest);
    }
  }
  file_.attributes_ = walk.range();
  return walk.take_fault();
}

void ClassParser::handle_class_attribute(AttributeWalk& walk, AttributeKind& nest) {
  switch (walk.kind()) {
    case AttributeKind::kSourceFile: file_.source_file_ = walk.single_index(Tag::kUtf8); return;
    case AttributeKind::kSignature: file_.signature_ = walk.single_index(Tag::kUtf8); return;
    case AttributeKind::kSynthetic: file_.synthetic_ = true; return;
    case AttributeKind::kDeprecated: file_.deprecated_ = true; return;
    case AttributeKind::kNestHost: file_.nest_host_ = walk.single_index(Tag::kClass); break;
    case AttributeKind::kNestMembers: break;
    default: return;
  }
  if (nest != AttributeKind::kUnknown && nest != walk.kind()) {
    walk.fail(walk.attribute().offset, "the class has {} as well", attribute_name(nest));
  }
  nest = walk.kind();
}

Fault ClassParser::check_end() {
  if (reader_.failed()) return cut_short("the class's attributes");
  if (reader_.at_end()) return {};
  return malformed(reader_.offset(), "the class has {} left over", counted(reader_.left(), "byte"));
}

Fault ClassParser::check_no_duplicates(const std::vector<Member>& members,
                                       std::size_t start) const {
  const Member* twice = find_duplicate(members);
  if (twice == nullptr) return {};
  const std::string type = twice->is_method() ? "" : " of type " + printable(twice->descriptor);
  return malformed(start, "{}{} occurs a second time", describe(Owner::of(*twice)), type);
}

Fault ClassParser::cut_short(const char* what) const {
  return malformed(reader_.offset(), "the file ends in {}", what);
}

std::expected<ClassFile, base::Malformed> ClassFile::parse(base::Bytes bytes) {
  return ClassParser(bytes).parse();
}

}  // namespace heddle::classfile
