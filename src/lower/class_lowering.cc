#include "lower/class_lowering.h"

#include <cstdint>
#include <expected>
#include <memory>
#include <string>
#include <utility>

#include "base/arena.h"
#include "base/bytes.h"
#include "base/check.h"
#include "base/malformed.h"
#include "classfile/class_file.h"
#include "ir/body.h"
#include "ir/class.h"
#include "ir/symbols_builder.h"
#include "ir/verify.h"  // IWYU pragma: keep
#include "lower/body_lowering.h"
#include "lower/class_builder.h"

namespace heddle::lower {
namespace {

// Whatever lowers must keep the IR's contract; where it does not, the mistake is ours.
void verify_in_checked_builds([[maybe_unused]] const ir::Class& code,
                              [[maybe_unused]] const ir::Method& method,
                              [[maybe_unused]] const ir::Body& body) {
#ifdef HEDDLE_VERIFY_IR
  const auto violations = ir::verify(code, method, body);
  if (!violations.empty()) HEDDLE_CHECK(false, violations.front().describe());
#endif
}

}  // namespace

struct Workshop::Tools {
  ir::SymbolsBuilder symbols;
  BodyLowering bodies;
};

Workshop::Workshop() : tools_(std::make_unique<Tools>()) {}
Workshop::~Workshop() = default;
Workshop::Workshop(Workshop&&) noexcept = default;
Workshop& Workshop::operator=(Workshop&&) noexcept = default;

std::expected<ClassLowering, base::Malformed> ClassLowering::read(base::Bytes bytes,
                                                                  Workshop& workshop) {
  auto file = classfile::ClassFile::parse(bytes);
  if (!file) return std::unexpected(std::move(file.error()));
  ClassLowering lowering(std::move(*file));
  ClassBuilder builder(lowering, workshop.tools().symbols);
  if (auto status = builder.build(); !status) return std::unexpected(std::move(status.error()));
  return lowering;
}

std::expected<const ir::Body*, base::Malformed> ClassLowering::lower(std::uint32_t method,
                                                                     Workshop& workshop,
                                                                     base::Arena& arena) {
  const classfile::Member& member = file_.methods()[method];
  HEDDLE_CHECK(member.has_code, "only a method with code has a body");
  HEDDLE_CHECK(code_->bodies[method] == nullptr, "a body is lowered once");
  auto body =
      workshop.tools().bodies.lower(file_, member, *code_, code_->methods[method], symbols_, arena);
  if (!body) {
    base::Malformed error = std::move(body.error());
    const std::string place = "method " + std::string(member.name) + std::string(member.descriptor);
    if (error.what.find(place) == std::string::npos) error.what = place + ": " + error.what;
    return std::unexpected(std::move(error));
  }
  verify_in_checked_builds(*code_, code_->methods[method], **body);
  code_->bodies[method] = *body;
  return *body;
}

}  // namespace heddle::lower
