// Bootstrap methods, and dynamic constants that would need themselves to be computed.
//
// A Dynamic constant is computed by a bootstrap method from static arguments, which may be Dynamic
// constants again. Bootstrap methods are the nodes, an edge leads from each to the bootstrap method
// of every Dynamic constant among its arguments; a cycle is a constant no JVM can resolve. The
// graph has as many edges as the attribute has arguments, and the search keeps its own stack, so
// neither many constants nor a long chain of them hurts.
#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/bytes.h"
#include "base/check.h"
#include "classfile/attribute.h"
#include "classfile/attribute_reader.h"
#include "classfile/class_file.h"
#include "classfile/class_parser.h"
#include "classfile/constant_pool.h"
#include "classfile/fault.h"

namespace heddle::classfile {
namespace {

// Depth first. A method is open while the search stands below it.
class CycleSearch {
 public:
  explicit CycleSearch(const ClassFile& file) : file_(file), states_(file.bootstrap_count()) {}

  // The Dynamic constant that closes a cycle, or 0.
  std::uint16_t find() {
    for (std::uint16_t method = 0; method < file_.bootstrap_count(); ++method) {
      if (states_[method] != State::kNew) continue;
      if (const std::uint16_t constant = find_from(method); constant != 0) return constant;
    }
    return 0;
  }

 private:
  enum class State : std::uint8_t { kNew, kOpen, kDone };
  struct Frame {
    std::uint16_t method = 0;
    std::uint16_t next_argument = 0;
  };

  std::uint16_t find_from(std::uint16_t root) {
    std::vector<Frame> stack;
    enter(root, stack);
    while (!stack.empty()) {
      const std::uint16_t constant = next_dynamic(stack.back());
      if (constant == 0) {
        states_[stack.back().method] = State::kDone;
        stack.pop_back();
        continue;
      }
      const std::uint16_t method = file_.pool().dynamic(constant).bootstrap;
      if (states_[method] == State::kOpen) return constant;
      if (states_[method] == State::kNew) enter(method, stack);
    }
    return 0;
  }

  void enter(std::uint16_t method, std::vector<Frame>& stack) {
    states_[method] = State::kOpen;
    stack.push_back({.method = method});
  }

  // The frame's next argument that is a Dynamic constant, or 0.
  std::uint16_t next_dynamic(Frame& frame) const {
    const BootstrapMethod method = file_.bootstrap(frame.method);
    while (frame.next_argument < method.argument_count) {
      const std::uint16_t argument = method.argument(frame.next_argument++);
      if (file_.pool().tag(argument) == Tag::kDynamic) return argument;
    }
    return 0;
  }

  const ClassFile& file_;
  std::vector<State> states_;
};

}  // namespace

BootstrapMethod ClassFile::bootstrap(std::uint16_t position) const {
  HEDDLE_DCHECK(position < bootstraps_.size(), "past the last bootstrap method");
  const std::uint8_t* at = bytes_.data() + bootstraps_[position];
  const auto count = base::load_big<std::uint16_t>(at + 2);
  return {.handle = base::load_big<std::uint16_t>(at),
          .argument_count = count,
          .arguments = IndexList({at + 4, std::size_t{2} * count})};
}

Fault ClassParser::parse_bootstraps(const Attribute& attribute) {
  const Owner owner = Owner::of_class();
  AttributeReader reader(file_, AttributeKind::kBootstrapMethods, owner, attribute);
  const std::uint16_t count = reader.count(4);
  file_.bootstraps_.reserve(count);
  for (std::uint16_t i = 0; i < count && reader.ok(); ++i) {
    const std::size_t start = reader.offset();
    reader.u2();
    reader.take(std::size_t{2} * reader.u2());
    if (!reader.ok()) break;
    file_.bootstraps_.push_back(static_cast<std::uint32_t>(start));
    if (Fault bad = check_bootstrap(file_.bootstrap(i), i, start)) return bad;
  }
  return reader.finish();
}

Fault ClassParser::check_bootstrap(const BootstrapMethod& method, std::size_t number,
                                   std::size_t start) const {
  if (file_.pool_.tag(method.handle) != Tag::kMethodHandle) {
    return malformed(start, "BootstrapMethods: method {} is constant {} ({}), not a MethodHandle",
                     number, method.handle, tag_name(file_.pool_.tag(method.handle)));
  }
  for (unsigned i = 0; i < method.argument_count; ++i) {
    const std::uint16_t argument = method.argument(i);
    if (file_.pool_.is_loadable(argument)) continue;
    return malformed(start + 4 + std::size_t{2} * i,
                     "BootstrapMethods: method {} has constant {} ({}) for its argument {}", number,
                     argument, tag_name(file_.pool_.tag(argument)), i);
  }
  return {};
}

Fault ClassParser::check_dynamics() const {
  const std::uint16_t greediest = constants_->greediest_dynamic();
  if (greediest == 0) return {};
  const std::uint16_t wanted = file_.pool_.dynamic(greediest).bootstrap;
  if (wanted >= file_.bootstrap_count()) {
    return malformed(file_.pool_.offset(greediest) - 1,
                     "constant {} ({}): wants bootstrap method {}, there are {}", greediest,
                     tag_name(file_.pool_.tag(greediest)), wanted, file_.bootstrap_count());
  }
  return constants_->has_dynamic_constant() ? check_no_dynamic_cycle(file_) : Fault();
}

Fault check_no_dynamic_cycle(const ClassFile& file) {
  const std::uint16_t constant = CycleSearch(file).find();
  if (constant == 0) return {};
  return malformed(file.pool().offset(constant) - 1,
                   "constant {} (Dynamic): its bootstrap arguments lead back to it", constant);
}

}  // namespace heddle::classfile
