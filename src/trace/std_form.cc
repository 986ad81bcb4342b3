#include "trace/std_form.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <expected>
#include <iterator>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/id.h"
#include "base/malformed.h"
#include "base/printable.h"
#include "trace/binary_format.h"
#include "trace/operation.h"
#include "trace/source.h"
#include "trace/tables.h"
#include "trace/text_names.h"

namespace heddle::trace {
namespace {

using base::Malformed;

constexpr std::size_t kBatchSize = 16'384;

struct Word {
  std::string_view name;
  Operation operation{};
};
constexpr std::array<Word, 8> kWords{{{"r", Operation::kRead},
                                      {"w", Operation::kWrite},
                                      {"acq", Operation::kLock},
                                      {"rel", Operation::kUnlock},
                                      {"fork", Operation::kFork},
                                      {"join", Operation::kJoin},
                                      {"begin", Operation::kThreadBegin},
                                      {"end", Operation::kThreadEnd}}};

std::optional<Operation> operation_of(std::string_view word) {
  for (const Word& each : kWords)
    if (each.name == word) return each.operation;
  return std::nullopt;
}

// Names as STD can hold them: what would end the name becomes an underscore.
std::string plain(std::string_view name) {
  std::string text(name);
  for (char& letter : text)
    if (letter == '|' || letter == '(' || letter == ')' ||
        static_cast<unsigned char>(letter) <= ' ')
      letter = '_';
  return text.empty() ? "_" : text;
}

std::string location_text(const Tables& tables, const Location& location) {
  const Field& field = tables[location.field];
  std::string text = field.class_name.empty() ? field.name : field.class_name + "." + field.name;
  if (location.object != 0) text += fmt::format("@{}", location.object);
  if (location.index != kNoIndex) text += fmt::format("[{}]", location.index);
  return plain(text);
}

}  // namespace

std::expected<Batch, Malformed> StdSource::next() {
  records_.clear();
  while (records_.size() < kBatchSize && offset_ < text_.size()) {
    const std::size_t at = offset_;
    const std::size_t end = std::min(text_.find('\n', at), text_.size());
    std::string_view line = text_.substr(at, end - at);
    if (line.ends_with('\r')) line.remove_suffix(1);
    offset_ = end + 1;
    ++line_number_;
    if (line.empty()) continue;
    if (const auto read = read_line(line, at); !read) return std::unexpected(read.error());
  }
  return Batch(records_);
}

std::expected<void, Malformed> StdSource::read_line(std::string_view line, std::size_t at) {
  const auto bad = [&](std::string_view why) {
    return std::unexpected(Malformed(
        fmt::format("line {}: {}: '{}'", line_number_, why, base::printable(line.substr(0, 80))),
        at));
  };
  const std::size_t first = line.find('|');
  if (first == std::string_view::npos || first == 0) return bad("not a line of STD, T1|acq(L1)|12");
  const std::size_t second = std::min(line.find('|', first + 1), line.size());
  const std::string_view what = line.substr(first + 1, second - first - 1);
  const std::size_t open = what.find('(');
  if (open == std::string_view::npos || !what.ends_with(')'))
    return bad("not a line of STD, T1|acq(L1)|12");
  const auto operation = operation_of(what.substr(0, open));
  if (!operation) return bad("an operation STD does not have");
  const std::string_view subject = what.substr(open + 1, what.size() - open - 2);
  Record record;
  record.operation = *operation;
  record.thread = base::id_at<ThreadId>(named(tables_.threads, threads_, line.substr(0, first)));
  switch (subject_of(*operation)) {
    case Subject::kThread: record.subject = named(tables_.threads, threads_, subject); break;
    case Subject::kLock: record.subject = named(tables_.locks, locks_, subject); break;
    case Subject::kLocation: record.subject = location(subject); break;
    default: break;
  }
  if (tables_.threads.size() > binary::kMostThreads)
    return bad(fmt::format("more than {} threads", binary::kMostThreads));
  if (second < line.size()) {
    const std::string_view number = line.substr(second + 1);
    if (const auto parsed = parse_number(number); !parsed || *parsed >= kNoNumber)
      return bad("the place is not a number");
    record.place = place(number);
  }
  records_.push_back(record);
  return {};
}

std::uint32_t StdSource::named(std::vector<std::string>& table, NameMap& names,
                               std::string_view name) {
  if (const auto found = names.find(name); found != names.end()) return found->second;
  const auto id = static_cast<std::uint32_t>(table.size());
  table.emplace_back(name);
  names.emplace(name, id);
  return id;
}

std::uint32_t StdSource::location(std::string_view name) {
  if (const auto found = locations_.find(name); found != locations_.end()) return found->second;
  const auto id = static_cast<std::uint32_t>(tables_.locations.size());
  Field field;
  field.name = name;
  tables_.fields.push_back(std::move(field));
  Location location;
  location.field = base::id_at<FieldId>(id);
  tables_.locations.push_back(location);
  locations_.emplace(name, id);
  return id;
}

PlaceId StdSource::place(std::string_view number) {
  if (const auto found = places_.find(number); found != places_.end())
    return base::id_at<PlaceId>(found->second);
  const auto id = static_cast<std::uint32_t>(tables_.places.size());
  Site site;
  site.line = static_cast<std::uint32_t>(*parse_number(number));
  tables_.sites.push_back(site);
  Place place;
  place.site = base::id_at<SiteId>(id);
  tables_.places.push_back(place);
  places_.emplace(number, id);
  return base::id_at<PlaceId>(id);
}

void StdSink::name(const Tables& tables) {
  while (threads_.by_id.size() < tables.threads.size())
    threads_.add(plain(tables.threads[threads_.by_id.size()]));
  while (locks_.by_id.size() < tables.locks.size())
    locks_.add(plain(tables.locks[locks_.by_id.size()]));
  while (locations_.by_id.size() < tables.locations.size())
    locations_.add(location_text(tables, tables.locations[locations_.by_id.size()]));
}

std::string_view StdSink::subject_word(const Record& record) const {
  switch (subject_of(record.operation)) {
    case Subject::kThread: return threads_.by_id[record.subject];
    case Subject::kLock: return locks_.by_id[record.subject];
    case Subject::kLocation: return locations_.by_id[record.subject];
    default: return "0";
  }
}

std::expected<void, std::string> StdSink::add(const Tables& tables, Batch records,
                                              std::span<const Send> /*sends*/) {
  const auto into = std::back_inserter(out_);
  name(tables);
  for (const Record& record : records) {
    const auto word = std::find_if(kWords.begin(), kWords.end(), [&](const Word& each) {
      return each.operation == record.operation;
    });
    ++written_;
    if (record.operation == Operation::kTime || record.operation == Operation::kDereference ||
        record.operation == Operation::kNullTest)
      continue;
    const bool is_shared =
        record.operation == Operation::kLock && (record.flags & flag::kShared) != 0;
    if (word == kWords.end() || is_shared)
      return std::unexpected(fmt::format("operation {} is a {}{}, which STD has no word for",
                                         written_, is_shared ? "shared " : "",
                                         name_of(record.operation)));
    fmt::format_to(into, "{}|{}({})|", threads_.by_id[base::index(record.thread)], word->name,
                   subject_word(record));
    const bool has_line =
        !base::is_none(record.place) && tables[tables[record.place].site].line != kNoNumber;
    fmt::format_to(into, "{}\n", has_line ? tables[tables[record.place].site].line : 0);
  }
  return {};
}

}  // namespace heddle::trace
