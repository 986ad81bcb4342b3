// The slow, obvious twin of resolution.h and selection.h: the paragraphs of the JVM specification
// (17, chapter 5.4 and 6.5) written down with names and recursion, nothing remembered. Every class
// it meets must be there.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "ir/class.h"
#include "ir/instruction.h"
#include "ir/resolution.h"
#include "ir/symbols.h"

namespace heddle::ir {

// The class that declares the member, and the outcome; null where there is no member.
struct ReferenceAnswer {
  const Class* owner = nullptr;
  Outcome outcome = Outcome::kMissing;
  bool arbitrary = false;  // the specification lets any method of a superinterface be chosen
};

class ResolutionReference {
 public:
  void add(const Class& code) { classes_[std::string(code.name())] = &code; }

  ReferenceAnswer field(const Class& from, FieldRef ref, bool static_access) const;
  ReferenceAnswer method(const Class& from, MethodRef ref, Invocation invocation) const;
  ReferenceAnswer special_target(const Class& from, MethodRef ref) const;
  // `declaring` declares the resolved method of that name and descriptor.
  ReferenceAnswer select(const Class& receiver, const Class& declaring, std::string_view name,
                         std::string_view descriptor, Invocation invocation) const;

 private:
  std::map<std::string, const Class*, std::less<>> classes_;
};

}  // namespace heddle::ir
