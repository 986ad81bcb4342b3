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

// Without a file the method has to do.
std::string in_short(const report::Place& place) {
  if (!place.file.empty()) return fmt::format("{}:{}", place.file, place.line);
  return fmt::format("{}.{}", simple_name(place.class_name),
                     place.method.substr(0, place.method.find('(')));
}

}  // namespace

std::string simple_name(const std::string& class_name) {
  const auto behind = [&](std::size_t at) {
    return at == std::string::npos ? class_name : class_name.substr(at + 1);
  };
  const std::string last = behind(class_name.find_last_of(".$"));
  const std::size_t letter = last.find_first_not_of("0123456789");
  return letter == std::string::npos ? behind(class_name.rfind('.')) : last.substr(letter);
}

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
  thread.many = origin.many && !origin.comes_again;
  thread.started = started(origin);
  const std::string where = thread.started ? in_short(*thread.started) : "";
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

report::Side Describe::side(report::Operation operation, OriginId origin, const Way& way) {
  report::Side side;
  side.operation = operation;
  side.thread = thread(origin);
  for (const Point& frame : way.frames)
    if (&frame == &way.frames.front() || !is_access_method(frame))
      side.stack.push_back(place(frame.instance, frame.instruction));
  side.at = side.stack.back();
  return side;
}

// What compilers put into a class for those nested in it: its caller does what it does.
bool Describe::is_access_method(const Point& frame) const {
  const ir::Program& program = calls_.program();
  const ir::MethodId method = calls_.at(frame.instance).method;
  return program.is(method, ir::Access::kSynthetic) && program.is(method, ir::Access::kStatic) &&
         program.name(method).starts_with("access$");
}

bool Describe::is_reflection(const Point& frame) const {
  const ir::Program& program = calls_.program();
  const ir::MethodId method = calls_.at(frame.instance).method;
  return program.name(method) == "invoke" &&
         program.name(program.owner(method)) == "java/lang/reflect/Method";
}

std::size_t Describe::not_given(const Way& way) {
  const std::vector<Point>& frames = way.frames;
  std::size_t into = frames.size();  // the program's frame that called the platform
  for (std::size_t i = 0; i + 1 < frames.size(); ++i) {
    const bool is_platform = calls_.is_platform(frames[i].instance);
    const bool is_next = calls_.is_platform(frames[i + 1].instance);
    if (!is_platform && is_next) into = i;
    if (is_platform && !is_next && into < i &&
        !callbacks_.is_given(frames[into], frames[i + 1].instance))
      return i;
  }
  return frames.size();
}

void Describe::add_doubts(OriginId origin, OriginId beside, const Way& way,
                          std::vector<std::string>& doubts) {
  const auto add = [&](std::string doubt) {
    if (std::ranges::find(doubts, doubt) == doubts.end()) doubts.push_back(std::move(doubt));
  };
  if (origins_[origin].at_exit) add("one of them runs only while the program ends");
  if (origins_[origin].at_failure) add("one of them runs only when a thread has failed");
  if (origin == beside ? !repeats_.is_started_in_loop(origin)
                       : repeats_.is_before_start(way, origin, beside))
    add("they meet only if code that is in no loop starts one of them again");
  if (way.is_long()) add(fmt::format("the way of one is {} calls long", way.frames.size()));
  if (std::ranges::any_of(way.frames, [&](const Point& frame) { return is_reflection(frame); }))
    add("one is called by reflection: on what is a guess");
  if (std::ranges::any_of(way.frames, [&](const Point& frame) {
        return calls_.is_class_initializer(frame.instance);
      }))
    add("one of them is done while a class is initialised, once and before others use it");
  const Way::CalledBack& back = way.called_back;
  const std::size_t called_by = back.is_clear() ? not_given(way) : back.frame;
  if (called_by == way.frames.size()) return;
  const Point& by = way.frames[called_by];
  const ir::MethodId method = calls_.at(by.instance).method;
  add(
      fmt::format("{}.{} is library code that all threads share: whether it calls the program back "
                  "in this one is a guess",
                  class_name(calls_.program().owner(method)), calls_.program().name(method)));
}

void Describe::add_doubts(const Arrival& one, const Arrival& other,
                          std::vector<std::string>& doubts) {
  if (one.origin == other.origin) {
    if (start_ways_.are_started_once(one, other))
      doubts.emplace_back("only one start of the thread has this in hand, and no loop repeats it");
  } else if (start_ways_.is_before_starts(one, other) || start_ways_.is_before_starts(other, one)) {
    doubts.emplace_back("no start that has in hand what the other thread uses comes before it");
  } else if (handed_over_.needs_later(one.way->frames, one.origin, other.way->frames) ||
             handed_over_.needs_later(other.way->frames, other.origin, one.way->frames)) {
    doubts.emplace_back("one of them works for an object that the other makes only afterwards");
  } else if (is_before_gate(one, other) || is_before_gate(other, one)) {
    doubts.emplace_back("one of them has seen on its way what the other sets only afterwards");
  } else if (needs_unset_.needs_unset(one, other) || needs_unset_.needs_unset(other, one)) {
    doubts.emplace_back("one of them does it only where a field is unset that is set by then");
  } else if (needs_unset_.is_done_once(one, other) || needs_unset_.is_done_once(other, one)) {
    doubts.emplace_back("one of them is done once, under a lock, before it starts the other");
  }
}

// On all ways that are as clear as those shown.
bool Describe::is_before_gate(const Arrival& one, const Arrival& other) {
  const auto ways = [&](OriginId origin, Point point) -> const std::vector<Frames>& {
    return start_ways_.to(origin, point);
  };
  if (!repeats_.is_before_gate(one.way->frames, one.origin, other.way->frames, ways)) return false;
  const std::vector<Frames> others = start_ways_.ways_of(other);
  return std::ranges::all_of(start_ways_.ways_of(one), [&](const Frames& way) {
    return std::ranges::all_of(others, [&](const Frames& to) {
      return repeats_.is_before_gate(way, one.origin, to, ways);
    });
  });
}

}  // namespace heddle::origins
