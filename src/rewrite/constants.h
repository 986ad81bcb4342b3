// Constants added behind those of a class file, each made once.
//
// The indices of the constants that were there do not change. At 65,535 there is no room for
// more: is_full() says so from then on, and indices handed out since are 0.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "classfile/constant_pool.h"

namespace heddle::rewrite {

class Constants {
 public:
  explicit Constants(const classfile::ConstantPool& pool) : next_(pool.size()) {}

  std::uint16_t integer(std::int32_t value);
  std::uint16_t utf8(std::string_view text);
  std::uint16_t class_constant(std::string_view name);
  std::uint16_t string(std::string_view text);
  std::uint16_t method(std::string_view owner, std::string_view name, std::string_view descriptor);
  // A handle of a static method, of an interface or another class.
  std::uint16_t static_handle(std::string_view owner, std::string_view name,
                              std::string_view descriptor, bool is_interface);
  std::uint16_t invoke_dynamic(std::uint16_t bootstrap, std::string_view name,
                               std::string_view descriptor);
  std::uint16_t field(std::string_view owner, std::string_view name, std::string_view descriptor);

  [[nodiscard]] bool is_full() const { return is_full_; }
  // One more than the largest index.
  [[nodiscard]] std::uint16_t count() const { return next_; }
  [[nodiscard]] const std::vector<std::uint8_t>& bytes() const { return bytes_; }

 private:
  std::uint16_t add(const std::string& content);
  std::uint16_t name_and_type(std::string_view name, std::string_view descriptor);
  std::uint16_t member(classfile::Tag tag, std::string_view owner, std::string_view name,
                       std::string_view descriptor);

  std::uint16_t next_;
  bool is_full_ = false;
  std::vector<std::uint8_t> bytes_;
  std::map<std::string, std::uint16_t> known_;  // by tag and content
  // Those that were asked for, of few: what is asked for again need not be put together.
  struct Method {
    std::string owner, name, descriptor;
    std::uint16_t index = 0;
  };
  std::vector<Method> methods_;
};

}  // namespace heddle::rewrite
