// A snapshot is a handful of tables: rows that are copied as they are, and texts beside them. The
// tables of the program are turned into those and back; maps are filled anew from the rows.
//
// Left out because it follows: packages (numbered by the classes in their order), what types mean
// in a class, resolved references, selected methods. Bodies that could not be lowered are kept as
// such, so that nobody is told twice.
#include "ir/program_snapshot.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/check.h"
#include "base/id.h"
#include "ir/class.h"
#include "ir/class_source.h"
#include "ir/class_table.h"
#include "ir/content_hash.h"
#include "ir/hierarchy.h"

namespace heddle::ir {

using base::TextList;

struct ProgramSnapshot::Classes {
  struct ClassRow {
    std::uint32_t access = 0;
    Layer layer{};
    bool phantom = false, polymorphic = false, phantom_interface = false;
    std::uint32_t first_method = 0, method_count = 0, first_field = 0, field_count = 0;
  };
  struct Invented {
    std::uint64_t key = 0;
    std::uint32_t id = 0, unused = 0;
  };

  TextList names, missing;
  std::vector<ClassRow> rows;
  std::vector<ClassTable::MethodEntry> methods;
  std::vector<ClassTable::FieldEntry> fields;
  std::vector<ClassTable::Declared<MethodId, MethodSelector>> methods_in_order;
  std::vector<ClassTable::Declared<FieldId, FieldSelector>> fields_in_order;
  TextList method_names, field_names;  // name and descriptor, name and type, in turn
  std::vector<std::uint32_t> field_shapes;
  std::vector<Invented> invented_methods, invented_fields;
  std::vector<MethodId> not_lowered;
  std::vector<Problem::Kind> problem_kinds;
  TextList problem_texts;  // what and why, in turn

  template <typename Archive>
  void persist(Archive& archive) {
    names.persist(archive);
    missing.persist(archive);
    archive.array(rows);
    archive.array(methods);
    archive.array(fields);
    archive.array(methods_in_order);
    archive.array(fields_in_order);
    method_names.persist(archive);
    field_names.persist(archive);
    archive.array(field_shapes);
    archive.array(invented_methods);
    archive.array(invented_fields);
    archive.array(not_lowered);
    archive.array(problem_kinds);
    problem_texts.persist(archive);
  }
};

struct ProgramSnapshot::Links {
  struct Row {
    std::uint32_t linked = 0;  // no bool: no byte of it is left to chance
    ClassId super = base::kNone<ClassId>, jump = base::kNone<ClassId>,
            phantom = base::kNone<ClassId>;
    std::uint32_t depth = 0, longest = 0;
    std::uint64_t mask = 0;
    std::uint32_t interfaces = 0, all_interfaces = 0;  // how many, in `lists`
  };
  static_assert(std::has_unique_object_representations_v<Row>);
  std::vector<Row> rows;
  std::vector<ClassId> lists;  // of each row: interfaces, all of them, all of them sorted
  ClassId object = base::kNone<ClassId>, cloneable = base::kNone<ClassId>,
          serializable = base::kNone<ClassId>;

  template <typename Archive>
  void persist(Archive& archive) {
    archive.array(rows);
    archive.array(lists);
    archive.value(object);
    archive.value(cloneable);
    archive.value(serializable);
  }
};

// ---- Saving ----

void ProgramSnapshot::save(const Program& program, base::Saver& saver) {
  describe_classes(program.classes_).persist(saver);
  describe_links(program.hierarchy_).persist(saver);
}

ProgramSnapshot::Classes ProgramSnapshot::describe_classes(const ClassTable& table) {
  Classes classes;
  for (const ClassTable::Entry& entry : table.classes_) {
    classes.names.add(entry.name);
    classes.rows.push_back({.access = entry.access,
                            .layer = entry.layer,
                            .phantom = entry.phantom,
                            .polymorphic = entry.polymorphic,
                            .phantom_interface = entry.phantom_interface,
                            .first_method = entry.first_method,
                            .method_count = entry.method_count,
                            .first_field = entry.first_field,
                            .field_count = entry.field_count});
  }
  for (const auto& [name, id] : table.by_name_)
    if (base::is_none(id)) classes.missing.add(name);
  classes.methods = table.methods_;
  classes.fields = table.fields_;
  classes.methods_in_order = table.methods_in_order_;
  classes.fields_in_order = table.fields_in_order_;
  for (const auto& name : table.method_names_) {
    classes.method_names.add(name.name);
    classes.method_names.add(name.descriptor);
  }
  for (const auto& name : table.field_names_) {
    classes.field_names.add(name.name);
    classes.field_names.add(name.type);
    classes.field_shapes.push_back(name.shape);
  }
  for (const auto& [key, id] : table.invented_methods_)
    classes.invented_methods.push_back({.key = key, .id = base::index(id)});
  for (const auto& [key, id] : table.invented_fields_)
    classes.invented_fields.push_back({.key = key, .id = base::index(id)});
  for (std::uint32_t i = 0; i < table.lowered_.size(); ++i) {
    if (!table.lowered_[i]) continue;
    const ClassTable::MethodEntry& method = table.methods_[i];
    const Class* owner = table.at(method.owner).code.get();
    if (owner == nullptr || owner->bodies[method.index] == nullptr)
      classes.not_lowered.push_back(base::id_at<MethodId>(i));
  }
  for (const Problem& problem : table.problems_) {
    classes.problem_kinds.push_back(problem.kind);
    classes.problem_texts.add(problem.what);
    classes.problem_texts.add(problem.why);
  }
  return classes;
}

ProgramSnapshot::Links ProgramSnapshot::describe_links(const Hierarchy& hierarchy) {
  Links links;
  links.object = hierarchy.object_;
  links.cloneable = hierarchy.cloneable_;
  links.serializable = hierarchy.serializable_;
  for (const Hierarchy::Node& node : hierarchy.nodes_) {
    links.rows.push_back(
        {.linked = node.linked,
         .super = node.super,
         .jump = node.jump,
         .phantom = node.phantom,
         .depth = node.depth,
         .longest = node.longest,
         .mask = node.mask,
         .interfaces = static_cast<std::uint32_t>(node.interfaces.size()),
         .all_interfaces = static_cast<std::uint32_t>(node.all_interfaces.size())});
    for (const auto& list : {node.interfaces, node.all_interfaces, node.sorted_interfaces})
      links.lists.insert(links.lists.end(), list.begin(), list.end());
  }
  return links;
}

// ---- Loading ----

bool ProgramSnapshot::load(Program& program, base::Loader& loader, const Agrees& agrees) {
  HEDDLE_CHECK(program.class_count() == 0, "a snapshot goes into a program that is still empty");
  Classes classes;
  Links links;
  classes.persist(loader);
  links.persist(loader);
  if (loader.failed() || classes.names.size() != classes.rows.size()) return false;
  if (agrees && !all_agree(classes, agrees)) return false;
  fill(program.classes_, classes);
  fill(program.hierarchy_, links);
  return true;
}

bool ProgramSnapshot::all_agree(const Classes& classes, const Agrees& agrees) {
  for (std::size_t i = 0; i < classes.rows.size(); ++i) {
    const Classes::ClassRow& row = classes.rows[i];
    if (!agrees(classes.names[i], row.phantom ? std::nullopt : std::optional(row.layer)))
      return false;
  }
  for (std::size_t i = 0; i < classes.missing.size(); ++i)
    if (!agrees(classes.missing[i], std::nullopt)) return false;
  return true;
}

void ProgramSnapshot::fill(ClassTable& table, const Classes& classes) {
  fill_classes(table, classes);
  table.methods_ = classes.methods;
  table.fields_ = classes.fields;
  table.methods_in_order_ = classes.methods_in_order;
  table.fields_in_order_ = classes.fields_in_order;
  fill_selectors(table, classes);
  fill_rest(table, classes);
}

void ProgramSnapshot::fill_classes(ClassTable& table, const Classes& classes) {
  table.classes_.reserve(classes.rows.size());
  table.by_name_.reserve(classes.rows.size() + classes.missing.size());
  for (std::size_t i = 0; i < classes.rows.size(); ++i) {
    const Classes::ClassRow& row = classes.rows[i];
    const std::string_view name = table.names_.copy(classes.names[i]);
    const ClassId id = table.add(name, nullptr, row.layer);
    ClassTable::Entry& entry = table.classes_[base::index(id)];
    entry.phantom = row.phantom;
    entry.access = row.access;
    entry.polymorphic = row.polymorphic;
    entry.phantom_interface = row.phantom_interface;
    entry.first_method = row.first_method;
    entry.method_count = row.method_count;
    entry.first_field = row.first_field;
    entry.field_count = row.field_count;
    table.by_name_.emplace(name, id);
  }
  for (std::size_t i = 0; i < classes.missing.size(); ++i)
    table.by_name_.emplace(table.names_.copy(classes.missing[i]), base::kNone<ClassId>);
}

void ProgramSnapshot::fill_selectors(ClassTable& table, const Classes& classes) {
  const std::size_t methods = classes.method_names.size() / 2;
  table.method_selectors_.reserve(methods);
  table.method_names_.reserve(methods);
  for (std::size_t i = 0; i < methods; ++i)
    table.selector(table.names_.copy(classes.method_names[2 * i]),
                   table.names_.copy(classes.method_names[2 * i + 1]));
  table.field_selectors_.reserve(classes.field_shapes.size());
  for (std::size_t i = 0; i < classes.field_shapes.size(); ++i) {
    const ClassTable::FieldName name{.name = table.names_.copy(classes.field_names[2 * i]),
                                     .type = table.names_.copy(classes.field_names[2 * i + 1]),
                                     .shape = classes.field_shapes[i]};
    table.field_selectors_.emplace(name, base::id_at<FieldSelector>(i));
    table.field_names_.push_back(name);
  }
}

void ProgramSnapshot::fill_rest(ClassTable& table, const Classes& classes) {
  for (const Classes::Invented& one : classes.invented_methods)
    table.invented_methods_.emplace(one.key, base::id_at<MethodId>(one.id));
  for (const Classes::Invented& one : classes.invented_fields)
    table.invented_fields_.emplace(one.key, base::id_at<FieldId>(one.id));
  table.lowered_.resize(table.methods_.size());
  for (const MethodId method : classes.not_lowered) table.lowered_[base::index(method)] = true;
  for (std::size_t i = 0; i < classes.problem_kinds.size(); ++i)
    table.problems_.push_back({.kind = classes.problem_kinds[i],
                               .what = std::string(classes.problem_texts[2 * i]),
                               .why = std::string(classes.problem_texts[2 * i + 1])});
}

void ProgramSnapshot::fill(Hierarchy& hierarchy, const Links& links) {
  hierarchy.object_ = links.object;
  hierarchy.cloneable_ = links.cloneable;
  hierarchy.serializable_ = links.serializable;
  std::span<const ClassId> left = hierarchy.lists_.copy(std::span<const ClassId>(links.lists));
  const auto take = [&](std::size_t count) {
    HEDDLE_CHECK(count <= left.size(), "a snapshot lacks interfaces");
    return std::exchange(left, left.subspan(count)).first(count);
  };
  hierarchy.nodes_.resize(links.rows.size());
  for (std::size_t i = 0; i < links.rows.size(); ++i) {
    const Links::Row& row = links.rows[i];
    Hierarchy::Node& node = hierarchy.nodes_[i];
    node.linked = row.linked;
    node.super = row.super;
    node.jump = row.jump;
    node.phantom = row.phantom;
    node.depth = row.depth;
    node.longest = row.longest;
    node.mask = row.mask;
    node.interfaces = take(row.interfaces);
    node.all_interfaces = take(row.all_interfaces);
    node.sorted_interfaces = take(row.all_interfaces);
  }
}

// Members keep their numbers; their types are in the symbols of the new code.
bool ProgramSnapshot::load_changed(Program& program, ClassId id, base::Hash128 header) {
  ClassTable& table = program.classes_;
  ClassTable::Entry& entry = table.classes_[base::index(id)];
  std::optional<ClassSource::Found> found = table.source_.load(entry.name);
  if (!found || found->layer != entry.layer || header_hash(*found->code) != header) return false;
  if (found->code->methods.size() != entry.method_count ||
      found->code->fields.size() != entry.field_count)
    return false;
  entry.code = std::move(found->code);
  for (std::uint32_t i = 0; i < entry.method_count; ++i) {
    table.methods_[entry.first_method + i].access = entry.code->methods[i].access;
    table.methods_[entry.first_method + i].signature = entry.code->methods[i].signature;
  }
  for (std::uint32_t i = 0; i < entry.field_count; ++i)
    table.fields_[entry.first_field + i].type = entry.code->fields[i].type;
  return true;
}

ClassId ProgramSnapshot::known(const Program& program, std::string_view internal_name) {
  const auto& names = program.classes_.by_name_;
  const auto found = names.find(internal_name);
  return found == names.end() ? base::kNone<ClassId> : found->second;
}

ProgramSnapshot::FieldType ProgramSnapshot::type(const Program& program, FieldId field) {
  const auto& name =
      program.classes_.field_names_[base::index(program.classes_.field(field).selector)];
  return {.base = name.type, .dimensions = name.shape >> 1U};
}

bool ProgramSnapshot::is_all_of(const Program& program, Layer layer) {
  for (const ClassTable::Entry& entry : program.classes_.classes_)
    if (!entry.phantom && entry.layer != layer) return false;
  return true;
}

}  // namespace heddle::ir
