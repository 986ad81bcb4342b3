#include "pointsto/facts_test_only.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstddef>
#include <cstdint>
#include <set>
#include <string>

#include "base/id.h"
#include "ir/body.h"
#include "ir/ids.h"
#include "ir/program.h"
#include "pointsto/heap.h"
#include "pointsto/shape.h"
#include "pointsto/sites.h"
#include "pointsto/state.h"

namespace heddle::pointsto {
namespace {

class Gatherer {
 public:
  explicit Gatherer(const Heap& heap) : heap_(heap), program_(heap.state().program) {}

  Facts gather() {
    for (std::size_t i = 0; i < heap_.instances().size(); ++i)
      add_instance(base::id_at<InstanceId>(i));
    for (std::size_t o = 0; o < heap_.object_count(); ++o) add_object(base::id_at<ObjectId>(o));
    for (const auto& [key, node] : heap_.state().phantom_fields)
      add_field(base::id_at<ObjectId>(key >> 32U), base::id_at<ir::FieldId>(key & 0xFFFF'FFFFU));
    for (std::size_t f = 0; f < heap_.state().statics.size(); ++f) {
      const auto field = base::id_at<ir::FieldId>(f);
      if (!heap_.static_field(field).empty())
        put("static " + field_text(field), heap_.static_field(field));
    }
    put("threads", heap_.threads());
    for (const CallEdge& edge : heap_.call_edges())
      add_edge(base::is_none(edge.caller) ? "root" : place(edge.caller, edge.instruction),
               heap_.instance_name(edge.callee));
    for (const Unmodelled& unmodelled : heap_.unmodelled()) {
      const bool whole = unmodelled.instruction == kModelInstruction;
      if (whole) facts_.unmodelled.insert(method_text(program_, unmodelled.method));
    }
    return std::move(facts_);
  }

 private:
  void put(const std::string& pointer, const ObjectSet& objects) {
    objects.for_each(
        [&](ObjectId object) { facts_.points_to[pointer].insert(heap_.object_name(object)); });
  }
  std::string field_text(ir::FieldId field) {
    return fmt::format("{}.{}", type_text(program_, ir::Type(program_.owner(field))),
                       program_.name(field));
  }
  std::string place(InstanceId id, std::uint32_t instruction) {
    const std::string name = heap_.instance_name(id);
    return instruction == kModelInstruction ? name + "@model"
                                            : fmt::format("{}@{}", name, instruction);
  }
  void add_edge(const std::string& from, const std::string& to) {
    facts_.call_edges.insert(from + " -> " + to);
  }

  void add_instance(InstanceId id) {
    const std::string name = heap_.instance_name(id);
    facts_.reachable.insert(name);
    put(name + "#result", heap_.result(id));
    put(name + "#thrown", heap_.thrown(id));
    const std::size_t values = heap_.instances()[base::index(id)].shape->variable_of.size();
    for (std::size_t v = 0; v < values; ++v)
      put(fmt::format("{}#{}", name, v), heap_.value(id, base::id_at<ir::ValueId>(v)));
    for (const Heap::InitializerEdge& edge : heap_.initializer_edges(id))
      add_edge(place(id, edge.instruction), method_text(program_, edge.initializer));
  }

  void add_field(ObjectId object, ir::FieldId field) {
    put(heap_.object_name(object) + "." + field_text(field), heap_.field(object, field));
  }

  void add_object(ObjectId id) {
    const std::string name = heap_.object_name(id);
    const Site& site = heap_.site(id);
    const ir::Type type = heap_.type(id);
    if (site.kind == SiteKind::kLambda) {
      const ir::Body* body = program_.body(base::id_at<ir::MethodId>(site.a));
      for (std::uint32_t n = 0; n < body->instructions[site.b].c; ++n)
        put(fmt::format("{}{{{}}}", name, n), heap_.capture(id, n));
    } else if (site.kind == SiteKind::kProxy) {
      put(name + "{0}", heap_.capture(id, 0));
    } else if (type.is_array()) {
      if (type.element().is_reference()) put(name + "[]", heap_.elements(id));
    } else if (type.is_class()) {
      for (ir::ClassId at = type.class_id(); !base::is_none(at); at = program_.super(at)) {
        if (program_.is_phantom(at)) continue;
        for (std::uint32_t n = 0; n < program_.field_count(at); ++n) {
          const auto field = base::id_at<ir::FieldId>(base::index(program_.first_field(at)) + n);
          if (!program_.is(field, ir::Access::kStatic) && program_.type(field).is_reference())
            add_field(id, field);
        }
      }
    }
  }

  const Heap& heap_;
  ir::Program& program_;
  Facts facts_;
};

std::set<std::string> lines(const Facts& facts) {
  std::set<std::string> result;
  for (const auto& [pointer, objects] : facts.points_to)
    for (const std::string& object : objects)
      result.insert(fmt::format("points-to  {} <- {}", pointer, object));
  for (const std::string& edge : facts.call_edges) result.insert("call  " + edge);
  for (const std::string& instance : facts.reachable) result.insert("reachable  " + instance);
  for (const std::string& method : facts.unmodelled) result.insert("unmodelled  " + method);
  return result;
}

}  // namespace

Facts facts_of(const Heap& heap) { return Gatherer(heap).gather(); }

std::string text_of(const Facts& facts) {
  return fmt::format("{}\n", fmt::join(lines(facts), "\n"));
}

std::string difference(const Facts& expected, const Facts& actual) {
  const std::set<std::string> wanted = lines(expected), got = lines(actual);
  std::string text;
  for (const std::string& line : wanted)
    if (!got.contains(line)) text += "- " + line + "\n";
  for (const std::string& line : got)
    if (!wanted.contains(line)) text += "+ " + line + "\n";
  return text;
}

}  // namespace heddle::pointsto
