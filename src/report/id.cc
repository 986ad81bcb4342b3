// An id has 32 bits, so that it can be typed: among ten thousand findings two shapes meet with a
// chance of one in a hundred. Then the later shape takes the id of its next number, which is also
// how findings of one shape are told apart.
#include "report/id.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "base/hash.h"
#include "base/parallel_sort.h"
#include "report/finding.h"
#include "report/names.h"

namespace heddle::report {
namespace {

char letter(Kind kind) {
  switch (kind) {
    case Kind::kDataRace: return 'r';
    case Kind::kDeadlock: return 'd';
    case Kind::kUseFreeRace: return 'u';
    case Kind::kOrderViolation: return 'o';
    case Kind::kGuardViolation: return 'g';
    case Kind::kEndlessWait: return 'w';
    case Kind::kUnreleasedLock: return 'l';
    case Kind::kUncheckedCall: return 'c';
  }
  return 'x';
}

std::string member(const Place& place) {
  return without_numbers(place.class_name) + "." + without_numbers(place.method);
}

// Locks have names in words, with lines in them; where they were taken says enough.
std::string held_from(const Side& side) {
  std::vector<std::string> from;
  for (const Lock& lock : side.holds)
    if (lock.acquired) from.push_back(member(*lock.acquired));
  std::ranges::sort(from);
  return from.empty() ? std::string() : fmt::format(" holds {}", fmt::join(from, " "));
}

// A finding without an id, with what decides its number: the order of the source, then anything
// that tells findings apart.
struct Nameless {
  std::string_view shape;
  std::vector<std::uint32_t> lines;
  Finding* finding = nullptr;

  Nameless(Finding& one, std::string_view its_shape) : shape(its_shape), finding(&one) {
    for (const Side& side : one.sides) lines.push_back(side.at.line);
    std::ranges::sort(lines);
  }
  [[nodiscard]] auto key() const {
    return std::tie(shape, lines, finding->sides, finding->subject, finding->object, finding);
  }
};

}  // namespace

std::string site_of(const Side& side) {
  std::string site(word(side.operation));
  site += ' ';
  site += member(side.at);
  if (side.ordinal != 0) site += fmt::format(" #{}", side.ordinal);
  return site;
}

std::string shape_of(const Finding& finding) {
  std::string shape(word(finding.kind));
  if (finding.subject) {
    shape += "\n" + without_numbers(finding.subject->class_name);
    if (finding.subject->field) shape += "." + without_numbers(*finding.subject->field);
  }
  std::vector<std::string> sites;
  for (const Side& side : finding.sides) sites.push_back(site_of(side) + held_from(side));
  std::ranges::sort(sites);
  for (const std::string& site : sites) shape += "\n" + site;
  return shape;
}

std::string id_of(Kind kind, std::string_view shape, std::uint32_t among_equal) {
  const std::uint64_t hash = base::hash_text(fmt::format("{}\n{}", shape, among_equal));
  return fmt::format("{}-{:08x}", letter(kind), static_cast<std::uint32_t>(hash >> 32U));
}

void assign_ids(std::span<Finding> findings) {
  std::vector<std::string> shapes;
  for (const Finding& finding : findings) shapes.push_back(shape_of(finding));
  assign_ids(findings, shapes);
}

void assign_ids(std::span<Finding> findings, std::span<const std::string> shapes,
                unsigned workers) {
  std::set<std::string> taken;
  std::vector<Nameless> nameless;
  for (std::size_t i = 0; i < findings.size(); ++i)
    if (findings[i].id.empty())
      nameless.emplace_back(findings[i], shapes[i]);
    else
      taken.insert(findings[i].id);
  base::parallel_sort(nameless, workers, [](const Nameless& one, const Nameless& other) {
    return one.key() < other.key();
  });
  std::string_view shape;
  std::uint32_t number = 0;
  for (const Nameless& one : nameless) {
    number = one.shape == shape ? number + 1 : 0;
    shape = one.shape;
    do {
      one.finding->id = id_of(one.finding->kind, shape, number);
    } while (!taken.insert(one.finding->id).second && ++number != 0);
  }
}

}  // namespace heddle::report
