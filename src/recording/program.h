// What is known of the recorded program while it runs: its sites, and the fields of its classes.
//
// Thread safety: every function may be called from any thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "classfile/class_file.h"
#include "rewrite/rewrite.h"
#include "trace/tables.h"

namespace heddle::recording {

// What a probe does at an access, by its site. The probes know these numbers by heart.
enum class FieldState : std::uint8_t {
  kUnknown = 0,  // its class has not been seen yet
  kPlain = 1,
  kVolatile = 2,
  kLeftOut = 3,      // final, or declared by a class that is not the application's
  kFinalStatic = 4,  // only that the thread uses the class counts
};

// Numbers of sites and of classes that stay below this are told apart by events.
inline constexpr std::uint32_t kMostSites = 1U << 24;

struct ResolvedField {
  FieldState state = FieldState::kUnknown;
  std::uint32_t class_number = 0;  // of the class that declares it
  std::string class_name;          // a.b.C
};

class Program final : public rewrite::Sites {
 public:
  // Remembers the fields of a class, for resolve().
  void add_class(const classfile::ClassFile& file);

  std::uint32_t add(const classfile::ClassFile& file, const rewrite::Site& site) override;

  // What the field at a site is, once the classes it takes to know are there.
  [[nodiscard]] ResolvedField resolve(std::uint32_t site) const;

  struct SiteFacts {
    rewrite::Action action{};
    trace::Site place;
    std::string owner, field;  // a.b.C
    std::uint32_t class_number = 0;
    bool is_initial = false;
    std::uint32_t target = 0;  // of a null test, as in rewrite::Site
    bool does_jump = false;
    std::uint32_t members = 0;  // of a group, as in rewrite::Site
  };
  [[nodiscard]] SiteFacts site(std::uint32_t number) const;
  [[nodiscard]] std::string class_name(std::uint32_t class_number) const;

  [[nodiscard]] std::size_t site_count() const;

  // Nothing of what is plain is worth telling. Said before the first class comes.
  void leave_plain_out() { leaves_plain_out_ = true; }

 private:
  struct Class {
    std::string super;
    std::vector<std::string> interfaces;
    std::map<std::string, std::uint16_t, std::less<>>
        fields;  // access flags by name and descriptor
  };
  struct StoredSite {
    rewrite::Action action{};
    std::uint32_t method = 0;  // in `methods_`
    std::uint32_t offset = 0, line = 0;
    std::uint32_t owner = 0;  // a class number
    std::string field;        // name and descriptor
    bool is_proven = false, is_initial = false, does_jump = false;
    std::uint32_t target = 0, members = 0;
  };
  struct Method {
    std::uint32_t class_number = 0;
    std::string name, file;
  };

  std::uint32_t number_of(std::string_view name);
  // The class that declares the field, and its flags; nullptr if one on the way is unknown.
  const Class* declaring(const std::string& name, std::string_view field, std::string& declarer,
                         std::uint16_t& access, int depth) const;

  bool leaves_plain_out_ = false;
  mutable std::mutex mutex_;
  std::map<std::string, Class, std::less<>> classes_;  // by internal name
  std::map<std::string, std::uint32_t, std::less<>> class_numbers_;
  std::vector<std::string> class_names_;
  std::deque<Method> methods_;
  std::deque<StoredSite> sites_;
};

}  // namespace heddle::recording
