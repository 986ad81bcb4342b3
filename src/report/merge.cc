#include "report/merge.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <map>
#include <set>
#include <span>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "base/hash.h"
#include "base/parallel.h"
#include "base/parallel_sort.h"
#include "report/finding.h"
#include "report/id.h"
#include "report/report.h"

namespace heddle::report {
namespace {

// --- are they the same? --------------------------------------------------------------------------

bool is_same_place(const Side& one, const Side& other) {
  return (one.at.line == other.at.line || one.at.line == 0 || other.at.line == 0) &&
         site_of(one) == site_of(other);
}

// Both are of one shape: each side of one has its partner in the other.
bool has_same_places(const Finding& one, const Finding& other) {
  return one.sides.size() == other.sides.size() &&
         std::is_permutation(one.sides.begin(), one.sides.end(), other.sides.begin(),
                             is_same_place);
}

// --- two become one ------------------------------------------------------------------------------

void merge_support(std::vector<Support>& into, const std::vector<Support>& more) {
  for (const Support& support : more) {
    const auto same = std::ranges::find(into, support.engine, &Support::engine);
    if (same == into.end())
      into.push_back(support);
    else
      same->evidence = std::max(same->evidence, support.evidence);
  }
  std::ranges::sort(into);
}

void merge_reasons(std::vector<Reason>& into, const std::vector<Reason>& more) {
  for (const Reason& reason : more) {
    const auto same = std::ranges::find(into, reason.kind, &Reason::kind);
    if (same == into.end())
      into.push_back(reason);
    else if (same->why.empty())
      same->why = reason.why;
  }
}

// What a reader wants to know of a side, counted.
std::size_t known_parts(const Side& side) {
  return std::size_t{!side.stack.empty()} + std::size_t{side.at.line != 0} +
         std::size_t{!side.thread.name.empty()} +
         std::size_t{side.thread.started || side.thread.kind == ThreadKind::kMain};
}

Evidence strongest(const Finding& finding) {
  Evidence evidence = finding.evidence;
  for (const Support& support : finding.support) evidence = std::max(evidence, support.evidence);
  return evidence;
}

// Clearer: more is known; better proven; shorter to read. Then anything, but always the same.
bool is_clearer(const Finding& one, const Finding& other) {
  const auto key = [](const Finding& finding) {
    std::size_t unknown = 4 * finding.sides.size();
    std::size_t frames = 0;
    for (const Side& side : finding.sides) {
      unknown -= known_parts(side);
      frames += side.stack.size();
    }
    return std::tuple(unknown, -static_cast<int>(strongest(finding)), frames);
  };
  return std::tuple(key(one), std::tie(one.sides)) < std::tuple(key(other), std::tie(other.sides));
}

bool share_an_engine(const Finding& one, const Finding& other) {
  return std::ranges::any_of(one.support, [&](const Support& support) {
    return std::ranges::find(other.support, support.engine, &Support::engine) !=
           other.support.end();
  });
}

void take_instance(Finding& into, Finding& more) {
  into.sides = std::move(more.sides);
  if (more.object) into.object = std::move(more.object);
  if (!more.unordered.empty()) into.unordered = std::move(more.unordered);
}

// --- lists ---------------------------------------------------------------------------------------

template <typename T>
void append(std::vector<T>& into, std::vector<T> more) {
  into.insert(into.end(), std::make_move_iterator(more.begin()),
              std::make_move_iterator(more.end()));
}

constexpr std::size_t kPiece = 256;

using Shapes = std::map<std::string, std::vector<std::size_t>>;

Shapes by_shape(const std::vector<Finding>& findings) {
  Shapes shapes;
  for (std::size_t i = 0; i < findings.size(); ++i) shapes[shape_of(findings[i])].push_back(i);
  return shapes;
}

// Equal shapes behind each other, and those in the order they have.
std::vector<std::size_t> order_by_shape(const std::vector<std::string>& shapes,
                                        const std::vector<std::uint64_t>& hashes,
                                        unsigned workers) {
  std::vector<std::size_t> order(shapes.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  base::parallel_sort(order, workers, [&](std::size_t one, std::size_t other) {
    if (hashes[one] != hashes[other]) return hashes[one] < hashes[other];
    const int compared = shapes[one].compare(shapes[other]);
    return compared != 0 ? compared < 0 : one < other;
  });
  return order;
}

// Into the first of those that are the same.
void merge_same_shape(std::vector<Finding>& findings, std::span<const std::size_t> same_shape,
                      std::vector<std::uint8_t>& is_gone) {
  for (std::size_t i = 0; i < same_shape.size(); ++i)
    for (std::size_t j = i + 1; j < same_shape.size(); ++j) {
      Finding& first = findings[same_shape[i]];
      Finding& second = findings[same_shape[j]];
      if (is_gone[same_shape[i]] != 0 || is_gone[same_shape[j]] != 0) continue;
      if (!has_same_places(first, second)) continue;
      merge_finding(first, std::move(second));
      second = Finding();  // what is left of it, while others do the same
      is_gone[same_shape[j]] = 1;
    }
}

// The finding of one shape that is this one; none: nullptr.
Finding* partner_of(const Finding& finding, std::vector<Finding>& known,
                    const std::vector<std::size_t>& same_shape) {
  for (const std::size_t index : same_shape)
    if (has_same_places(known[index], finding)) return &known[index];
  return nullptr;
}

std::set<std::string> ids_of(const std::vector<Finding>& findings) {
  std::set<std::string> ids;
  for (const Finding& finding : findings) ids.insert(finding.id);
  return ids;
}

void merge_lists(std::vector<Finding>& into, std::vector<Finding> more) {
  const Shapes known = by_shape(into);
  std::vector<Finding> added;
  for (const auto& [shape, indexes] : by_shape(more)) {
    const auto found = known.find(shape);
    const std::vector<std::size_t> same_shape =
        found == known.end() ? std::vector<std::size_t>() : found->second;
    const bool is_alone = same_shape.size() == 1 && indexes.size() == 1;
    for (const std::size_t index : indexes) {
      Finding& finding = more[index];
      Finding* const partner =
          is_alone ? &into[same_shape[0]] : partner_of(finding, into, same_shape);
      if (partner != nullptr)
        merge_finding(*partner, std::move(finding));
      else
        added.push_back(std::move(finding));
    }
  }
  // An id that stands for something else here will not do.
  const std::set<std::string> taken = ids_of(into);
  for (Finding& finding : added)
    if (taken.contains(finding.id)) finding.id.clear();
  append(into, std::move(added));
}

template <typename T>
void unite(std::vector<T>& into, std::vector<T> more) {
  append(into, std::move(more));
  std::ranges::sort(into);
  into.erase(std::ranges::unique(into).begin(), into.end());
}

template <typename Number>
void add_up(std::vector<std::pair<std::string, Number>>& into,
            const std::vector<std::pair<std::string, Number>>& more) {
  for (const auto& [name, number] : more) {
    const auto same = std::ranges::find(into, name, [](const auto& pair) { return pair.first; });
    if (same == into.end())
      into.emplace_back(name, number);
    else
      same->second += number;
  }
}

void merge_analysed(Analysed& into, Analysed more) {
  into.classes += more.classes;
  into.methods += more.methods;
  into.reachable_methods += more.reachable_methods;
  into.origins += more.origins;
  unite(into.skipped, std::move(more.skipped));
  unite(into.notes, std::move(more.notes));
  add_up(into.counts, more.counts);
}

std::vector<Finding> take_all(Report& report) {
  std::vector<Finding> all = std::move(report.findings);
  append(all, std::move(report.suppressed));
  report.findings.clear();
  report.suppressed.clear();
  return all;
}

}  // namespace

// One engine that found it twice saw other instances; two engines saw the same ones.
void merge_finding(Finding& into, Finding more) {
  const bool is_same_engine = share_an_engine(into, more);
  into.instances =
      is_same_engine ? into.instances + more.instances : std::max(into.instances, more.instances);
  if (is_clearer(more, into)) take_instance(into, more);
  into.evidence = std::max(into.evidence, more.evidence);
  merge_support(into.support, more.support);
  merge_reasons(into.reasons, more.reasons);
  if (into.id.empty()) into.id = std::move(more.id);
  if (!into.object) into.object = std::move(more.object);
  if (into.subject && more.subject && into.subject->type.empty())
    into.subject->type = std::move(more.subject->type);
  // What another engine sees, too, is no guess of the first.
  if (!is_same_engine) into.doubts.clear();
  if (more.doubts.size() < into.doubts.size()) into.doubts = std::move(more.doubts);
  if (into.unordered.empty()) into.unordered = std::move(more.unordered);
  if (into.how.empty()) into.how = std::move(more.how);
  if (into.missed.empty() || more.missed.empty()) into.missed.clear();
  if (!into.suppressed) into.suppressed = std::move(more.suppressed);
  if (!into.known) into.known = more.known;
}

void merge_equal(std::vector<Finding>& findings) { merge_equal_shapes(findings); }

std::vector<std::string> merge_equal_shapes(std::vector<Finding>& findings, unsigned workers) {
  std::vector<std::string> shapes(findings.size());
  std::vector<std::uint64_t> hashes(findings.size());
  base::parallel_for(findings.size(), workers, kPiece, [&](std::size_t at, unsigned) {
    shapes[at] = shape_of(findings[at]);
    hashes[at] = base::hash_text(shapes[at]);
  });
  const std::vector<std::size_t> order = order_by_shape(shapes, hashes, workers);
  std::vector<std::size_t> firsts;  // in the order, of each shape
  for (std::size_t i = 0; i < order.size(); ++i)
    if (i == 0 || shapes[order[i]] != shapes[order[i - 1]]) firsts.push_back(i);
  std::vector<std::uint8_t> is_gone(findings.size());
  base::parallel_for(firsts.size(), workers, kPiece, [&](std::size_t at, unsigned) {
    const std::size_t end = at + 1 < firsts.size() ? firsts[at + 1] : order.size();
    merge_same_shape(findings, std::span(order).subspan(firsts[at], end - firsts[at]), is_gone);
  });
  std::size_t index = 0;
  std::erase_if(findings, [&](const Finding&) { return is_gone[index++] != 0; });
  index = 0;
  std::erase_if(shapes, [&](const std::string&) { return is_gone[index++] != 0; });
  return shapes;
}

void merge(Report& into, Report more) {
  std::vector<Finding> all = take_all(into);
  merge_lists(all, take_all(more));
  for (Finding& finding : all)
    (finding.suppressed ? into.suppressed : into.findings).push_back(std::move(finding));
  merge_analysed(into.analysed, std::move(more.analysed));
  unite(into.unused_suppressions, std::move(more.unused_suppressions));
  unite(into.fixed, std::move(more.fixed));
  if (!into.guide) into.guide = std::move(more.guide);
  add_up(into.seconds, more.seconds);
  if (more.peak_megabytes)
    into.peak_megabytes = std::max(into.peak_megabytes.value_or(0), *more.peak_megabytes);
}

}  // namespace heddle::report
