// The new file is the old one with more constants behind its constants and other contents in the
// Code attributes of methods that got probes; everything else is copied.
#include "rewrite/rewrite.h"

#include <cstddef>
#include <cstdint>
#include <expected>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/bytes.h"
#include "base/malformed.h"
#include "classfile/attribute.h"
#include "classfile/class_file.h"
#include "classfile/code.h"
#include "classfile/constant_pool.h"
#include "classfile/opcode.h"
#include "rewrite/bridges.h"
#include "rewrite/code_mover.h"
#include "rewrite/constants.h"
#include "rewrite/method_probes.h"

namespace heddle::rewrite {
namespace {

using classfile::Tag;

constexpr std::size_t kConstantCountAt = 8, kConstantsAt = 10;

struct Replaced {
  std::size_t at = 0, size = 0;  // bytes of the file
  Bytecode content;
};

std::size_t constant_size(const std::uint8_t* at) {
  switch (static_cast<Tag>(*at)) {
    case Tag::kUtf8: return std::size_t{3} + base::load_big<std::uint16_t>(at + 1);
    case Tag::kInteger:
    case Tag::kFloat:
    case Tag::kFieldref:
    case Tag::kMethodref:
    case Tag::kInterfaceMethodref:
    case Tag::kNameAndType:
    case Tag::kDynamic:
    case Tag::kInvokeDynamic: return 5;
    case Tag::kLong:
    case Tag::kDouble: return 9;
    case Tag::kMethodHandle: return 4;
    default: return 3;
  }
}

// Where the constants end; the file has been parsed.
std::size_t constants_end(const classfile::ClassFile& file) {
  std::size_t at = kConstantsAt;
  for (std::uint32_t index = 1; index < file.pool().size(); ++index) {
    const Tag tag = file.pool().tag(static_cast<std::uint16_t>(index));
    if (tag == Tag::kLong || tag == Tag::kDouble) ++index;
    at += constant_size(file.bytes().data() + at);
  }
  return at;
}

bool is_whole(base::Bytes code) {
  for (std::size_t at = 0; at < code.size();) {
    const std::size_t size = classfile::instruction_length(code, at);
    if (size == 0) return false;
    at += size;
  }
  return true;
}

void put(std::vector<std::uint8_t>& out, base::Bytes bytes) {
  out.insert(out.end(), bytes.begin(), bytes.end());
}

Bytecode number(std::size_t value, int bytes) {
  Bytecode out;
  for (int shift = 8 * (bytes - 1); shift >= 0; shift -= 8)
    out.push_back(static_cast<std::uint8_t>(value >> shift));
  return out;
}

// In place of an attribute's content, which has its size in front of it.
Replaced new_content(std::size_t at, std::size_t size, base::Bytes content) {
  Replaced replaced{at - 4, size + 4, number(content.size(), 4)};
  put(replaced.content, content);
  return replaced;
}

std::size_t members_size(std::span<const classfile::Member> members) {
  std::size_t size = 0;
  for (const classfile::Member& member : members) {
    size += 8;
    for (const classfile::Attribute attribute : member.attributes)
      size += 6 + attribute.content.size();
  }
  return size;
}

// Bridges stand behind the class's own methods, and what names them behind its own bootstraps.
bool add_bridges(const classfile::ClassFile& file, const Bridges& bridges,
                 std::vector<Replaced>& replaced) {
  const auto table = file.find(file.attributes(), classfile::AttributePlace::kClass,
                               classfile::AttributeKind::kBootstrapMethods);
  const std::size_t methods = file.methods().size() + bridges.count();
  const std::size_t bootstraps = std::size_t{file.bootstrap_count()} + bridges.count();
  if (!table || methods > UINT16_MAX || bootstraps > UINT16_MAX) return false;
  const std::size_t count_at =
      constants_end(file) + 8 + 2 * file.interfaces().size() + 2 + members_size(file.fields());
  replaced.insert(replaced.begin(), {count_at, 2, number(methods, 2)});
  replaced.push_back({count_at + 2 + members_size(file.methods()), 0, bridges.methods()});
  Bytecode all = number(bootstraps, 2);
  put(all, table->content.subspan(2));
  put(all, bridges.bootstraps());
  replaced.push_back(new_content(table->offset, table->content.size(), all));
  return true;
}

std::vector<std::uint8_t> put_together(const classfile::ClassFile& file, const Constants& constants,
                                       const std::vector<Replaced>& replaced) {
  const base::Bytes bytes = file.bytes();
  std::vector<std::uint8_t> out;
  put(out, bytes.first(kConstantCountAt));
  out.push_back(static_cast<std::uint8_t>(constants.count() >> 8));
  out.push_back(static_cast<std::uint8_t>(constants.count()));
  std::size_t at = constants_end(file);
  put(out, bytes.subspan(kConstantsAt, at - kConstantsAt));
  put(out, constants.bytes());
  for (const Replaced& each : replaced) {
    put(out, bytes.subspan(at, each.at - at));
    put(out, each.content);
    at = each.at + each.size;
  }
  put(out, bytes.subspan(at));
  return out;
}

// What replaces the code; nothing if the method needs no probes.
std::expected<Bytecode, std::string> rewrite_method(const classfile::ClassFile& file,
                                                    const classfile::Member& method,
                                                    const Options& options, Constants& constants,
                                                    Bridges& bridges, Sites& sites,
                                                    Rewritten& result) {
  const auto code = classfile::parse_code(file, method);
  if (!code) return std::unexpected(code.error().describe());
  if (!is_whole(code->bytecode))
    return std::unexpected("the code has something that is no instruction");
  const ProbedMethod probed = probe_method(file, method, *code, options, constants, bridges, sites);
  if (probed.probes == 0) {
    result.accesses += probed.accesses;
    result.proven += probed.proven;
    return Bytecode{};
  }
  auto moved = move_code(file, *code, probed.edits, constants);
  if (moved) {
    result.probes += probed.probes;
    result.accesses += probed.accesses;
    result.proven += probed.proven;
  }
  return moved;
}

}  // namespace

std::string call_key(std::string_view owner, std::string_view name, std::string_view descriptor) {
  std::string key(owner);
  key.append(".").append(name).append(descriptor);
  return key;
}

Rewritten rewrite(const classfile::ClassFile& file, const Options& options, Sites& sites) {
  Rewritten result;
  Constants constants(file.pool());
  Bridges bridges(file, constants);
  std::vector<Replaced> replaced;
  Options sparse = options;
  sparse.is_sparse = true;
  sparse.has_elements = false;
  for (const classfile::Member& method : file.methods()) {
    if (!method.has_code) continue;
    ++result.methods;
    auto content = rewrite_method(file, method, options, constants, bridges, sites, result);
    if (!content) {
      result.refused.push_back(
          {std::string(method.name) + std::string(method.descriptor), content.error()});
      content = rewrite_method(file, method, sparse, constants, bridges, sites, result);
    }
    if (!content) continue;
    if (!content->empty()) {
      const auto at = static_cast<std::size_t>(method.code.data() - file.bytes().data());
      replaced.push_back(new_content(at, method.code.size(), *content));
    }
  }
  const bool is_lost =
      bridges.count() != 0 && (constants.is_full() || !add_bridges(file, bridges, replaced));
  if (is_lost) {
    result.refused.push_back({"", "the class has no room for references to methods"});
    return result;
  }
  if (!replaced.empty()) result.bytes = put_together(file, constants, replaced);
  return result;
}

}  // namespace heddle::rewrite
