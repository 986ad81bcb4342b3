// A Java class file (JVMS 4), from version 45 to the newest, read in place.
//
// parse() checks the header, the whole constant pool, every field and method and the extent of
// every attribute; what it accepts, a JVM that verifies accepts as a class-file format, apart from
// flags and code. Attributes are decoded when asked for, and each decoder checks what it reads.
// Code bodies are parsed by parse_code (code.h), annotations by annotation.h.
//
// Lifetime: everything is a view into the bytes given to parse(), which must outlive the ClassFile
// and whatever was taken from it. Spans of members live as long as the ClassFile, also when moved.
// Thread safety: immutable once parsed, so it may be shared.
// Cost: three allocations or so per class (constants, fields, methods).
//
// Errors are one clause that names the place, such as
// "LineNumberTable of method run()V: entry 3 starts at 912, past the code's end", with the offset.
#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "base/bytes.h"
#include "base/malformed.h"
#include "classfile/attribute.h"
#include "classfile/constant_pool.h"

namespace heddle::classfile {

// Access flags (JVMS tables 4.1-B, 4.5-A, 4.6-A); some bits mean different things at different
// places.
inline constexpr std::uint16_t kAccPublic = 0x0001;
inline constexpr std::uint16_t kAccPrivate = 0x0002;
inline constexpr std::uint16_t kAccProtected = 0x0004;
inline constexpr std::uint16_t kAccStatic = 0x0008;
inline constexpr std::uint16_t kAccFinal = 0x0010;
inline constexpr std::uint16_t kAccSuper = 0x0020;         // classes
inline constexpr std::uint16_t kAccSynchronized = 0x0020;  // methods
inline constexpr std::uint16_t kAccVolatile = 0x0040;      // fields
inline constexpr std::uint16_t kAccBridge = 0x0040;        // methods
inline constexpr std::uint16_t kAccTransient = 0x0080;     // fields
inline constexpr std::uint16_t kAccVarargs = 0x0080;       // methods
inline constexpr std::uint16_t kAccNative = 0x0100;
inline constexpr std::uint16_t kAccInterface = 0x0200;
inline constexpr std::uint16_t kAccAbstract = 0x0400;
inline constexpr std::uint16_t kAccStrict = 0x0800;
inline constexpr std::uint16_t kAccSynthetic = 0x1000;
inline constexpr std::uint16_t kAccAnnotation = 0x2000;
inline constexpr std::uint16_t kAccEnum = 0x4000;
inline constexpr std::uint16_t kAccModule = 0x8000;  // classes

// A field or a method.
struct Member {
  // As in the file, but a class initializer is static and nothing else that matters in files
  // before version 51, as the JVM has it.
  std::uint16_t access = 0;
  std::uint16_t name_index = 0;
  std::uint16_t descriptor_index = 0;
  std::uint16_t signature = 0;       // a Utf8, or 0
  std::uint16_t constant_value = 0;  // a constant that suits the static field's type, or 0
  bool has_code = false;
  bool synthetic = false;  // by flag or by attribute
  bool deprecated = false;
  std::string_view name;
  std::string_view descriptor;
  AttributeRange attributes;
  base::Bytes code;  // the content of the Code attribute

  [[nodiscard]] bool is_static() const { return (access & kAccStatic) != 0; }
  [[nodiscard]] bool is_method() const { return descriptor.front() == '('; }
};

struct BootstrapMethod {
  std::uint16_t handle = 0;  // a MethodHandle constant
  std::uint16_t argument_count = 0;
  IndexList arguments;  // loadable constants

  [[nodiscard]] std::uint16_t argument(unsigned position) const { return arguments[position]; }
};

struct InnerClass {
  std::uint16_t inner = 0;  // a Class constant; 0 in some old files
  std::uint16_t outer = 0;  // a Class constant, or 0: local or anonymous
  std::uint16_t name = 0;   // a Utf8, or 0: anonymous
  std::uint16_t access = 0;
};

struct EnclosingMethod {
  std::uint16_t owner = 0;   // a Class constant
  std::uint16_t method = 0;  // a NameAndType with a method descriptor, or 0: an initializer
};

struct RecordComponent {
  std::uint16_t name_index = 0;
  std::uint16_t descriptor_index = 0;
  std::uint16_t signature = 0;  // a Utf8, or 0
  std::string_view name;
  std::string_view descriptor;
  AttributeRange attributes;
};

struct MethodParameter {
  std::uint16_t name = 0;  // a Utf8, or 0: no name
  std::uint16_t access = 0;
};

struct Module;  // module.h

class ClassFile {
 public:
  static std::expected<ClassFile, base::Malformed> parse(base::Bytes bytes);

  ClassFile(ClassFile&&) noexcept = default;
  ClassFile& operator=(ClassFile&&) noexcept = default;

  [[nodiscard]] base::Bytes bytes() const { return bytes_; }
  [[nodiscard]] std::uint16_t major() const { return major_; }
  [[nodiscard]] std::uint16_t minor() const { return minor_; }
  [[nodiscard]] std::uint16_t access() const { return access_; }
  [[nodiscard]] bool is_interface() const { return (access_ & kAccInterface) != 0; }
  [[nodiscard]] bool is_module() const { return (access_ & kAccModule) != 0; }

  // Internal names: a/b/C. super_name() is empty for java/lang/Object and for modules.
  [[nodiscard]] std::string_view name() const { return pool_.class_name(this_class_); }
  [[nodiscard]] std::string_view super_name() const {
    return super_class_ == 0 ? std::string_view() : pool_.class_name(super_class_);
  }
  [[nodiscard]] std::uint16_t this_class() const { return this_class_; }    // a Class constant
  [[nodiscard]] std::uint16_t super_class() const { return super_class_; }  // likewise, or 0
  [[nodiscard]] IndexList interfaces() const { return interfaces_; }        // Class constants
  [[nodiscard]] std::string_view interface_name(std::size_t position) const {
    return pool_.class_name(interfaces_[position]);
  }

  [[nodiscard]] const ConstantPool& pool() const { return pool_; }
  [[nodiscard]] std::span<const Member> fields() const { return fields_; }
  [[nodiscard]] std::span<const Member> methods() const { return methods_; }
  [[nodiscard]] AttributeRange attributes() const { return attributes_; }

  // Empty where the class does not say.
  [[nodiscard]] std::string_view source_file() const { return utf8_or_empty(source_file_); }
  [[nodiscard]] std::string_view signature() const { return utf8_or_empty(signature_); }
  [[nodiscard]] std::string_view nest_host() const {
    return nest_host_ == 0 ? std::string_view() : pool_.class_name(nest_host_);
  }
  [[nodiscard]] bool synthetic() const { return synthetic_; }  // by flag or by attribute
  [[nodiscard]] bool deprecated() const { return deprecated_; }

  [[nodiscard]] std::uint16_t bootstrap_count() const {
    return static_cast<std::uint16_t>(bootstraps_.size());
  }
  [[nodiscard]] BootstrapMethod bootstrap(std::uint16_t position) const;

  // Decoded on demand; empty when the attribute is absent. Lists of indices are of Class constants.
  [[nodiscard]] std::expected<std::vector<InnerClass>, base::Malformed> inner_classes() const;
  [[nodiscard]] std::expected<std::optional<EnclosingMethod>, base::Malformed> enclosing_method()
      const;
  [[nodiscard]] std::expected<IndexList, base::Malformed> nest_members() const;
  [[nodiscard]] std::expected<IndexList, base::Malformed> permitted_subclasses() const;
  // Nothing when the class is no record; a record may have no components.
  [[nodiscard]] std::expected<std::optional<std::vector<RecordComponent>>, base::Malformed>
  record_components() const;
  [[nodiscard]] std::expected<std::optional<Module>, base::Malformed> module() const;
  [[nodiscard]] std::expected<IndexList, base::Malformed> exceptions(const Member& method) const;
  [[nodiscard]] std::expected<std::vector<MethodParameter>, base::Malformed> method_parameters(
      const Member& method) const;

  // The first attribute of a kind among `attributes`, which stand at `place`.
  [[nodiscard]] std::optional<Attribute> find(AttributeRange attributes, AttributePlace place,
                                              AttributeKind kind) const;

 private:
  friend class ClassParser;

  ClassFile() = default;

  [[nodiscard]] std::string_view utf8_or_empty(std::uint16_t index) const {
    return index == 0 ? std::string_view() : pool_.utf8(index);
  }

  base::Bytes bytes_;
  ConstantPool pool_;
  std::unique_ptr<ConstantPool::Entry[]> constants_;
  std::uint16_t minor_ = 0;
  std::uint16_t major_ = 0;
  std::uint16_t access_ = 0;
  std::uint16_t this_class_ = 0;
  std::uint16_t super_class_ = 0;
  std::uint16_t source_file_ = 0;
  std::uint16_t signature_ = 0;
  std::uint16_t nest_host_ = 0;
  bool synthetic_ = false;
  bool deprecated_ = false;
  IndexList interfaces_;
  AttributeRange attributes_;
  std::vector<Member> fields_;
  std::vector<Member> methods_;
  std::vector<std::uint32_t> bootstraps_;  // where each begins in the file
};

}  // namespace heddle::classfile
