// Collects the symbols of one class, each once, and freezes them into a Symbols table.
//
// Reusable: `begin` forgets the last class and keeps the memory. Not thread-safe; one per worker.
// Descriptors and class names must be well-formed; front ends have checked them. Texts are not
// copied: they must live as long as the class (its file's bytes, or its arena).
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "base/arena.h"
#include "ir/symbols.h"
#include "ir/type.h"

namespace heddle::ir {

class SymbolsBuilder {
 public:
  SymbolsBuilder();

  // Symbols are frozen into `arena`, which belongs to the class being built.
  void begin(base::Arena& arena);

  // "a/b/C" or, as class constants of array types are written, "[I" and "[La/b/C;".
  TypeRef class_type(std::string_view name);
  // "I", "La/b/C;", "[[I".
  TypeRef descriptor_type(std::string_view descriptor);

  SignatureRef signature(std::string_view descriptor);
  FieldRef field(const FieldSymbol& symbol);
  MethodRef method(const MethodSymbol& symbol);
  StringRef string(std::string_view text);
  HandleRef handle(const HandleSymbol& symbol);
  CallSiteRef call_site(const CallSite& site);

  // What was added so far; the views move when more is added.
  [[nodiscard]] std::string_view base_name(TypeRef type) const { return bases_[type.base()]; }
  [[nodiscard]] const Signature& signature_at(SignatureRef ref) const {
    return signatures_[base::index(ref)];
  }
  [[nodiscard]] const FieldSymbol& field_at(FieldRef ref) const {
    return fields_[base::index(ref)];
  }
  [[nodiscard]] const MethodSymbol& method_at(MethodRef ref) const {
    return methods_[base::index(ref)];
  }
  [[nodiscard]] const HandleSymbol& handle_at(HandleRef ref) const {
    return handles_[base::index(ref)];
  }
  [[nodiscard]] const CallSite& call_site_at(CallSiteRef ref) const {
    return call_sites_[base::index(ref)];
  }
  [[nodiscard]] std::string_view string_at(StringRef ref) const {
    return strings_[base::index(ref)];
  }

  [[nodiscard]] Symbols freeze();

 private:
  // Finds things by hash without storing them twice: slots hold positions in one of the vectors.
  // A slot of an earlier class is empty: forgetting a class costs nothing.
  class Index {
   public:
    void clear();
    // The position of an equal element, or `next` after remembering it.
    template <typename Equal>
    std::uint32_t find_or_add(std::uint64_t hash, std::uint32_t next, const Equal& equal);

   private:
    struct Slot {
      std::uint32_t generation = 0;
      std::uint32_t position = 0;
      std::uint32_t hash = 0;
    };
    void grow();
    std::vector<Slot> slots_;
    std::uint32_t used_ = 0;
    std::uint32_t generation_ = 1;
  };

  TypeRef base_type(std::string_view name);

  base::Arena* arena_ = nullptr;
  std::vector<std::string_view> bases_;
  std::vector<FieldSymbol> fields_;
  std::vector<MethodSymbol> methods_;
  std::vector<Signature> signatures_;
  std::vector<std::string_view> strings_;
  std::vector<HandleSymbol> handles_;
  std::vector<CallSite> call_sites_;
  std::vector<TypeRef> parameters_;  // scratch
  Index base_index_, field_index_, method_index_, signature_index_, string_index_, handle_index_;
};

}  // namespace heddle::ir
