// The classes of a program and of all it stands on, found by name as the JVM finds them and decoded
// when first asked for.
//
// Order of lookup: the platform, then the inputs, then the class path, each in the order given; the
// first match wins. (The JVM asks its platform loaders first.) Behind a jar come those that its
// manifest names as its Class-Path, as libraries. An input that is itself a platform, a run-time
// image say, takes the platform's place; one that is a piece of a JDK, a jmod, goes before it.
//
// Every class is decoded at most once and every body lowered at most once, whoever asks. What could
// not be read is listed in skipped(), oddities in notes(), both sorted.
//
// Thread safety: open and ask from one thread. decode_all() and decode_inputs() work on several
// threads inside.
#pragma once

#include <boost/unordered/unordered_flat_map.hpp>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <expected>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "archive/content.h"
#include "base/arena.h"
#include "base/hash.h"
#include "base/malformed.h"
#include "base/text_hash.h"
#include "ir/body.h"
#include "ir/class.h"
#include "ir/class_source.h"
#include "ir/ids.h"
#include "lower/class_lowering.h"
#include "workspace/container.h"
#include "workspace/jdk.h"
#include "workspace/lowering_ahead.h"
#include "workspace/open.h"
#include "workspace/services.h"

namespace heddle::workspace {

struct ClassPathOptions {
  std::vector<std::string> inputs;      // the application
  std::vector<std::string> class_path;  // libraries
  std::string jdk;                      // empty: JAVA_HOME, else the java on PATH
  std::optional<unsigned> release;      // for multi-release jars; else the JDK's
  bool needs_platform = true;           // false: decode the inputs alone
};

class ClassPath final : public ir::ClassSource {
 public:
  // One class of an input, decoded.
  struct Unit {
    std::uint32_t container = 0;
    std::uint32_t entry = 0;
    ir::Class* code = nullptr;  // null: it could not be read
  };

  // Opens everything; errors() says what could not be opened.
  static std::unique_ptr<ClassPath> open(const ClassPathOptions& options,
                                         const Environment& environment);

  // Inputs, class-path parts and JDKs that could not be opened: "x.jar: No such file or directory".
  [[nodiscard]] std::span<const std::string> errors() const { return errors_; }
  // Of the inputs, jars inside them included.
  [[nodiscard]] std::size_t input_containers() const;
  [[nodiscard]] const std::string& main_class() const { return main_class_; }
  [[nodiscard]] bool has_platform() const { return has_platform_; }
  [[nodiscard]] unsigned release() const { return release_; }

  // Is there a class of that internal name? Decodes nothing.
  [[nodiscard]] bool contains(std::string_view name) const { return locate(name).has_value(); }
  // A hash of its class file (base::hash_text); nothing if there is none that can be read.
  [[nodiscard]] std::optional<std::uint64_t> bytes_hash(std::string_view name) const;
  // Where it is found; nothing if there is none. Decodes nothing.
  [[nodiscard]] std::optional<ir::Layer> layer_of(std::string_view name) const;

  // All that was opened, or was to be, in that order.
  struct Part {
    std::string path;
    ir::Layer layer{};
    bool is_input = false;
    base::Hash128 status;  // before it was opened; see identity.h
  };
  [[nodiscard]] std::span<const Part> parts() const { return parts_; }
  // There is a platform, and no input brings classes of its own for it.
  [[nodiscard]] bool is_platform_alone() const { return is_platform_alone_; }

  // Internal names of the classes that the inputs bring and lookup finds there, in the order of the
  // inputs; those of libraries inside them, as in a war, are left out. Decodes nothing.
  [[nodiscard]] std::vector<std::string> input_class_names() const;

  // Internal names of the classes that provide a service, itself by internal name: as the modules'
  // descriptors and META-INF/services say, the platform's first, then in the order of lookup, each
  // once. Whether they exist nobody has asked. Lists that cannot be read go into skipped().
  const std::vector<std::string>& providers(std::string_view service);
  // Those of them that the platform itself names.
  const std::vector<std::string>& platform_providers(std::string_view service);

  // Internal names of the classes outside the platform that texts of the inputs and the class path
  // name (named_classes.h), sorted. Reads them all, once; what cannot be read goes into skipped().
  const std::vector<std::string>& classes_in_texts();
  // Internal names of the classes outside the platform that begin so, sorted.
  std::vector<std::string> classes_beginning(std::string_view prefix);

  std::optional<Found> load(std::string_view internal_name) override;
  const ir::Body* lower(ir::Class& code, std::uint32_t method) override;

  // What would be told of the class of that name if it were loaded now and had to be left out;
  // nothing: it would not. Decodes it for that, and keeps nothing.
  [[nodiscard]] std::optional<Remark> would_skip(std::string_view internal_name) const;

  // Puts class files that were named as inputs and tell no name into skipped(), with the reason.
  // For those who ask for a class by name and find nothing; decode_all() does it as well.
  void skip_nameless();

  // Decodes every class of the inputs and lowers every body, on `workers` threads, and calls
  // check(class) for each, which must be safe to call from several threads and says what is wrong,
  // or nothing. Units come in the order of the inputs whatever the number of threads.
  using ClassCheck = std::function<std::string(const ir::Class&)>;
  std::span<const Unit> decode_all(unsigned workers, const ClassCheck& check);

  // Decodes every class of the inputs on `workers` threads and has the bodies of those that lookup
  // finds lowered on all but one of them: who asks for one later may find it done. With several
  // threads also decodes what these name of the platform.
  void decode_inputs(unsigned workers);
  // Ends the threads that lower bodies meanwhile. Whoever frees classes that it was given, as a
  // program that goes before its class path does, calls it first.
  void end_lowering() { ahead_.reset(); }
  void settle(const ir::Class& code) override;

  [[nodiscard]] std::vector<Remark> skipped() const;
  [[nodiscard]] std::vector<Remark> notes() const;
  // What has come to be remarked so far, in the order of questions; and the same from another run
  // with the same files, in place of what has come so far.
  struct Remarks {
    std::vector<Remark> skipped, notes;
  };
  [[nodiscard]] Remarks remarks() const { return {.skipped = skipped_, .notes = notes_}; }
  void restore(Remarks remarks);

  // What decode_all took, summed over its threads.
  struct PhaseSeconds {
    double read = 0, decode = 0, lower = 0, check = 0;
  };
  [[nodiscard]] const PhaseSeconds& phase_seconds() const { return phase_seconds_; }

  // How often something was decoded, to show that nothing was twice.
  [[nodiscard]] std::size_t classes_decoded() const { return classes_decoded_; }
  [[nodiscard]] std::size_t bodies_lowered() const { return bodies_lowered_; }

 private:
  struct Location {
    std::uint32_t container = 0;
    std::uint32_t entry = 0;
  };
  // What a decoded class stands on.
  struct Decoded {
    Location location;
    archive::Content content;
    lower::ClassLowering lowering;
    std::unique_ptr<ir::Class> code;  // until somebody takes it
    ir::Layer layer{};
    std::optional<std::uint32_t> ahead{};  // its number there
  };
  struct Job;
  struct Worker;

  ClassPath() = default;
  void open_part(const std::string& path, ir::Layer layer, bool is_input);
  void keep_opened(Opened opened, bool is_input);
  void follow_manifests(const std::string& from, const std::vector<std::string>& paths);
  void open_platform(const ClassPathOptions& options, const Environment& environment);
  void settle_platform();
  // Puts the containers into that order, leaving out those it does not name.
  void reorder(const std::vector<std::uint32_t>& order);
  void index_classes();
  void read_module_descriptors();
  void read_module_descriptor(Location location);
  using Providers = std::map<std::string, std::vector<std::string>, std::less<>>;  // by service
  const std::vector<std::string>& providers(std::string_view service, Providers& known,
                                            bool of_platform);
  std::vector<std::string> find_providers(std::string_view service, bool of_platform);
  [[nodiscard]] bool is_outside_platform(std::string_view name) const;
  void find_names_in(const Container::Resource& text);
  [[nodiscard]] std::optional<Location> locate(std::string_view name) const;
  [[nodiscard]] static std::uint64_t key(Location location) {
    return std::uint64_t{location.container} << 32U | location.entry;
  }
  std::expected<std::unique_ptr<Decoded>, base::Malformed> decode(Location location,
                                                                  std::string_view name,
                                                                  lower::Workshop& workshop,
                                                                  PhaseSeconds& seconds) const;
  ir::Class* keep(Location location, std::unique_ptr<Decoded> decoded);
  std::vector<Job> list_jobs();
  void run_job(Job& job, Worker& worker, const ClassCheck& check) const;
  void run_jobs(std::vector<Job>& jobs, std::vector<Worker>& crew,
                const std::function<void(Job&, Worker&)>& run);
  ir::Class* keep(Job& job);
  // Decodes what the inputs name of the platform, of which nearly all is asked for later.
  void decode_named(std::span<const ir::Class* const> inputs, std::vector<Worker>& crew);

  OpenOptions open_options_;
  unsigned release_ = 0;
  bool has_platform_ = false, is_platform_alone_ = false;
  std::vector<Part> parts_;
  std::string main_class_;
  std::vector<std::unique_ptr<Container>> containers_;  // in the order of lookup
  std::vector<std::uint32_t> inputs_;                   // of containers_, in the order given
  // Who has a class first. With hundreds of jars, asking one after the other is what takes the
  // time.
  boost::unordered_flat_map<std::string_view, Location, base::TextHash> index_;
  std::vector<std::uint32_t> indexed_;        // containers that are asked, as they have an index
  std::vector<Location> module_descriptors_;  // of containers without an index
  bool has_read_modules_ = false;
  std::vector<std::pair<std::uint32_t, Provision>> provisions_;  // by container, in their order
  Providers providers_, platform_providers_;
  std::optional<std::vector<std::string>> in_texts_;  // once somebody asked
  std::vector<std::string_view> sorted_names_;        // likewise: outside the platform
  std::vector<std::string> errors_;
  std::vector<Remark> skipped_, notes_;
  std::set<std::string> opened_paths_;  // canonical; against manifests that name each other

  lower::Workshop workshop_;
  std::deque<base::Arena> arenas_;  // of bodies
  std::vector<Unit> units_;
  boost::unordered_flat_map<std::uint64_t, std::unique_ptr<Decoded>> decoded_;  // by location
  boost::unordered_flat_map<const ir::Class*, Decoded*> by_code_;
  // By location: those that nobody has asked for yet.
  boost::unordered_flat_map<std::uint64_t, std::unique_ptr<Decoded>> decoded_before_asked_;
  PhaseSeconds phase_seconds_;
  std::size_t classes_decoded_ = 0, bodies_lowered_ = 0;
  std::unique_ptr<LoweringAhead> ahead_;  // last, so that it ends first
};

}  // namespace heddle::workspace
