// Code that was linked in an earlier run: taken from its outline, linked anew where it changed, and
// made an outline again.
//
// What a changed class says about a field may make another thing true of the field; then all that
// name the field are linked anew as well. A change that leads to other classes than before, or
// meets something odd, is not for this: all is linked again.
#include <algorithm>

#include "ir/content_hash.h"
#include "modular/code.h"
#include "modular/lines.h"
#include "modular/oddities.h"

namespace heddle::modular {

using base::index;
using ir::Access;

Code::Code(ir::Program& program, const model::Models& models, origins::Facts& facts,
           const AnnotationNames& names, const Outline& before,
           std::span<const ir::ClassId> changed)
    : program_(program),
      models_(models),
      facts_(facts),
      names_(names),
      is_strict_(false),
      before_(&before) {
  const Oddities oddities(program_);
  read_models();
  restore(before);
  relink(before, changed);
  is_too_different_ = is_too_different_ || oddities.have_grown();
}

void Code::restore(const Outline& before) {
  inputs_ = before.inputs;
  for (const Outline::ClassRow& row : before.classes) {
    add_class(row.id);
    of_class_.back().marks = row.marks;
    of_class_.back().is_odd = row.is_odd != 0;
    cut_calls_ += row.cut_calls;
  }
  methods_ = before.methods;
  std::size_t most = 0;
  for (const ir::MethodId method : methods_) most = std::max<std::size_t>(most, index(method) + 1);
  has_code_.resize(std::max(has_code_.size(), most));
  place_.resize(most);
  for (std::uint32_t i = 0; i < methods_.size(); ++i) {
    has_code_[index(methods_[i])] = 1;
    place_[index(methods_[i])] = i + 1;
  }
  for (std::size_t i = 0; i < before.method_marks.size(); ++i) {
    const Outline::MethodMarks& each = before.method_marks[i];
    method_marks_.emplace(index(each.method), each.marks);
    if (!before.method_guards[i].empty())
      method_guards_.emplace(index(each.method), before.method_guards[i]);
  }
  for (std::size_t i = 0; i < before.field_marks.size(); ++i) {
    FieldFacts& facts = field_facts_[index(before.field_marks[i].field)];
    facts.marks = before.field_marks[i].marks;
    facts.guard = before.guards[i];
  }
}

void Code::relink(const Outline& before, std::span<const ir::ClassId> changed) {
  const std::size_t known = classes_.size();
  for (const ir::ClassId id : changed) {
    const std::uint32_t at = number_[index(id)] - 1;
    is_too_different_ |= of_class_[at].is_odd;
    cut_calls_ -= before.classes[at].cut_calls;
    link_class(id);
    std::uint32_t with_code = 0;
    for (std::uint32_t i = 0; i < program_.method_count(id); ++i)
      with_code +=
          body(base::id_at<ir::MethodId>(index(program_.first_method(id)) + i)) == nullptr ? 0 : 1;
    is_too_different_ |= with_code != before.classes[at].methods;
  }
  if (is_too_different_ || classes_.size() != known || !leads_to_the_same(before)) {
    is_too_different_ = true;
    return;
  }
  std::vector<ir::FieldId> fields;
  fold_stores(before, fields);
  for (std::size_t i = 0; i < known && !fields.empty(); ++i) {
    if (of_class_[i].is_linked) continue;
    const auto named = before.fields[i];
    if (std::ranges::none_of(
            fields, [&](ir::FieldId field) { return std::ranges::binary_search(named, field); }))
      continue;
    cut_calls_ -= before.classes[i].cut_calls;
    link_class(classes_[i]);
  }
  find_targets(0, 1);
  note_effects(1);
}

// What is true of fields now, and of which of them something else was true before.
void Code::fold_stores(const Outline& before, std::vector<ir::FieldId>& changed) {
  std::map<ir::FieldId, FieldFacts> old;
  for (std::size_t i = 0; i < classes_.size(); ++i) {
    if (!of_class_[i].is_linked) continue;
    for (const StoreNote& note : before.stores[i]) old.try_emplace(note.field);
    for (const StoreNote& note : of_class_[i].stores) old.try_emplace(note.field);
  }
  for (std::size_t i = 0; i < classes_.size(); ++i) {
    const auto earlier = before.stores[i];
    const auto now =
        of_class_[i].is_linked ? std::span<const StoreNote>(of_class_[i].stores) : earlier;
    for (const StoreNote& note : now) fold(field_facts_[index(note.field)], note);
    for (const StoreNote& note : earlier)
      if (const auto found = old.find(note.field); found != old.end()) fold(found->second, note);
  }
  for (auto& [field, was] : old) {
    const FieldFacts& is = facts(field);
    was.marks = is.marks;
    was.guard = is.guard;
    if (!(was == is)) changed.push_back(field);
  }
}

bool Code::leads_to_the_same(const Outline& before) const {
  std::vector<std::uint8_t> is_reached(classes_.size());
  std::vector<std::uint32_t> open;
  for (std::uint32_t i = 0; i < inputs_; ++i) open.push_back(i);
  std::size_t reached = 0;
  while (!open.empty()) {
    const std::uint32_t at = open.back();
    open.pop_back();
    if (is_reached[at] != 0) continue;
    is_reached[at] = 1;
    ++reached;
    const auto leads = of_class_[at].is_linked
                           ? std::span<const ir::ClassId>(of_class_[at].leads_to)
                           : before.leads_to[at];
    for (const ir::ClassId to : leads) open.push_back(number_[index(to)] - 1);
  }
  return reached == classes_.size();
}

void Code::link_late(ir::ClassId id) {
  if (is_linked(id)) return;
  const std::size_t first = calls_.size();
  const std::uint64_t cut = cut_calls_;
  link_class(id);
  find_targets(first, 1);
  cut_calls_ = cut;
  note_effects(id);
}

Outline Code::outline() const {
  Outline made;
  made.inputs = inputs_;
  made.methods = methods_;
  std::size_t next = 0;
  for (std::size_t i = 0; i < classes_.size(); ++i) {
    const OfClass& of = of_class_[i];
    Outline::ClassRow row{.id = classes_[i], .marks = of.marks, .is_odd = of.is_odd};
    for (std::uint32_t call = of.first_call; call < of.end_call; ++call)
      row.cut_calls += calls_[call].was_cut ? 1 : 0;
    const ir::Class& code = *program_.code(classes_[i]);
    row.header = ir::header_hash(code);
    std::vector<ir::FieldId> fields;
    for (const ir::FieldId field : of.fields)
      if (!base::is_none(field)) fields.push_back(field);
    std::ranges::sort(fields);
    for (; next < methods_.size() && program_.owner(methods_[next]) == classes_[i]; ++next) {
      ++row.methods;
      made.lines.add(line_table(*body(methods_[next])));
    }
    made.classes.push_back(row);
    made.leads_to.add(of.leads_to);
    made.stores.add(of.stores);
    made.fields.add(fields);
    made.source_files.add(code.source_file);
  }
  // Also of those without code: calls name them.
  std::vector<std::uint32_t> methods;
  for (const auto& [method, marks] : method_marks_)
    if (!(marks == Marks{})) methods.push_back(method);
  for (const auto& [method, guard] : method_guards_)
    if (marks(base::id_at<ir::MethodId>(method)) == Marks{}) methods.push_back(method);
  std::ranges::sort(methods);
  for (const std::uint32_t number : methods) {
    const auto method = base::id_at<ir::MethodId>(number);
    made.method_marks.push_back({.method = method, .marks = marks(method)});
    made.method_guards.add(guard(method));
  }
  std::vector<std::uint32_t> fields;
  for (const auto& [field, facts] : field_facts_)
    if (!(facts.marks == Marks{}) || !facts.guard.empty()) fields.push_back(field);
  std::ranges::sort(fields);
  for (const std::uint32_t field : fields) {
    const FieldFacts& facts = this->facts(base::id_at<ir::FieldId>(field));
    made.field_marks.push_back({.field = base::id_at<ir::FieldId>(field), .marks = facts.marks});
    made.guards.add(facts.guard);
  }
  for (std::uint32_t i = 0; i < program_.class_count(); ++i)
    made.is_hidden.push_back(is_hidden(base::id_at<ir::ClassId>(i)) ? 1 : 0);
  return made;
}

std::string_view Code::source_file(ir::ClassId id) const {
  if (before_ != nullptr && !is_linked(id) && index(id) < number_.size() && number_[index(id)] != 0)
    return before_->source_files[number_[index(id)] - 1];
  const ir::Class* code = program_.code(id);
  return code == nullptr ? std::string_view() : code->source_file;
}

std::uint32_t Code::line(ir::MethodId method, std::uint32_t instruction) const {
  if (const ir::Body* body = this->body(method))
    return instruction < body->instructions.size()
               ? body->line_of(base::id_at<ir::ValueId>(instruction))
               : 0;
  if (before_ == nullptr || index(method) >= place_.size() || place_[index(method)] == 0) return 0;
  return line_in(before_->lines[place_[index(method)] - 1], instruction);
}

bool Code::is_hidden(ir::ClassId id) const {
  if (before_ != nullptr && index(id) < before_->is_hidden.size())
    return before_->is_hidden[index(id)] != 0;
  const ir::Class* code = program_.code(id);
  if (code == nullptr) return false;
  if (code->enclosing_class.exists()) return true;
  return std::ranges::any_of(code->inner_classes, [&](const ir::InnerClass& inner) {
    return inner.inner == code->self && (inner.access & Access::kPrivate) != 0;
  });
}

}  // namespace heddle::modular
