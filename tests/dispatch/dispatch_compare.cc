// Holds our resolution, selection and subtyping to what the JVM itself answered.
//
//   dispatch_compare LINES JAR…
//
// LINES was printed by Hierarchies.java or Resolve.java, which describe its lines; the JARs are the
// classes it speaks of, next to the JDK that its first line names. Prints the first disagreements
// and counts; exit code 1 if there are any.
#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <istream>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/id.h"
#include "ir/class.h"
#include "ir/ids.h"
#include "ir/instruction.h"
#include "ir/program.h"
#include "ir/resolution.h"
#include "ir/symbols.h"
#include "ir/type.h"
#include "workspace/class_path.h"
#include "workspace/jdk.h"

namespace heddle {
namespace {

using ir::ClassId;
using ir::FieldId;
using ir::FieldRef;
using ir::Invocation;
using ir::MethodId;
using ir::MethodRef;
using ir::Outcome;
using ir::Program;
using ir::Resolved;

using Words = std::vector<std::string_view>;

Words split(std::string_view line) {
  Words words;
  while (!line.empty()) {
    const std::size_t space = std::min(line.find(' '), line.size());
    words.push_back(line.substr(0, space));
    line.remove_prefix(std::min(space + 1, line.size()));
  }
  return words;
}

std::string_view error_name(Outcome outcome, bool is_field) {
  switch (outcome) {
    case Outcome::kFound: return "found";
    case Outcome::kPhantom: return "NoClassDefFoundError";
    case Outcome::kMissing: return is_field ? "NoSuchFieldError" : "NoSuchMethodError";
    case Outcome::kIncompatible: return "IncompatibleClassChangeError";
    case Outcome::kIllegalAccess: return "IllegalAccessError";
    case Outcome::kAbstract: return "AbstractMethodError";
  }
  return "";
}

// The same as the exceptions of java.lang.invoke, which tell less.
std::string_view handle_error_name(Outcome outcome, bool is_field) {
  if (outcome == Outcome::kMissing)
    return is_field ? "!NoSuchFieldException" : "!NoSuchMethodException";
  return outcome == Outcome::kPhantom ? "!NoClassDefFoundError" : "!IllegalAccessException";
}

std::optional<Invocation> invocation_of(std::string_view word) {
  if (word == "virtual") return Invocation::kVirtual;
  if (word == "special") return Invocation::kSpecial;
  if (word == "static") return Invocation::kStatic;
  if (word == "interface") return Invocation::kInterface;
  return std::nullopt;
}

// A use of a member, as a line names it: how, from where, of which class, which.
struct Use {
  std::string_view how, from, owner, member;
  bool as_interface = false;

  explicit Use(std::span<const std::string_view> words)
      : how(words[0]), from(words[1]), owner(words[2]), member(words[3]) {
    as_interface = owner.ends_with('/');
    if (as_interface) owner.remove_suffix(1);
  }
  [[nodiscard]] bool is_field() const { return how.starts_with("get"); }
};

class Comparison {
 public:
  explicit Comparison(Program& program) : program_(program) {}

  // Empty if we agree, else what we say.
  std::string compare(const Words& words) {
    if (words[0] == "handle") return compare_handle(words);
    if (words[0] == "select") return compare_select(words);
    if (words[0] == "assignable") return compare_assignable(words);
    return compare_run(words);
  }

  [[nodiscard]] std::size_t excused() const { return excused_; }

 private:
  // --- Hierarchies.java: use, receiver, what happened -------------------------------------------

  std::string compare_run(const Words& words) {
    const Use use(words);
    const std::string_view receiver = words[4];
    const std::string theirs(words.size() > 6 ? words[6] : words[5]);
    std::string ours;
    if (use.is_field()) {
      ours = run_text(field(use), true);
    } else {
      const Resolved<MethodId> target = run(use, receiver);
      ours = run_text(target, false);
      if (ours != theirs && is_excused(use, receiver, theirs, target)) return {};
    }
    return ours == theirs ? std::string() : ours;
  }

  template <typename Id>
  std::string run_text(Resolved<Id> resolved, bool is_field) {
    if (resolved.outcome != Outcome::kFound)
      return std::string(error_name(resolved.outcome, is_field));
    return owner_name(resolved.member);
  }

  Resolved<MethodId> run(const Use& use, std::string_view receiver) {
    const Resolved<MethodId> resolved = method(use);
    const Invocation invocation = *invocation_of(use.how);
    const bool selects = invocation == Invocation::kVirtual || invocation == Invocation::kInterface;
    if (!selects || !resolved.runs()) return resolved;
    const ClassId on = receiver.starts_with('[') ? program_.object() : program_.require(receiver);
    if (invocation == Invocation::kInterface && !program_.is_subtype(ir::Type(on), type(use.owner)))
      return {.outcome = Outcome::kIncompatible};
    return program_.select(on, resolved.member, invocation);
  }

  // Where HotSpot differs from the specification, which we follow: invokeinterface throws
  // AbstractMethodError although there is a default method, because a private or static method of
  // that name in the receiver's classes keeps HotSpot from looking for it; and it throws the same,
  // which is an IncompatibleClassChangeError after all, for some conflicts between defaults.
  bool is_excused(const Use& use, std::string_view receiver, std::string_view theirs,
                  Resolved<MethodId> ours) {
    if (use.how != "interface" || theirs != "AbstractMethodError") return false;
    const bool conflict = ours.outcome == Outcome::kIncompatible && base::is_none(ours.member);
    const bool has_default = ours.runs() && program_.is_interface(program_.owner(ours.member));
    if (!conflict && !(has_default && hides(program_.require(receiver), ours.member))) return false;
    ++excused_;
    return true;
  }

  bool hides(ClassId receiver, MethodId method) {
    const std::string_view name = program_.name(method);
    const std::string_view descriptor = program_.descriptor(method);
    for (ClassId at = receiver; !base::is_none(at); at = program_.super(at)) {
      const MethodId declared = program_.declared_method(at, name, descriptor);
      if (!base::is_none(declared) &&
          program_.is(declared, ir::Access::kStatic | ir::Access::kPrivate))
        return true;
    }
    return false;
  }

  // --- Resolve.java -----------------------------------------------------------------------------

  std::string compare_handle(const Words& words) {
    const Use use{std::span<const std::string_view>(words).subspan(1)};
    const std::string_view theirs = words[5];
    if (use.is_field()) return handle_text(field(use), theirs, true);
    const Resolved<MethodId> resolved = method(use);
    // Where no method would be run at all, some handles cannot be made, others fail when called.
    if (resolved.outcome == Outcome::kAbstract && base::is_none(resolved.member)) {
      ++excused_;
      return {};
    }
    if (resolved.runs() && is_reflected_elsewhere(use, resolved.member, theirs)) return {};
    return handle_text(resolved, theirs, false);
  }

  // A handle of an interface's method says it is declared by the class it was asked for, or by
  // Object if that has it too.
  bool is_reflected_elsewhere(const Use& use, MethodId method, std::string_view theirs) {
    if (!program_.is_interface(program_.owner(method))) return false;
    if (theirs == use.owner) return true;
    return theirs == "java/lang/Object" &&
           !base::is_none(program_.declared_method(program_.object(), program_.name(method),
                                                   program_.descriptor(method)));
  }

  template <typename Id>
  std::string handle_text(Resolved<Id> resolved, std::string_view theirs, bool is_field) {
    const std::string ours = resolved.outcome == Outcome::kFound
                                 ? owner_name(resolved.member)
                                 : std::string(handle_error_name(resolved.outcome, is_field));
    return ours == theirs ? std::string() : ours;
  }

  // Whichever declaration above the receiver is called, this one must run.
  std::string compare_select(const Words& words) {
    const ClassId receiver = program_.require(words[1]);
    for (ClassId at = receiver; !base::is_none(at); at = program_.super(at)) {
      const std::string ours = compare_select_of(receiver, at, words[2], words[3]);
      if (!ours.empty()) return ours;
    }
    for (const ClassId at : program_.all_interfaces(receiver)) {
      const std::string ours = compare_select_of(receiver, at, words[2], words[3]);
      if (!ours.empty()) return ours;
    }
    return {};
  }

  std::string compare_select_of(ClassId receiver, ClassId declaring, std::string_view member,
                                std::string_view theirs) {
    const std::size_t bracket = member.find('(');
    const MethodId resolved =
        program_.declared_method(declaring, member.substr(0, bracket), member.substr(bracket));
    if (base::is_none(resolved) || program_.is(resolved, ir::Access::kStatic) ||
        !program_.is(resolved, ir::Access::kPublic | ir::Access::kProtected))
      return {};
    const Resolved<MethodId> selected = program_.select(receiver, resolved, Invocation::kVirtual);
    const std::string ours = run_text(selected, false);
    return ours == theirs ? std::string()
                          : fmt::format("{} (called as {})", ours, program_.name(declaring));
  }

  std::string compare_assignable(const Words& words) {
    const bool ours = program_.is_subtype(type(words[1]), type(words[2]));
    return ours == (words[3] == "true") ? std::string() : fmt::format("{}", ours);
  }

  ir::Type type(std::string_view name) {
    std::uint32_t dimensions = 0;
    while (name[dimensions] == '[') ++dimensions;
    if (dimensions == 0) return ir::Type(program_.require(name));
    name.remove_prefix(dimensions);
    if (name[0] == 'L')
      return ir::Type(program_.require(name.substr(1, name.size() - 2)), dimensions);
    ir::Type element = ir::Type::primitive(ir::kIntType);  // the only one the program uses
    while (dimensions-- > 0) element = element.array();
    return element;
  }

  // --- ours -------------------------------------------------------------------------------------

  Resolved<FieldId> field(const Use& use) {
    const ClassId from = program_.require(use.from);
    const ir::Symbols& symbols = program_.code(from)->symbols;
    for (std::size_t i = 0; i < symbols.fields().size(); ++i) {
      const ir::FieldSymbol& symbol = symbols.fields()[i];
      if (symbols.base_name(symbol.owner) == use.owner &&
          std::string(symbol.name) + type_descriptor(symbols, symbol.type) == use.member)
        return program_.resolve_field(from, base::id_at<FieldRef>(i), use.how == "getstatic");
    }
    return {};
  }

  // What the instruction links to.
  Resolved<MethodId> linked(const Use& use) {
    const ClassId from = program_.require(use.from);
    const std::optional<MethodRef> ref = method_ref(*program_.code(from), use);
    if (!ref) return {};
    return program_.resolve_method(from, *ref, *invocation_of(use.how));
  }

  // The same; of a special call, what it runs.
  Resolved<MethodId> method(const Use& use) {
    if (use.how != "special") return linked(use);
    const ClassId from = program_.require(use.from);
    const std::optional<MethodRef> ref = method_ref(*program_.code(from), use);
    return ref ? program_.special_target(from, *ref) : Resolved<MethodId>();
  }

  std::optional<MethodRef> method_ref(const ir::Class& code, const Use& use) {
    auto& refs = refs_[&code];
    if (refs.empty()) {
      for (std::size_t i = 0; i < code.symbols.methods().size(); ++i) {
        const MethodRef ref = base::id_at<MethodRef>(i);
        const ir::MethodSymbol& symbol = code.symbols.method(ref);
        const std::string owner = symbol.owner.is_array()
                                      ? type_descriptor(code.symbols, symbol.owner)
                                      : std::string(code.symbols.base_name(symbol.owner));
        refs.emplace(fmt::format("{}{} {}{}", owner, symbol.owner_is_interface ? "/" : "",
                                 symbol.name, code.symbols.signature_of(ref).descriptor),
                     ref);
      }
    }
    const auto found =
        refs.find(fmt::format("{}{} {}", use.owner, use.as_interface ? "/" : "", use.member));
    if (found == refs.end()) return std::nullopt;
    return found->second;
  }

  template <typename Id>
  std::string owner_name(Id member) {
    return std::string(program_.name(program_.owner(member)));
  }

  Program& program_;
  std::map<const ir::Class*, std::map<std::string, MethodRef>> refs_;
  std::size_t excused_ = 0;
};

int compare(std::istream& lines, Program& program) {
  constexpr std::size_t kShown = 20;
  Comparison comparison(program);
  std::size_t count = 0, disagreements = 0;
  for (std::string line; std::getline(lines, line); ++count) {
    const std::string ours = comparison.compare(split(line));
    if (ours.empty()) continue;
    if (++disagreements <= kShown) fmt::print("{}\n  we say: {}\n", line, ours);
  }
  fmt::print("{} answers of the JVM, {} disagreements, {} excused\n", count, disagreements,
             comparison.excused());
  return disagreements == 0 && count > 0 ? 0 : 1;
}

int run(std::span<const char* const> arguments) {
  std::ifstream lines(arguments[0]);
  std::string word, home;
  lines >> word >> home;
  lines.get();
  workspace::ClassPathOptions options;
  options.inputs.assign(arguments.begin() + 1, arguments.end());
  options.jdk = home;
  const auto class_path = workspace::ClassPath::open(options, workspace::process_environment);
  for (const std::string& error : class_path->errors()) fmt::print("{}\n", error);
  if (word != "jdk" || !class_path->errors().empty()) return 1;
  Program program(*class_path);
  return compare(lines, program);
}

}  // namespace
}  // namespace heddle

int main(int count, char** arguments) {
  if (count < 2) {
    std::fputs("Usage: dispatch_compare LINES JAR…\n", stderr);
    return 2;
  }
  return heddle::run(std::span<const char* const>(arguments + 1, arguments + count));
}
