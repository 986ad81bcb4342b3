#include "modular/summary_writer.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

#include "ir/program_snapshot.h"
#include "modular/summary_layout.h"
#include "modular/varint.h"

namespace heddle::modular {

using base::index;

namespace {

void put_word(std::vector<std::uint8_t>& out, std::uint32_t word) {
  for (unsigned shift = 0; shift < 32; shift += 8)
    out.push_back(static_cast<std::uint8_t>(word >> shift));
}

std::uint32_t zigzag(std::uint32_t from, std::uint32_t to) {
  return to >= from ? (to - from) << 1U : (from - to) << 1U | 1U;
}

std::uint32_t bits_of(const Access& access) {
  const auto action = static_cast<std::uint32_t>(access.action);
  return (action & kActionBits) | (action > kActionBits ? kLateAction : 0U) |
         (static_cast<std::uint32_t>(access.threads) ^ kAnyThread) << kThreadsAt |
         (access.is_exact ? 0U : kInexact) | (access.elsewhere ? kElsewhere : 0U) |
         (base::is_none(access.callee) ? 0U : kByCall) | (access.is_over ? kOver : 0U) |
         (access.is_of_task ? kOfTask : 0U) | (access.may_fail ? kMayFail : 0U);
}

}  // namespace

std::uint32_t SummaryWriter::text(std::string_view text) {
  const auto [place, is_new] =
      texts_.try_emplace(std::string(text), static_cast<std::uint32_t>(texts_.size()));
  if (is_new) {
    put_varint(text_bytes_, static_cast<std::uint32_t>(text.size()));
    text_bytes_.insert(text_bytes_.end(), text.begin(), text.end());
  }
  return place->second;
}

std::uint32_t SummaryWriter::number(ir::ClassId id) {
  const auto [number, is_new] = classes_.find(id);
  if (is_new) {
    put_varint(class_bytes_, text(program_.name(id)));
    symbols_.classes.push_back(id);
  }
  return number;
}

std::uint32_t SummaryWriter::number(ir::MethodId id) {
  const auto [number, is_new] = methods_.find(id);
  if (is_new) {
    put_varint(method_bytes_, this->number(program_.owner(id)));
    put_varint(method_bytes_, text(program_.name(id)));
    put_varint(method_bytes_, text(program_.descriptor(id)));
    symbols_.methods.push_back(id);
  }
  return number;
}

std::uint32_t SummaryWriter::number(ir::FieldId id) {
  const auto [number, is_new] = fields_.find(id);
  if (is_new) {
    const auto type = ir::ProgramSnapshot::type(program_, id);
    put_varint(field_bytes_, this->number(program_.owner(id)));
    put_varint(field_bytes_, text(program_.name(id)));
    put_varint(field_bytes_, text(type.base));
    put_varint(field_bytes_, type.dimensions);
    symbols_.fields.push_back(id);
  }
  return number;
}

std::uint32_t SummaryWriter::number(const Path& path) {
  if (const auto known = paths_.find(path); known != paths_.end()) return known->second;
  std::array<std::uint32_t, 1 + Path::kLongest> words{path.base};
  if (path.root == Path::Root::kStatic) words[0] = number(base::id_at<ir::FieldId>(path.base));
  if (path.root == Path::Root::kClass) words[0] = number(base::id_at<ir::ClassId>(path.base));
  for (std::size_t i = 0; i < path.length; ++i)
    words[i + 1] = path.fields[i] == kElements  ? kElementsStep
                   : path.fields[i] == kContent ? kContentStep
                                                : kFirstField + number(path.fields[i]);
  put_varint(path_bytes_, static_cast<std::uint32_t>(path.root) | std::uint32_t{path.length} << 3U);
  for (std::size_t i = 0; i <= path.length; ++i) put_varint(path_bytes_, words[i]);
  return paths_.emplace(path, static_cast<std::uint32_t>(paths_.size())).first->second;
}

std::uint32_t SummaryWriter::site(ir::MethodId method, std::uint32_t instruction) {
  const std::uint64_t key = std::uint64_t{index(method)} << 32U | instruction;
  if (const auto known = sites_.find(key); known != sites_.end()) return known->second;
  put_varint(site_bytes_, base::is_none(method) ? 0 : number(method) + 1);
  put_varint(site_bytes_, instruction);
  return sites_.emplace(key, static_cast<std::uint32_t>(sites_.size())).first->second;
}

void SummaryWriter::write(Output& out, const Locks& locks) {
  put_varint(out, static_cast<std::uint32_t>(locks.size()));
  for (const HeldLock& lock : locks) {
    put_varint(out, number(lock.path));
    put_varint(out, static_cast<std::uint32_t>(lock.mode));
    put_varint(out, lock.depth);
    put_varint(out, site(lock.taken_in, lock.taken_at));
  }
}

void SummaryWriter::write(Output& out, const std::vector<Path>& paths) {
  put_varint(out, static_cast<std::uint32_t>(paths.size()));
  for (const Path& path : paths) put_varint(out, number(path));
}

SummaryWriter::Numbered SummaryWriter::number(const Access& access) {
  const std::uint32_t path = number(access.path);
  return {.path = path,
          .site = base::is_none(access.callee) ? 0 : site(access.site, access.instruction)};
}

void SummaryWriter::number_accesses(const Summary& summary) {
  numbered_.clear();
  for (const Access& access : summary.accesses) numbered_.push_back(number(access));
}

// Most of them have their numbers already; what is written does not depend on that.
void SummaryWriter::number_part(const Summary& part, const Summary& whole) {
  const auto is_other = [](const Access& one, const Access& other) {
    return one.call != other.call || one.next != other.next || one.site != other.site ||
           one.instruction != other.instruction || one.callee != other.callee ||
           one.path != other.path;
  };
  std::size_t at = 0;
  of_part_.clear();
  for (const Access& access : part.accesses) {
    while (at < whole.accesses.size() && is_other(whole.accesses[at], access)) ++at;
    of_part_.push_back(at < whole.accesses.size() ? numbered_[at++] : number(access));
  }
  numbered_.swap(of_part_);
}

void SummaryWriter::write_accesses(Output& out, const Summary& summary,
                                   const std::vector<ir::MethodId>& callees) const {
  constexpr std::size_t kNumbers = 8, kLongest = 5;
  std::array<std::uint8_t, kNumbers * kLongest> bytes{};
  std::uint32_t last_call = 0;
  auto callee = callees.begin();
  for (std::size_t i = 0; i < summary.accesses.size(); ++i) {
    const Access& access = summary.accesses[i];
    std::uint8_t* end = put_varint(bytes.data(), bits_of(access));
    end = put_varint(end, numbered_[i].path);
    end = put_varint(end, access.locks);
    end = put_varint(end, zigzag(last_call, access.call));
    last_call = access.call;
    if (!base::is_none(access.callee)) {
      if (*callee != access.callee) callee = std::ranges::find(callees, access.callee);
      end = put_varint(end, static_cast<std::uint32_t>(callee - callees.begin()));
      end = put_varint(end, access.next);
      end = put_varint(end, access.steps);
      end = put_varint(end, numbered_[i].site);
    }
    out.insert(out.end(), bytes.data(), end);
  }
}

void SummaryWriter::write(Output& out, const Summary& summary, const Summary* whole) {
  put_varint(out, (summary.was_cut ? 1U : 0U) | (summary.assigns_more ? 2U : 0U));
  put_varint(out, static_cast<std::uint32_t>(summary.locksets.size() - 1));
  for (std::size_t i = 1; i < summary.locksets.size(); ++i) write(out, summary.locksets[i]);
  std::vector<ir::MethodId> callees;
  for (const Access& access : summary.accesses)
    if (!base::is_none(access.callee) && (callees.empty() || callees.back() != access.callee) &&
        std::ranges::find(callees, access.callee) == callees.end())
      callees.push_back(access.callee);
  put_varint(out, static_cast<std::uint32_t>(callees.size()));
  for (const ir::MethodId callee : callees) put_varint(out, number(callee));
  put_varint(out, static_cast<std::uint32_t>(summary.accesses.size()));
  if (whole != nullptr)
    number_part(summary, *whole);
  else
    number_accesses(summary);
  write_accesses(out, summary, callees);
  put_varint(out, static_cast<std::uint32_t>(summary.inner_calls.size()));
  for (const InnerCall& call : summary.inner_calls) {
    put_varint(out, number(call.target));
    put_varint(out, (call.is_virtual ? 1U : 0U) | (call.is_bare ? 2U : 0U));
  }
  write(out, summary.assigned);
  write(out, static_cast<const Shape&>(summary));
}

void SummaryWriter::write(Output& out, const Shape& shape) {
  put_varint(out, shape.waits ? 1U : 0U);
  write(out, shape.returns);
  put_varint(out, static_cast<std::uint32_t>(shape.stores.size()));
  for (const Store& store : shape.stores) {
    put_varint(out, number(store.to));
    put_varint(out, number(store.from));
  }
  write(out, shape.escapes);
  write(out, shape.starts);
  put_varint(out, static_cast<std::uint32_t>(shape.runs.size()));
  for (const Run& run : shape.runs) {
    put_varint(out, run.parameter);
    write(out, run.held);
  }
  write(out, shape.left_held);
  write(out, shape.let_go);
}

void SummaryWriter::write(Output& out, const Past& past) {
  put_varint(out, past.alone.assigns_more ? 1U : 0U);
  write(out, past.alone.assigned);
  put_varint(out, static_cast<std::uint32_t>(past.assigns_by.size()));
  for (const ir::MethodId by : past.assigns_by) put_varint(out, number(by));
  put_varint(out, static_cast<std::uint32_t>(past.in_circle.size()));
  out.insert(out.end(), past.in_circle.begin(), past.in_circle.end());
  put_varint(out, static_cast<std::uint32_t>(past.changes.size()));
  for (std::size_t i = 0; i < past.changes.size(); ++i) {
    put_varint(out, past.changes[i].round);
    if (i + 1 != past.changes.size()) write(out, past.changes[i].shape);
  }
}

void SummaryWriter::add(ir::MethodId method, const Summary& whole, bool is_called,
                        const Summary& outside, const Past* past) {
  const std::size_t before = records_.size();
  if (is_called) write(records_, whole, nullptr);
  const std::size_t between = records_.size();
  write(records_, outside, is_called ? &whole : nullptr);
  const std::size_t behind = records_.size();
  if (past != nullptr) write(records_, *past);
  put_varint(index_, number(method));
  put_varint(index_, static_cast<std::uint32_t>(between - before));
  put_varint(index_, static_cast<std::uint32_t>(behind - between));
  put_varint(index_, static_cast<std::uint32_t>(records_.size() - behind));
  put_varint(index_,
             static_cast<std::uint32_t>(whole.accesses.size()) << 1U | (whole.was_cut ? 1U : 0U));
  ++count_;
}

std::vector<std::uint8_t> SummaryWriter::finish() const {
  const std::array<std::pair<std::uint32_t, const Output*>, kSectionCount> sections = {{
      {static_cast<std::uint32_t>(texts_.size()), &text_bytes_},
      {classes_.size(), &class_bytes_},
      {methods_.size(), &method_bytes_},
      {fields_.size(), &field_bytes_},
      {static_cast<std::uint32_t>(paths_.size()), &path_bytes_},
      {static_cast<std::uint32_t>(sites_.size()), &site_bytes_},
      {count_, &index_},
      {count_, &records_},
  }};
  std::size_t size = kMagic.size() + sizeof(std::uint32_t) * (1 + 2 * kSectionCount);
  for (const auto& [count, bytes] : sections) size += bytes->size();
  std::vector<std::uint8_t> out;
  out.reserve(size);
  out.assign(kMagic.begin(), kMagic.end());
  put_word(out, kVersion);
  for (const auto& [count, bytes] : sections) {
    put_word(out, count);
    put_word(out, static_cast<std::uint32_t>(bytes->size()));
  }
  for (const auto& [count, bytes] : sections) out.insert(out.end(), bytes->begin(), bytes->end());
  return out;
}

}  // namespace heddle::modular
