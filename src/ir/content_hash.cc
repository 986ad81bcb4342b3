// Hashes are taken of the canonical spelling. Shapes for statement keys are computed in rounds: in
// round k a statement's shape takes in its operands' shapes of round k - 1, so after four rounds
// each sees four deep, and the cost is linear whatever the expressions share.
#include "ir/content_hash.h"

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/hash.h"
#include "base/id.h"
#include "ir/body.h"
#include "ir/canonical.h"
#include "ir/class.h"
#include "ir/instruction.h"

namespace heddle::ir {
namespace {

constexpr unsigned kShapeDepth = 4;

base::Hash128 hash_of(const Canonical& spelled) {
  return base::Hasher().add(spelled.bytes()).finish();
}

std::uint64_t mix(std::uint64_t left, std::uint64_t right) {
  std::uint64_t mixed = (left ^ right * 0x9E37'79B9'7F4A'7C15U) * 0xD6E8'FEB8'6659'FD93U;
  mixed ^= mixed >> 32U;
  return mixed * 0x9E37'79B9'7F4A'7C15U;
}

}  // namespace

base::Hash128 content_hash(const Class& in, const Method& method, const Body& body) {
  Canonical spelled(in.symbols);
  spelled.add_type(in.self);
  spelled.add_header(method);
  spelled.add_body(body);
  return hash_of(spelled);
}

base::Hash128 header_hash(const Class& in) {
  Canonical spelled(in.symbols);
  spelled.add_header(in);
  spelled.add_word(static_cast<std::uint32_t>(in.fields.size()));
  for (const Field& field : in.fields) spelled.add_header(field);
  spelled.add_word(static_cast<std::uint32_t>(in.methods.size()));
  for (Method method : in.methods) {
    method.access &= ~Access::kSynchronized;
    spelled.add_header(method);
    spelled.add_word(method.has_code ? 1 : 0);
  }
  return hash_of(spelled);
}

base::Hash128 class_hash(const Class& in) {
  Canonical spelled(in.symbols);
  spelled.add_header(in);
  spelled.add_word(static_cast<std::uint32_t>(in.fields.size()));
  for (const Field& field : in.fields) spelled.add_header(field);
  spelled.add_word(static_cast<std::uint32_t>(in.methods.size()));
  for (std::size_t at = 0; at < in.methods.size(); ++at) {
    const Body* body = at < in.bodies.size() ? in.bodies[at] : nullptr;
    spelled.add_header(in.methods[at]);
    spelled.add_word(body != nullptr ? 1 : 0);
    if (body != nullptr) spelled.add_body(*body);
  }
  return hash_of(spelled);
}

std::vector<std::uint64_t> statement_keys(const Class& in, const Body& body) {
  const std::size_t count = body.instructions.size();
  std::vector<std::uint64_t> statements(count);
  Canonical spelled(in.symbols);
  for (std::size_t at = 0; at < count; ++at) {
    spelled.clear();
    spelled.add_statement(body, base::id_at<ValueId>(at));
    statements[at] = base::hash_text(spelled.bytes());
  }
  std::vector<std::uint64_t> shapes = statements;
  std::vector<std::uint64_t> deeper(count);
  for (unsigned round = 0; round < kShapeDepth; ++round) {
    for (std::size_t at = 0; at < count; ++at) {
      std::uint64_t shape = statements[at];
      if (body.instructions[at].opcode != Opcode::kPhi)
        for_each_operand(body, body.instructions[at],
                         [&](ValueId value) { shape = mix(shape, shapes[base::index(value)]); });
      deeper[at] = shape;
    }
    std::swap(shapes, deeper);
  }
  std::unordered_map<std::uint64_t, std::uint64_t> seen;
  for (std::uint64_t& shape : shapes) shape = mix(shape, seen[shape]++);
  return shapes;
}

}  // namespace heddle::ir
