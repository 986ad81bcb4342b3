#include "modular/summary_form.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

#include "ir/program_snapshot.h"
#include "modular/varint.h"

namespace heddle::modular {

using base::index;

namespace {

constexpr std::array<std::uint8_t, 8> kMagic = {'h', 'e', 'd', 'd', 'l', 'e', 'S', '\n'};
constexpr std::uint32_t kVersion = 4;

// In the order in which they stand there.
enum Section : unsigned {
  kTexts,
  kClasses,
  kMethods,
  kFields,
  kPaths,
  kSites,
  kIndex,
  kRecords,
  kSectionCount
};

// Steps that are no field come before the fields.
constexpr std::uint32_t kElementsStep = 0, kContentStep = 1, kFirstField = 2;

void put_word(std::vector<std::uint8_t>& out, std::uint32_t word) {
  for (unsigned shift = 0; shift < 32; shift += 8)
    out.push_back(static_cast<std::uint8_t>(word >> shift));
}

std::uint32_t zigzag(std::uint32_t from, std::uint32_t to) {
  return to >= from ? (to - from) << 1U : (from - to) << 1U | 1U;
}

std::uint32_t unzigzag(std::uint32_t from, std::uint32_t step) {
  return (step & 1U) == 0 ? from + (step >> 1U) : from - (step >> 1U);
}

// A circle takes some dozens; who says more would make others wait.
constexpr std::uint32_t kMostRounds = 0xFFFF;
// The same of calls from a method to an access.
constexpr std::uint32_t kMostSteps = 0xFFFF;

// The bits of an access; what most of them are is zero.
enum AccessBits : std::uint32_t {
  kActionBits = 3U,  // the lower two, and kLateAction
  kThreadsAt = 2U,
  kInexact = 1U << 4U,
  kElsewhere = 1U << 5U,
  kByCall = 1U << 6U,
  kOver = 1U << 7U,
  kOfTask = 1U << 8U,
  kMayFail = 1U << 9U,
  kLateAction = 1U << 10U,
};

std::uint32_t bits_of(const Access& access) {
  const auto action = static_cast<std::uint32_t>(access.action);
  return (action & kActionBits) | (action > kActionBits ? kLateAction : 0U) |
         (static_cast<std::uint32_t>(access.threads) ^ kAnyThread) << kThreadsAt |
         (access.is_exact ? 0U : kInexact) | (access.elsewhere ? kElsewhere : 0U) |
         (base::is_none(access.callee) ? 0U : kByCall) | (access.is_over ? kOver : 0U) |
         (access.is_of_task ? kOfTask : 0U) | (access.may_fail ? kMayFail : 0U);
}

}  // namespace

// ---- Writing ----

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

// ---- Reading ----

namespace {

struct Sections {
  std::array<std::uint32_t, kSectionCount> counts{};
  std::array<base::Bytes, kSectionCount> bytes{};

  // How many things there are, each of which takes a byte at least.
  [[nodiscard]] bool are_possible() const {
    for (unsigned i = 0; i < kSectionCount; ++i)
      if (i != kRecords && counts[i] > bytes[i].size()) return false;
    return true;
  }
};

std::optional<Sections> sections_of(base::Bytes file) {
  base::LittleReader reader(file);
  const base::Bytes magic = reader.take(kMagic.size());
  if (reader.failed() || !std::ranges::equal(magic, kMagic) || reader.u4() != kVersion)
    return std::nullopt;
  Sections found;
  std::array<std::uint32_t, kSectionCount> sizes{};
  for (unsigned i = 0; i < kSectionCount; ++i) {
    found.counts[i] = reader.u4();
    sizes[i] = reader.u4();
  }
  for (unsigned i = 0; i < kSectionCount; ++i) found.bytes[i] = reader.take(sizes[i]);
  if (reader.failed() || !reader.at_end() || !found.are_possible()) return std::nullopt;
  return found;
}

template <typename Id>
Id at_or_none(const std::vector<Id>& ids, std::uint32_t number, VarintReader& reader) {
  if (number < ids.size()) return ids[number];
  reader.fail();
  return base::kNone<Id>;
}

}  // namespace

std::optional<SymbolIds> find_symbols(base::Bytes bytes, ir::Program& program) {
  const auto sections = sections_of(bytes);
  if (!sections) return std::nullopt;
  std::vector<std::string_view> texts;
  const base::Bytes all = sections->bytes[kTexts];
  VarintReader reader(all);
  const auto next_text = [&](VarintReader& from) -> std::string_view {
    const std::uint32_t at = from.u4();
    if (at < texts.size()) return texts[at];
    from.fail();
    return {};
  };
  for (std::uint32_t i = 0; i < sections->counts[kTexts] && !reader.failed(); ++i) {
    const std::uint32_t size = reader.count();
    texts.push_back(base::as_text(all.subspan(all.size() - reader.left(), size)));
    reader.skip(size);
  }
  SymbolIds ids;
  VarintReader classes(sections->bytes[kClasses]);
  for (std::uint32_t i = 0; i < sections->counts[kClasses] && !classes.failed(); ++i)
    ids.classes.push_back(program.find(next_text(classes)));
  VarintReader methods(sections->bytes[kMethods]);
  for (std::uint32_t i = 0; i < sections->counts[kMethods] && !methods.failed(); ++i) {
    const ir::ClassId owner = at_or_none(ids.classes, methods.u4(), methods);
    const std::string_view name = next_text(methods);
    const std::string_view descriptor = next_text(methods);
    ids.methods.push_back(methods.failed() || base::is_none(owner)
                              ? base::kNone<ir::MethodId>
                              : program.declared_method(owner, name, descriptor));
    if (base::is_none(ids.methods.back())) methods.fail();
  }
  VarintReader fields(sections->bytes[kFields]);
  for (std::uint32_t i = 0; i < sections->counts[kFields] && !fields.failed(); ++i) {
    const ir::ClassId owner = at_or_none(ids.classes, fields.u4(), fields);
    const std::string_view name = next_text(fields);
    const ir::ProgramSnapshot::FieldType type{.base = next_text(fields), .dimensions = fields.u4()};
    ir::FieldId found = base::kNone<ir::FieldId>;
    for (std::uint32_t f = 0; !base::is_none(owner) && f < program.field_count(owner); ++f) {
      const auto field = base::id_at<ir::FieldId>(index(program.first_field(owner)) + f);
      if (program.name(field) == name && ir::ProgramSnapshot::type(program, field) == type)
        found = field;
    }
    ids.fields.push_back(found);
    if (base::is_none(found)) fields.fail();
  }
  if (reader.failed() || classes.failed() || methods.failed() || fields.failed())
    return std::nullopt;
  return ids;
}

class SummaryFile::Opener {
 public:
  Opener(const Sections& sections, const SymbolIds& symbols)
      : sections_(sections), symbols_(symbols) {}

  bool open(SummaryFile& file) {
    if (symbols_.classes.size() != sections_.counts[kClasses] ||
        symbols_.methods.size() != sections_.counts[kMethods] ||
        symbols_.fields.size() != sections_.counts[kFields])
      return false;
    file.symbols_ = symbols_.methods;
    file.bytes_ = sections_.bytes[kRecords];
    return read_paths(file) && read_sites(file) && read_index(file);
  }

 private:
  bool read_paths(SummaryFile& file) {
    VarintReader reader(sections_.bytes[kPaths]);
    file.paths_.reserve(sections_.counts[kPaths]);
    for (std::uint32_t i = 0; i < sections_.counts[kPaths] && !reader.failed(); ++i)
      file.paths_.push_back(path(reader));
    return !reader.failed() && reader.at_end();
  }

  Path path(VarintReader& reader) {
    const std::uint32_t head = reader.u4();
    if ((head & 7U) > static_cast<std::uint32_t>(Path::Root::kLocal) ||
        head >> 3U > Path::kLongest) {
      reader.fail();
      return {};
    }
    Path path{.root = static_cast<Path::Root>(head & 7U),
              .length = static_cast<std::uint8_t>(head >> 3U)};
    path.base = reader.u4();
    if (path.root == Path::Root::kStatic)
      path.base = index(at_or_none(symbols_.fields, path.base, reader));
    if (path.root == Path::Root::kClass)
      path.base = index(at_or_none(symbols_.classes, path.base, reader));
    for (std::size_t i = 0; i < path.length; ++i) {
      const std::uint32_t step = reader.u4();
      path.fields[i] = step == kElementsStep ? kElements
                       : step == kContentStep
                           ? kContent
                           : at_or_none(symbols_.fields, step - kFirstField, reader);
    }
    return path;
  }

  bool read_sites(SummaryFile& file) {
    VarintReader reader(sections_.bytes[kSites]);
    file.sites_.reserve(sections_.counts[kSites]);
    for (std::uint32_t i = 0; i < sections_.counts[kSites] && !reader.failed(); ++i) {
      const std::uint32_t method = reader.u4();
      file.sites_.push_back({.method = method == 0
                                           ? base::kNone<ir::MethodId>
                                           : at_or_none(symbols_.methods, method - 1, reader),
                             .instruction = reader.u4()});
    }
    return !reader.failed() && reader.at_end();
  }

  bool read_index(SummaryFile& file) {
    VarintReader reader(sections_.bytes[kIndex]);
    std::uint64_t at = 0;
    file.methods_.reserve(sections_.counts[kIndex]);
    file.records_.reserve(sections_.counts[kIndex]);
    for (std::uint32_t i = 0; i < sections_.counts[kIndex] && !reader.failed(); ++i) {
      file.methods_.push_back(at_or_none(symbols_.methods, reader.u4(), reader));
      Record record{.at = at};
      record.summary = reader.u4();
      record.outside = reader.u4();
      record.past = reader.u4();
      const std::uint32_t accesses = reader.u4();
      record.accesses = accesses >> 1U;
      record.was_cut = (accesses & 1U) != 0;
      at += std::uint64_t{record.summary} + record.outside + record.past;
      file.records_.push_back(record);
    }
    return !reader.failed() && reader.at_end() && at == sections_.bytes[kRecords].size();
  }

  const Sections& sections_;
  const SymbolIds& symbols_;
};

std::optional<SummaryFile> SummaryFile::open(base::Bytes bytes, const SymbolIds& symbols) {
  const auto sections = sections_of(bytes);
  if (!sections) return std::nullopt;
  SummaryFile file;
  if (!Opener(*sections, symbols).open(file)) return std::nullopt;
  return file;
}

class SummaryFile::Decoder {
 public:
  Decoder(const SummaryFile& file, ir::MethodId method, base::Bytes bytes)
      : file_(file), method_(method), reader_(bytes) {}

  std::optional<Summary> decode() {
    Summary made;
    const std::uint32_t bits = reader_.u4();
    made.was_cut = (bits & 1U) != 0;
    made.assigns_more = (bits & 2U) != 0;
    const std::uint32_t locksets = reader_.count();
    made.locksets.resize(std::size_t{locksets} + 1);
    for (std::size_t i = 1; i <= locksets && !reader_.failed(); ++i) made.locksets[i] = locks();
    callees_.resize(reader_.count());
    for (ir::MethodId& callee : callees_) callee = method();
    const std::uint32_t accesses = reader_.count();
    made.accesses.reserve(accesses);
    for (std::uint32_t left = accesses; left != 0 && !reader_.failed(); --left) {
      const std::uint32_t nearest = made.accesses.empty() ? 0 : made.accesses.back().steps;
      made.accesses.push_back(access(locksets));
      const std::uint32_t steps = made.accesses.back().steps;
      if (steps < nearest || steps > kMostSteps) reader_.fail();
    }
    for (std::uint32_t left = reader_.count(); left != 0 && !reader_.failed(); --left) {
      InnerCall call{.target = method()};
      const std::uint32_t how = reader_.u4();
      call.is_virtual = (how & 1U) != 0;
      call.is_bare = (how & 2U) != 0;
      made.inner_calls.push_back(call);
    }
    made.assigned = paths();
    static_cast<Shape&>(made) = shape();
    if (reader_.failed() || !reader_.at_end()) return std::nullopt;
    return made;
  }

  std::optional<Past> decode_past() {
    Past made;
    made.alone.assigns_more = reader_.u4() != 0;
    made.alone.assigned = paths();
    made.assigns_by.resize(reader_.count());
    for (ir::MethodId& by : made.assigns_by) by = method();
    made.in_circle.resize(reader_.count());
    for (std::uint8_t& calls : made.in_circle) calls = reader_.u1();
    made.changes.resize(reader_.count());
    for (std::size_t i = 0; i < made.changes.size() && !reader_.failed(); ++i) {
      made.changes[i].round = reader_.u4();
      const std::uint32_t least = i == 0 ? 0 : made.changes[i - 1].round + 1;
      if (made.changes[i].round < least || made.changes[i].round > kMostRounds) reader_.fail();
      if (i + 1 != made.changes.size()) made.changes[i].shape = shape();
    }
    if (reader_.failed() || !reader_.at_end()) return std::nullopt;
    return made;
  }

 private:
  Shape shape() {
    Shape made;
    made.waits = reader_.u4() != 0;
    made.returns = paths();
    for (std::uint32_t left = reader_.count(); left != 0 && !reader_.failed(); --left) {
      const Path to = path();
      made.stores.push_back({.to = to, .from = path()});
    }
    made.escapes = paths();
    made.starts = paths();
    for (std::uint32_t left = reader_.count(); left != 0 && !reader_.failed(); --left) {
      const std::uint32_t parameter = reader_.u4();
      made.runs.push_back({.parameter = parameter, .held = locks()});
    }
    made.left_held = locks();
    made.let_go = locks();
    return made;
  }

  ir::MethodId method() { return at_or_none(file_.symbols_, reader_.u4(), reader_); }

  Path path() {
    const std::uint32_t at = reader_.u4();
    if (at < file_.paths_.size()) return file_.paths_[at];
    reader_.fail();
    return {};
  }

  std::vector<Path> paths() {
    std::vector<Path> found;
    for (std::uint32_t left = reader_.count(); left != 0 && !reader_.failed(); --left)
      found.push_back(path());
    return found;
  }

  Site site() {
    const std::uint32_t at = reader_.u4();
    if (at < file_.sites_.size()) return file_.sites_[at];
    reader_.fail();
    return {};
  }

  Locks locks() {
    Locks found;
    for (std::uint32_t left = reader_.count(); left != 0 && !reader_.failed(); --left) {
      HeldLock lock{.path = path()};
      const std::uint32_t mode = reader_.u4();
      if (mode > static_cast<std::uint32_t>(LockMode::kShared)) reader_.fail();
      lock.mode = static_cast<LockMode>(mode & 1U);
      lock.depth = reader_.u4();
      const Site at = site();
      lock.taken_in = at.method;
      lock.taken_at = at.instruction;
      if (base::is_none(at.method)) reader_.fail();
      found.push_back(lock);
    }
    return found;
  }

  Access access(std::uint32_t locksets) {
    const std::uint32_t bits = reader_.u4();
    const std::uint32_t action = (bits & kActionBits) | ((bits & kLateAction) != 0 ? 4U : 0U);
    if (action > static_cast<std::uint32_t>(Action::kWait)) reader_.fail();
    Access made{.path = path(), .action = static_cast<Action>(action)};
    made.threads = static_cast<Threads>((bits >> kThreadsAt & 3U) ^ kAnyThread);
    made.is_exact = (bits & kInexact) == 0;
    made.elsewhere = (bits & kElsewhere) != 0;
    made.is_over = (bits & kOver) != 0;
    made.is_of_task = (bits & kOfTask) != 0;
    made.may_fail = (bits & kMayFail) != 0;
    made.locks = reader_.u4();
    if (made.locks > locksets) {
      reader_.fail();
      made.locks = 0;
    }
    made.call = last_call_ = unzigzag(last_call_, reader_.u4());
    if ((bits & kByCall) == 0) {
      made.site = method_;
      made.instruction = made.call;
      return made;
    }
    made.callee = at_or_none(callees_, reader_.u4(), reader_);
    made.next = reader_.u4();
    made.steps = reader_.u4();
    const Site at = site();
    made.site = at.method;
    made.instruction = at.instruction;
    if (base::is_none(made.site)) reader_.fail();
    return made;
  }

  const SummaryFile& file_;
  ir::MethodId method_;
  VarintReader reader_;
  std::vector<ir::MethodId> callees_;
  std::uint32_t last_call_ = 0;
};

std::optional<Summary> SummaryFile::summary(std::size_t at) const {
  const Record& record = records_[at];
  if (record.summary == 0) return std::nullopt;
  return Decoder(*this, methods_[at], bytes_.subspan(record.at, record.summary)).decode();
}

bool SummaryFile::is_outside_empty(std::size_t at) const {
  const Record& record = records_[at];
  const base::Bytes bytes = bytes_.subspan(record.at + record.summary, record.outside);
  constexpr std::size_t kParts = 14;  // bits twice, and lists of length 0
  return bytes.size() == kParts &&
         std::ranges::all_of(bytes, [](std::uint8_t byte) { return byte == 0; });
}

std::optional<Summary> SummaryFile::outside(std::size_t at) const {
  const Record& record = records_[at];
  return Decoder(*this, methods_[at], bytes_.subspan(record.at + record.summary, record.outside))
      .decode();
}

std::optional<Past> SummaryFile::past(std::size_t at) const {
  const Record& record = records_[at];
  if (record.past == 0) return std::nullopt;
  const std::size_t begin = record.at + record.summary + record.outside;
  return Decoder(*this, methods_[at], bytes_.subspan(begin, record.past)).decode_past();
}

}  // namespace heddle::modular
