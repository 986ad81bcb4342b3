// Everything that is remembered while code runs: objects, static fields, strings, class objects.
//
// Nothing is ever freed; a run that allocates too much is given up (Unsupported). Strings are real
// java.lang.String objects in the JDK's compact form, so that the JDK's own code runs on them.
// One thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/id.h"
#include "ir/ids.h"
#include "ir/program.h"
#include "ir/type.h"
#include "value.h"

namespace heddle::interpreter {

class Memory {
 public:
  explicit Memory(ir::Program& program) : program_(program) {}

  // --- objects -----------------------------------------------------------------------------------

  Object* new_object(ir::ClassId type);
  Object* new_array(ir::Type array, std::uint32_t length);
  Object* new_closure(ir::Type interface, Closure closure);
  Object* copy(Object* original);
  std::uint32_t identity(Object* object);
  // Lets the next run allocate its share.
  void refill() { allocated_ = 0; }

  // --- fields ------------------------------------------------------------------------------------

  // Where objects keep an instance field; its class is laid out.
  std::uint32_t slot(ir::FieldId field);
  // A static field; constants have their value before the class is initialised.
  Value get_static(ir::FieldId field);
  void set_static(ir::FieldId field, Value value);
  // By name, in the class or the nearest superclass that declares it; none if there is none.
  ir::FieldId field_named(ir::ClassId type, std::string_view name);
  Value get(Object* object, std::string_view field) {
    return object->slot(slot(field_named(object->type.class_id(), field)));
  }
  void set(Object* object, std::string_view field, Value value) {
    object->set_slot(slot(field_named(object->type.class_id(), field)), value);
  }

  // --- strings -----------------------------------------------------------------------------------

  Object* string(std::u16string_view text);
  Object* ascii(std::string_view text) { return string(std::u16string(text.begin(), text.end())); }
  // The one String of a constant in modified UTF-8.
  Object* constant(std::string_view modified_utf8) {
    return interned(decoded(modified_utf8), nullptr);
  }
  Object* interned(Object* string) { return interned(text(string), string); }
  std::u16string text(Object* string);
  static std::u16string decoded(std::string_view modified_utf8);

  // --- classes -----------------------------------------------------------------------------------

  // The java.lang.Class of a type.
  Object* mirror(ir::Type type);
  // "a.b.C", "[I", "int": as Class.getName says.
  std::string name(ir::Type type);
  // Of a descriptor or array name; not a type if the class is missing.
  ir::Type type_named(std::string_view descriptor);

 private:
  struct Layout {
    bool ready = false;
    std::uint32_t slots = 0;
  };
  struct StringFields {
    ir::ClassId type = base::kNone<ir::ClassId>;
    std::uint32_t value = 0, coder = 0;
  };

  Object* allocate(ir::Type type, std::uint64_t data_bytes);
  std::uint32_t layout(ir::ClassId type);
  void prepare_static(ir::ClassId type, ir::FieldId field);
  const StringFields& string_fields();
  Object* interned(const std::u16string& text, Object* candidate);

  ir::Program& program_;
  std::vector<std::unique_ptr<std::byte[]>> chunks_;
  std::byte* chunk_end_ = nullptr;
  std::size_t chunk_left_ = 0;
  std::uint64_t allocated_ = 0;
  std::uint32_t next_identity_ = 0x1234'5678;
  std::vector<std::unique_ptr<Closure>> closures_;
  std::vector<Layout> layouts_;       // by ClassId
  std::vector<std::uint32_t> slots_;  // by FieldId, of instance fields
  std::vector<Value> statics_;        // by FieldId
  StringFields string_fields_;
  std::unordered_map<std::u16string, Object*> interned_;
  std::unordered_map<std::uint32_t, Object*> mirrors_;  // by the type's bits
};

}  // namespace heddle::interpreter
