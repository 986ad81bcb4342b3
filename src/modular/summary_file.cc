#include "modular/summary_file.h"

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

// A circle takes some dozens; who says more would make others wait.
constexpr std::uint32_t kMostRounds = 0xFFFF;
// The same of calls from a method to an access.
constexpr std::uint32_t kMostSteps = 0xFFFF;

std::uint32_t unzigzag(std::uint32_t from, std::uint32_t step) {
  return (step & 1U) == 0 ? from + (step >> 1U) : from - (step >> 1U);
}

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
