#include "origins/describe.h"

#include <fmt/format.h>

#include <algorithm>
#include <deque>

#include "base/id.h"
#include "ir/body.h"
#include "ir/class.h"
#include "pointsto/state.h"

namespace heddle::origins {

using base::index;
using pointsto::InstanceId;

namespace {

constexpr std::uint32_t kIsEntry = 0xFFFF'FFFF;

std::string simple_name(const std::string& class_name) {
  const std::size_t at = class_name.find_last_of(".$");
  return at == std::string::npos ? class_name : class_name.substr(at + 1);
}

}  // namespace

std::string Describe::class_name(ir::ClassId id) const {
  std::string name(calls_.program().name(id));
  std::ranges::replace(name, '/', '.');
  return name;
}

std::string Describe::type_name(ir::Type type) const {
  return pointsto::type_text(calls_.program(), type);
}

report::Place Describe::place(ir::MethodId method, std::uint32_t instruction) const {
  ir::Program& program = calls_.program();
  const ir::ClassId owner = program.owner(method);
  report::Place place;
  place.class_name = class_name(owner);
  place.method = std::string(program.name(method)) + std::string(program.descriptor(method));
  if (const ir::Class* code = program.code(owner)) place.file = std::string(code->source_file);
  const ir::Body* body = program.body(method);
  if (body == nullptr || body->instructions.empty()) return place;
  if (instruction >= body->instructions.size()) instruction = 0;
  place.line = body->line_of(base::id_at<ir::ValueId>(instruction));
  return place;
}

report::Object Describe::object(pointsto::ObjectId id) const {
  report::Object made{.class_name = type_name(calls_.heap().type(id))};
  const pointsto::Site& site = calls_.heap().site(id);
  switch (site.kind) {
    case pointsto::SiteKind::kNew:
    case pointsto::SiteKind::kLambda:
    case pointsto::SiteKind::kCreated:
    case pointsto::SiteKind::kProxy:
      made.allocated = place(base::id_at<ir::MethodId>(site.a), site.b);
      break;
    default: break;
  }
  return made;
}

// Up from the start to the nearest code of the application.
std::optional<report::Place> Describe::started(const Origin& origin) {
  if (origin.events.empty()) return std::nullopt;
  std::vector<std::uint8_t> seen(calls_.size());
  std::deque<std::pair<InstanceId, std::uint32_t>> open;
  for (const std::uint32_t e : origin.events)
    open.emplace_back(origins_.events()[e].caller, origins_.events()[e].instruction);
  std::optional<report::Place> first;
  while (!open.empty()) {
    const auto [at, instruction] = open.front();
    open.pop_front();
    if (!first) first = place(at, instruction);
    if (calls_.is_application(at)) return place(at, instruction);
    for (const Call& call : calls_.calls_to(at)) {
      if (seen[index(call.caller)] != 0) continue;
      seen[index(call.caller)] = 1;
      open.emplace_back(call.caller, call.instruction);
    }
  }
  return first;
}

const report::Thread& Describe::thread(OriginId id) {
  const auto known = threads_.find(index(id));
  if (known != threads_.end()) return known->second;
  return threads_.emplace(index(id), describe_thread(id)).first->second;
}

report::Thread Describe::describe_thread(OriginId id) {
  const Origin& origin = origins_[id];
  report::Thread thread;
  thread.many = origin.many;
  thread.started = started(origin);
  const std::string where =
      thread.started ? fmt::format("{}:{}", thread.started->file, thread.started->line) : "";
  std::string what = base::is_none(origin.entry)
                         ? ""
                         : simple_name(class_name(calls_.program().owner(origin.entry)));
  if (!base::is_none(origin.site)) {
    const pointsto::Site& site = calls_.heap().state().sites[origin.site];
    if (site.kind == pointsto::SiteKind::kLambda)
      what = "lambda";
    else if (site.type.is_class())
      what = simple_name(class_name(site.type.class_id()));
  }
  switch (origin.kind) {
    case Origin::Kind::kMain:
      thread.kind = report::ThreadKind::kMain;
      thread.name = "main";
      break;
    case Origin::Kind::kThread:
      thread.kind = report::ThreadKind::kThread;
      thread.name = fmt::format("{} started at {}", what, where);
      break;
    case Origin::Kind::kTask:
      thread.kind = report::ThreadKind::kTask;
      thread.name = fmt::format("task {} handed over at {}", what, where);
      break;
    case Origin::Kind::kEvent:
      thread.kind = report::ThreadKind::kEvent;
      thread.name = fmt::format("event {} posted at {}", what, where);
      break;
  }
  return thread;
}

report::Side Describe::side(report::Operation operation, OriginId origin, InstanceId id,
                            std::uint32_t instruction) {
  report::Side side;
  side.operation = operation;
  side.at = place(id, instruction);
  side.thread = thread(origin);
  side.stack = stack(origin, id, instruction);
  return side;
}

// Breadth first from the entries, application code before library code at equal length.
const std::vector<std::uint32_t>& Describe::ways(OriginId id) {
  const auto known = ways_.find(index(id));
  if (known != ways_.end()) return known->second;
  std::vector<std::uint32_t>& ways = ways_[index(id)];
  ways.assign(calls_.size(), 0);
  std::deque<InstanceId> open;
  for (const InstanceId entry : origins_[id].entries) {
    if (ways[index(entry)] != 0) continue;
    ways[index(entry)] = kIsEntry;
    open.push_back(entry);
  }
  while (!open.empty()) {
    const InstanceId from = open.front();
    open.pop_front();
    for (const Call& call : calls_.calls_from(from)) {
      if (ways[index(call.callee)] != 0 || !origins_.runs(id, call.callee)) continue;
      const auto callers = calls_.calls_to(call.callee);
      for (std::uint32_t i = 0; i < callers.size(); ++i) {
        if (callers[i].caller != from || callers[i].instruction != call.instruction) continue;
        ways[index(call.callee)] = i + 1;
        break;
      }
      open.push_back(call.callee);
    }
  }
  return ways;
}

std::vector<report::Place> Describe::stack(OriginId origin, InstanceId id,
                                           std::uint32_t instruction) {
  const std::vector<std::uint32_t>& ways = this->ways(origin);
  std::vector<report::Place> frames{place(id, instruction)};
  while (ways[index(id)] != 0 && ways[index(id)] != kIsEntry) {
    const Call& call = calls_.calls_to(id)[ways[index(id)] - 1];
    id = call.caller;
    frames.push_back(place(id, call.instruction));
  }
  std::ranges::reverse(frames);
  return frames;
}

}  // namespace heddle::origins
