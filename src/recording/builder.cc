#include "recording/builder.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <ranges>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/id.h"
#include "recording/event.h"
#include "recording/program.h"
#include "trace/operation.h"
#include "trace/tables.h"

namespace heddle::recording {
namespace {

using trace::Operation;
using trace::ThreadId;

constexpr std::uint32_t kNoSite = kMostSites - 1;
// Handles of classes and of objects share one table.
constexpr std::uint64_t kClassHandle = std::uint64_t{1} << 63;

// Among the numbers of classes: what is told of is not the map, but one of its keys.
constexpr std::uint32_t kMapKey = 0x8000'0000;
// From where memory is brought in early.
constexpr std::ptrdiff_t kWordsAhead = 32;

bool is_access(What what) {
  return what == What::kRead || what == What::kWrite || what == What::kGroup;
}

std::uint64_t object_key(const Event& event) { return (event.argument << 32) | event.object; }

}  // namespace

void Names::name_thread(std::uint64_t thread, std::string name) {
  const std::lock_guard lock(mutex_);
  threads_.insert_or_assign(thread, std::move(name));
}

void Names::name_class(std::uint32_t number, std::string name) {
  const std::lock_guard lock(mutex_);
  classes_.insert_or_assign(number, std::move(name));
}

std::string Names::thread(std::uint64_t thread) const {
  const std::lock_guard lock(mutex_);
  const auto found = threads_.find(thread);
  return found == threads_.end() ? fmt::format("thread {}", thread) : found->second;
}

void Names::name_queue(std::uint32_t number, std::string name) {
  const std::lock_guard lock(mutex_);
  queues_.insert_or_assign(number, std::move(name));
}

std::string Names::queue(std::uint32_t number) const {
  const std::lock_guard lock(mutex_);
  const auto found = queues_.find(number);
  return found == queues_.end() ? fmt::format("queue {}", number) : found->second;
}

std::string Names::class_name(std::uint32_t number) const {
  const std::lock_guard lock(mutex_);
  const auto found = classes_.find(number);
  return found == classes_.end() ? "object" : found->second;
}

void Builder::add(std::uint64_t number, std::span<const std::uint64_t> events) {
  const ThreadId thread = thread_id(number);
  const std::uint64_t* at = events.data();
  const std::uint64_t* ahead = at;
  const std::uint64_t* const end = at + events.size();
  while (at < end) {
    for (; ahead < end && ahead - at < kWordsAhead; ahead += words_of(what_is(*ahead)))
      if (is_access(what_is(*ahead)))
        field_locations_.prefetch(static_cast<std::uint32_t>(*ahead >> 32));
    add(thread, take_event(at));
  }
}

void Builder::add(ThreadId thread, const Event& event) {
  switch (event.what) {
    case What::kRead:
    case What::kWrite:
    case What::kStampedRead:
    case What::kStampedWrite:
    case What::kReadReference:
    case What::kWriteReference: return access(thread, event);
    case What::kDereference:
      put(thread, Operation::kDereference, 0, event.site).value = event.object;
      return;
    case What::kNullTest: return null_test(thread, event);
    case What::kGroup: return group(thread, event);
    case What::kReadElement:
    case What::kReadRange: return element(thread, event, Operation::kRead);
    case What::kWriteElement:
    case What::kWriteRange: return element(thread, event, Operation::kWrite);
    case What::kAtomicReadElement: return element(thread, event, Operation::kVolatileRead);
    case What::kAtomicWriteElement: return element(thread, event, Operation::kVolatileWrite);
    case What::kAtomicUpdateElement: return element(thread, event, Operation::kUpdate);
    case What::kReadContents: return whole(thread, event, trace::kContents, Operation::kRead);
    case What::kWriteContents: return whole(thread, event, trace::kContents, Operation::kWrite);
    case What::kAtomicRead: return whole(thread, event, "value", Operation::kVolatileRead);
    case What::kAtomicWrite: return whole(thread, event, "value", Operation::kVolatileWrite);
    case What::kAtomicUpdate: return whole(thread, event, "value", Operation::kUpdate);
    case What::kLock:
    case What::kLockShared:
      return lock(thread, lock_id(event), event.site, event.what == What::kLockShared);
    case What::kUnlock:
    case What::kUnlockShared:
      return unlock(thread, lock_id(event), event.site, event.what == What::kUnlockShared);
    case What::kEnter: {
      const trace::LockId id = lock_id(event);
      threads_[base::index(thread)].entered.push_back({What::kEnter, id, event.site, {}});
      return lock(thread, id, event.site, false);
    }
    case What::kWait: return give_up(thread, event);
    case What::kLeave: return leave(thread);
    case What::kNotify:
    case What::kNotifyAll: {
      trace::Record& record =
          put(thread, Operation::kNotify, base::index(lock_id(event)), event.site);
      if (event.what == What::kNotifyAll) record.flags = trace::flag::kAll;
      return;
    }
    case What::kStack: return stack(thread, event);
    case What::kSend: return send(thread, event);
    case What::kRun: return run(thread, event);
    case What::kRan: return ran(thread);
    case What::kFork:
    case What::kJoin: {
      const ThreadId other = thread_id(event.argument);
      const Operation operation = event.what == What::kFork ? Operation::kFork : Operation::kJoin;
      put(thread, operation, base::index(other), kNoSite);
      return;
    }
    case What::kBegin: put(thread, Operation::kThreadBegin, 0, kNoSite); return;
    case What::kEnd: put(thread, Operation::kThreadEnd, 0, kNoSite); return;
    case What::kInitialised:
    case What::kUsesClass: {
      const bool is_signal = event.what == What::kInitialised;
      const std::uint32_t class_number =
          is_signal ? program_.site(event.site).class_number : event.site;
      const trace::HandleId handle =
          handle_id(kClassHandle | class_number, program_.class_name(class_number) + ".<clinit>");
      put(thread, is_signal ? Operation::kSignal : Operation::kAwait, base::index(handle),
          is_signal ? event.site : kNoSite);
      return;
    }
    case What::kSignal:
    case What::kAwait: {
      const Operation operation =
          event.what == What::kSignal ? Operation::kSignal : Operation::kAwait;
      const trace::HandleId handle = handle_id(object_key(event), object_name(event));
      put(thread, operation, base::index(handle), event.site);
      return;
    }
  }
}

trace::Record& Builder::put(ThreadId thread, Operation operation, std::uint32_t subject,
                            std::uint32_t site_number) {
  trace::Record& record = records_.emplace_back();
  record.operation = operation;
  record.thread = thread;
  record.subject = subject;
  if (site_number < kNoSite) record.place = place_of(thread, site_number);
  return record;
}

void Builder::access(ThreadId thread, const Event& event) {
  SiteIds& ids = site(event.site);
  if (ids.field == kUnresolved) {
    const ResolvedField resolved = program_.resolve(event.site);
    const Program::SiteFacts facts = program_.site(event.site);
    ids.state = resolved.state;
    ids.is_initial = facts.is_initial;
    ids.field =
        field_id(resolved.class_name.empty() ? facts.owner : resolved.class_name, facts.field,
                 event.object == 0 ? trace::FieldKind::kStatic : trace::FieldKind::kInstance);
  }
  if (ids.state == FieldState::kLeftOut || ids.state == FieldState::kFinalStatic) return;
  const bool is_read = event.what == What::kRead || event.what == What::kStampedRead ||
                       event.what == What::kReadReference;
  const bool has_value = event.what == What::kReadReference || event.what == What::kWriteReference;
  const bool is_volatile = ids.state == FieldState::kVolatile;
  const Operation operation = is_volatile
                                  ? is_read ? Operation::kVolatileRead : Operation::kVolatileWrite
                              : is_read ? Operation::kRead
                                        : Operation::kWrite;
  const bool is_initial = ids.is_initial;
  trace::Record& record =
      put(thread, operation, base::index(field_location(ids.field, event.object)), event.site);
  if (!has_value || is_volatile) return;
  record.flags = event.argument == 0 ? trace::flag::kNull : trace::flag::kNotNull;
  if (is_initial) record.flags |= trace::flag::kInitial;
  if (!is_read || event.argument == 0) return;
  record.flags |= trace::flag::kHasValue;
  record.value = event.argument;
}

// Fewer sites than the group's number, as they were numbered before it.
void Builder::group(ThreadId thread, const Event& event) {
  const std::uint32_t members = std::min(site(event.site).members, event.site);
  for (std::uint32_t number = event.site - members; number < event.site; ++number) {
    Event each = event;
    each.site = number;
    each.what = site(number).is_read ? What::kRead : What::kWrite;
    access(thread, each);
  }
}

void Builder::null_test(ThreadId thread, const Event& event) {
  const Program::SiteFacts facts = program_.site(event.site);
  trace::Record& record = put(thread, Operation::kNullTest, facts.target + 1, event.site);
  record.value = event.object;
  if (facts.does_jump) record.flags = trace::flag::kTaken;
}

std::uint32_t Builder::array_field(std::uint32_t array_class) {
  if (last_array_class_ == array_class && last_array_field_ != kUnresolved)
    return last_array_field_;
  const auto [found, is_new] = array_fields_.try_emplace(array_class, 0);
  if (is_new)
    found->second = field_id(names_.class_name(array_class), "[]", trace::FieldKind::kArray);
  last_array_class_ = array_class;
  last_array_field_ = found->second;
  return found->second;
}

void Builder::element(ThreadId thread, const Event& event, Operation operation) {
  const std::uint32_t field = array_field(static_cast<std::uint32_t>(event.argument >> 32));
  const auto first = static_cast<std::uint32_t>(event.argument);
  trace::Record record =
      put(thread, operation, base::index(element_location(field, event.object, first)), event.site);
  for (std::uint32_t each = 1; each < event.count; ++each) {
    record.subject = base::index(element_location(field, event.object, first + each));
    records_.push_back(record);
  }
}

void Builder::whole(ThreadId thread, const Event& event, std::string_view name,
                    Operation operation) {
  const auto object_class = static_cast<std::uint32_t>(event.argument);
  const auto [found, is_new] = object_fields_.try_emplace(object_class, 0);
  if (is_new) {  // what an updater stands for has its field's name behind the class's
    const std::string known = names_.class_name(object_class);
    const std::size_t end = known.find('#');
    found->second =
        field_id(known.substr(0, end),
                 end == std::string::npos ? std::string(name) : known.substr(end + 1),
                 trace::FieldKind::kInstance);
  }
  const trace::LocationId at = field_location(found->second, event.object);
  put(thread, operation, base::index(at), event.site);
}

std::size_t Builder::find_held(const Thread& thread, trace::LockId lock) {
  for (std::size_t at = thread.held.size(); at != 0; --at)
    if (thread.held[at - 1].lock == lock) return at - 1;
  return thread.held.size();
}

void Builder::lock(ThreadId thread, trace::LockId lock, std::uint32_t site, bool is_shared) {
  Thread& state = threads_[base::index(thread)];
  const std::size_t at = find_held(state, lock);
  if (at == state.held.size()) state.held.push_back({.lock = lock, .exclusive = 0, .shared = 0});
  Held& held = state.held[at];
  std::uint32_t& count = is_shared ? held.shared : held.exclusive;
  if (count++ != 0) return;
  trace::Record& record = put(thread, Operation::kLock, base::index(lock), site);
  if (is_shared) record.flags = trace::flag::kShared;
}

void Builder::unlock(ThreadId thread, trace::LockId lock, std::uint32_t site, bool is_shared) {
  std::vector<Held>& all = threads_[base::index(thread)].held;
  const std::size_t at = find_held(threads_[base::index(thread)], lock);
  if (at == all.size() || (is_shared ? all[at].shared : all[at].exclusive) == 0) {
    ++unmatched_;
    return;
  }
  std::uint32_t& count = is_shared ? all[at].shared : all[at].exclusive;
  if (--count != 0) return;
  if (all[at].shared == 0 && all[at].exclusive == 0)
    all.erase(all.begin() + static_cast<std::ptrdiff_t>(at));
  trace::Record& record = put(thread, Operation::kUnlock, base::index(lock), site);
  if (is_shared) record.flags = trace::flag::kShared;
}

// A wait gives the lock back however often it was taken, and has it as often afterwards.
void Builder::give_up(ThreadId thread, const Event& event) {
  const trace::LockId id = lock_id(event);
  Thread& state = threads_[base::index(thread)];
  const std::size_t at = find_held(state, id);
  Entered entered{What::kWait, id, event.site, {}};
  if (at != state.held.size()) {
    entered.held = state.held[at];
    state.held.erase(state.held.begin() + static_cast<std::ptrdiff_t>(at));
    put(thread, Operation::kUnlock, base::index(id), event.site);
  }
  state.entered.push_back(entered);
}

void Builder::leave(ThreadId thread) {
  Thread& state = threads_[base::index(thread)];
  if (state.entered.empty()) {
    ++unmatched_;
    return;
  }
  const Entered entered = state.entered.back();
  state.entered.pop_back();
  if (entered.what == What::kEnter) return unlock(thread, entered.lock, entered.site, false);
  if (entered.held.exclusive == 0) return;
  state.held.push_back(entered.held);
  put(thread, Operation::kWait, base::index(entered.lock), entered.site);
}

void Builder::send(ThreadId thread, const Event& event) {
  const auto id = static_cast<trace::EventId>(next_event_++);
  sent_[std::uint64_t{event.site} << 32 | event.object] = id;
  trace::Send sent = trace::send_delayed(id, 0);
  sent.handler = handler_id(static_cast<std::uint32_t>(event.argument));
  put(thread, Operation::kSend, base::index(queue_id(event.site)), kNoSite).value = sends_.size();
  sends_.push_back(sent);
}

// An event that runs inside another, as those of modal dialogs do, pauses that. One that nobody was
// seen to send is a call.
void Builder::run(ThreadId thread, const Event& event) {
  const trace::QueueId queue = queue_id(event.site);
  Thread& state = threads_[base::index(thread)];
  if (std::ranges::find(state.loops, base::index(queue)) == state.loops.end()) {
    state.loops.push_back(base::index(queue));
    put(thread, Operation::kLoopEnter, base::index(queue), kNoSite);
  }
  const auto found = sent_.find(std::uint64_t{event.site} << 32 | event.object);
  if (found == sent_.end()) return state.events.push_back(base::kNone<trace::EventId>);
  const trace::EventId id = found->second;
  sent_.erase(found);
  if (!state.events.empty() && !base::is_none(state.events.back()))
    put(thread, Operation::kPause, base::index(state.events.back()), kNoSite);
  state.events.push_back(id);
  put(thread, Operation::kBegin, base::index(id), kNoSite);
}

void Builder::ran(ThreadId thread) {
  std::vector<trace::EventId>& events = threads_[base::index(thread)].events;
  if (events.empty()) return;
  const trace::EventId id = events.back();
  events.pop_back();
  if (base::is_none(id)) return;
  put(thread, Operation::kEnd, base::index(id), kNoSite);
  if (!events.empty() && !base::is_none(events.back()))
    put(thread, Operation::kResume, base::index(events.back()), kNoSite);
}

trace::QueueId Builder::queue_id(std::uint32_t number) {
  const auto [found, is_new] =
      queue_ids_.try_emplace(number, static_cast<std::uint32_t>(tables_.queues.size()));
  if (is_new) tables_.queues.push_back({names_.queue(number), trace::QueueKind::kLooper});
  return static_cast<trace::QueueId>(found->second);
}

trace::HandlerId Builder::handler_id(std::uint32_t event_class) {
  const auto [found, is_new] =
      handler_ids_.try_emplace(event_class, static_cast<std::uint32_t>(tables_.handlers.size()));
  if (is_new) tables_.handlers.push_back(names_.class_name(event_class));
  return static_cast<trace::HandlerId>(found->second);
}

ThreadId Builder::thread_id(std::uint64_t number) {
  if (number == last_thread_number_) return last_thread_;
  const auto [found, is_new] =
      thread_ids_.try_emplace(number, static_cast<std::uint32_t>(threads_.size()));
  if (is_new) {
    threads_.emplace_back().number = number;
    tables_.threads.push_back(names_.thread(number));
  }
  last_thread_number_ = number;
  last_thread_ = static_cast<ThreadId>(found->second);
  return last_thread_;
}

Builder::SiteIds& Builder::new_site(std::uint32_t number) {
  if (number >= sites_.size()) sites_.resize(std::size_t{number} + 1024);
  SiteIds& ids = sites_[number];
  const Program::SiteFacts facts = program_.site(number);
  ids.is_read = facts.action == rewrite::Action::kRead;
  ids.members = facts.members;
  tables_.sites.push_back(facts.place);
  ids.site = static_cast<trace::SiteId>(tables_.sites.size() - 1);
  ids.place = place_id(ids.site, base::kNone<trace::PlaceId>);
  return ids;
}

// Stacks are taken now and then: until the next, a thread is taken to come from where it came.
trace::PlaceId Builder::place_of(ThreadId thread, std::uint32_t number) {
  SiteIds& ids = site(number);
  if (stack_places_.empty()) return ids.place;
  const std::uint64_t key = std::uint64_t{base::index(thread)} << 32 | number;
  RecentPlace& recent = recent_place(key);
  if (recent.key != key) {
    const auto found = stack_places_.find(key);
    recent = {key, found == stack_places_.end() ? ids.place : found->second};
  }
  return recent.place;
}

void Builder::stack(ThreadId thread, const Event& event) {
  SiteIds& ids = site(event.site);
  const std::uint64_t key = std::uint64_t{base::index(thread)} << 32 | event.site;
  const trace::PlaceId place =
      place_id(ids.site, caller_place(static_cast<std::uint32_t>(event.argument)));
  stack_places_[key] = place;
  recent_place(key) = {key, place};
  const std::uint32_t members = std::min(ids.members, event.site);
  for (std::uint32_t number = event.site - members; number < event.site; ++number) {
    Event each = event;
    each.site = number;
    stack(thread, each);
  }
}

trace::PlaceId Builder::caller_place(std::uint32_t stack) {
  if (const auto found = caller_places_.find(stack); found != caller_places_.end())
    return found->second;
  trace::PlaceId place = base::kNone<trace::PlaceId>;
  const std::vector<std::uint32_t> frames = stacks_.frames(stack);
  for (const std::uint32_t frame : std::views::reverse(frames)) {
    const auto [found, is_new] =
        frame_sites_.try_emplace(frame, static_cast<trace::SiteId>(tables_.sites.size()));
    if (is_new) tables_.sites.push_back(stacks_.site(frame));
    place = place_id(found->second, place);
  }
  caller_places_.emplace(stack, place);
  return place;
}

trace::PlaceId Builder::place_id(trace::SiteId site, trace::PlaceId caller) {
  const std::uint64_t key = std::uint64_t{base::index(site)} << 32 | base::index(caller);
  const auto [found, is_new] =
      place_ids_.try_emplace(key, static_cast<trace::PlaceId>(tables_.places.size()));
  if (is_new) tables_.places.push_back({.site = site, .caller = caller});
  return found->second;
}

std::string Builder::object_name(const Event& event) const {
  const auto object_class = static_cast<std::uint32_t>(event.argument);
  const bool is_key = (object_class & kMapKey) != 0;
  return fmt::format("{}@{:x}{}", names_.class_name(object_class & ~kMapKey), event.object,
                     is_key ? " at a key" : "");
}

trace::LockId Builder::lock_id(const Event& event) {
  const std::uint64_t key = object_key(event);
  RecentLock& recent = recent_locks_[event.object % kRecentLocks];
  if (recent.key != key) recent = {key, new_or_known_lock(event)};
  return recent.id;
}

trace::LockId Builder::new_or_known_lock(const Event& event) {
  const auto [found, is_new] =
      lock_ids_.try_emplace(object_key(event), static_cast<std::uint32_t>(tables_.locks.size()));
  if (is_new) tables_.locks.push_back(object_name(event));
  return static_cast<trace::LockId>(found->second);
}

trace::HandleId Builder::handle_id(std::uint64_t key, const std::string& name) {
  const auto [found, is_new] =
      handle_ids_.try_emplace(key, static_cast<std::uint32_t>(tables_.handles.size()));
  if (is_new)
    tables_.handles.push_back({.name = name, .kind = trace::HandleKind::kListener, .permits = 0});
  return static_cast<trace::HandleId>(found->second);
}

std::uint32_t Builder::field_id(const std::string& class_name, const std::string& name,
                                trace::FieldKind kind) {
  const auto [found, is_new] = field_ids_.try_emplace(
      std::pair(class_name, name), static_cast<std::uint32_t>(tables_.fields.size()));
  if (!is_new) return found->second;
  tables_.fields.push_back({.class_name = class_name, .name = name, .kind = kind});
  field_locations_.add_field(class_name, kind != trace::FieldKind::kInstance);
  return found->second;
}

std::uint32_t Builder::new_location(std::uint32_t field, std::uint32_t object,
                                    std::uint64_t index) {
  tables_.locations.push_back(
      {.field = static_cast<trace::FieldId>(field), .object = object, .index = index});
  return location_count_++;
}

trace::LocationId Builder::field_location(std::uint32_t field, std::uint32_t object) {
  RecentField& recent = recent_fields_[(object + field * kFieldStep) % kRecentFields];
  if (recent.field == field && recent.object == object) return recent.id;
  const std::uint32_t number =
      field_locations_.at(field, object, [this](std::uint32_t each, std::uint32_t of) {
        return new_location(each, of, trace::kNoIndex);
      });
  recent = {field, object, static_cast<trace::LocationId>(number)};
  return recent.id;
}

trace::LocationId Builder::element_location(std::uint32_t field, std::uint32_t object,
                                            std::uint32_t index) {
  const LocationKey key{field, object, index / kPageElements};
  RecentPage& recent = recent_pages_[(key.index + object) % kRecentPages];
  if (recent.page == nullptr || recent.key != key) {
    const auto [found, is_new] =
        page_numbers_.try_emplace(key, static_cast<std::uint32_t>(pages_.size()));
    if (is_new) pages_.emplace_back().ids.fill(kUnresolved);
    recent = {key, &pages_[found->second]};
  }
  std::uint32_t& id = recent.page->ids[index % kPageElements];
  if (id == kUnresolved) id = new_location(field, object, index);
  return static_cast<trace::LocationId>(id);
}

}  // namespace heddle::recording
