// Operations that make what files beside the classes name, and proxies.
#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/id.h"
#include "ir/body.h"
#include "ir/class.h"
#include "pointsto/operator.h"

namespace heddle::pointsto {

using base::index;

namespace {

std::string internal_name(std::string_view dotted) {
  std::string name(dotted);
  std::replace(name.begin(), name.end(), '.', '/');
  return name;
}

}  // namespace

void Solver::Operator::provide_rest(ir::ClassId service, ObjectId loader) {
  const std::string_view name = program_.name(service);
  const std::vector<std::string> known = providers(name, true);
  std::vector<std::string> rest = providers(name, false);
  std::erase_if(rest, [&](const std::string& provider) {
    return std::find(known.begin(), known.end(), provider) != known.end();
  });
  provide(rest, loader);
}

void Solver::Operator::load_service() {
  const ir::Type loader = program_.result_type(here_.method);
  if (!state_.types.can_be_made(loader)) return;
  for (std::size_t i = first_argument_; i < operation_.arguments.size(); ++i) {
    if (argument_type(i) != state_.world.class_type() || graph_.points(parameter(i)).empty())
      continue;
    const ObjectId made = make(loader);
    give(made);
    for (const ObjectId object : objects(parameter(i))) {
      const ir::Type type = class_type(object);
      if (type.is_class() && once(object)) provide(type.class_id(), made);
    }
  }
}

// Platform code gets the platform's own providers first, so that the platform is solved without
// knowing the program; the others when the program is.
void Solver::Operator::provide(ir::ClassId service, ObjectId loader) {
  const std::string_view name = program_.name(service);
  if (solver_.in_platform_) solver_.services_loaded_.push_back({id_, number(), service, loader});
  provide(providers(name, solver_.in_platform_), loader);
}

std::vector<std::string> Solver::Operator::providers(std::string_view service, bool of_platform) {
  const Surroundings& around = solver_.surroundings_;
  const auto& ask =
      of_platform && around.platform_services ? around.platform_services : around.services;
  return ask ? ask(service) : std::vector<std::string>();
}

// Each provider is made and handed to the loader's own list, see docs/formats/models.md.
void Solver::Operator::provide(const std::vector<std::string>& providers, ObjectId loader) {
  const ir::FieldId held =
      field_named(state_.types.type(at(loader).type).class_id(), "instantiatedProviders");
  for (const std::string& name : providers) {
    const auto made = construct_plainly(program_.find(name));
    if (made && !base::is_none(held)) graph_.add_object(solver_.field_node(loader, held), *made);
  }
}

// By the constructor without arguments, if there is one.
std::optional<ObjectId> Solver::Operator::construct_plainly(ir::ClassId of) {
  if (base::is_none(of) || !state_.types.can_be_made(ir::Type(of))) return std::nullopt;
  const ir::MethodId constructor = program_.declared_method(of, "<init>", "()V");
  if (base::is_none(constructor)) return std::nullopt;
  const ObjectId made = make(ir::Type(of));
  solver_.answer(request(constructor, ir::Invocation::kSpecial), made, constructor);
  return made;
}

// The class of that name, and those for locales: base_en, base_de_AT. All are the program's, so
// they wait until it is solved.
void Solver::Operator::load_bundle() {
  if (solver_.in_platform_) {
    if (once(kWaits)) solver_.waiting_.push_back({id_, number()});
    return;
  }
  for (const ObjectId name : objects(argument(0))) {
    const auto literal = text(name);
    if (!literal || !once(name) || !solver_.surroundings_.classes_beginning) continue;
    const std::string base = internal_name(*literal);
    for (const std::string& like : solver_.surroundings_.classes_beginning(base)) {
      if (like.size() > base.size() && like[base.size()] != '_') continue;
      if (const auto made = construct_plainly(program_.find(like))) give(*made);
    }
  }
}

void Solver::Operator::make_proxies() {
  for (const ObjectId array : objects(argument(1))) {
    if (!solver_.holds_references(array)) continue;
    for (const ObjectId object : objects(solver_.element_node(array))) {
      const ir::Type type = class_type(object);
      if (!type.is_class() || !program_.is_interface(type.class_id())) continue;
      const SiteId at = state_.sites.at(SiteKind::kProxy, by_.method, by_.instruction, type);
      const ObjectId proxy = solver_.object(at, state_.chooser.heap(by_.method, by_.context, type));
      give(proxy);
      if (once(proxy) && !base::is_none(argument(2)))
        graph_.add_edge(argument(2), solver_.first_slot(proxy));
    }
    // Classes may come into the array later.
    if (once(array, array)) solver_.watch(solver_.element_node(array), id_, number());
  }
}

}  // namespace heddle::pointsto
