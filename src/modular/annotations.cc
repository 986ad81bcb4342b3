#include "modular/annotations.h"

#include <algorithm>

namespace heddle::modular {
namespace {

constexpr std::array<std::string_view, kMarkCount> kKeys = {
    "thread_safe",         "not_thread_safe", "immutable",  "guarded_by", "thread_confined",
    "main_thread",         "worker_thread",   "any_thread", "functional", "returns_ownership",
    "visible_for_testing", "initializer",     "shared",     "per_use",    "serial"};

constexpr std::array kServletTypes = {"Servlet", "GenericServlet", "http.HttpServlet",
                                      "Filter",  "GenericFilter",  "http.HttpFilter"};
constexpr std::array kOtherSharedTypes = {"org.springframework.web.servlet.mvc.Controller",
                                          "org.springframework.web.servlet.HandlerInterceptor",
                                          "org.apache.struts.action.Action"};

std::vector<std::string> usual_shared_types() {
  std::vector<std::string> types(kOtherSharedTypes.begin(), kOtherSharedTypes.end());
  for (const std::string package : {"javax.servlet.", "jakarta.servlet."})
    for (const char* const type : kServletTypes) types.push_back(package + type);
  return types;
}

const std::vector<std::string>& of(const AnnotationNames& names, Mark mark) {
  return names.marks[static_cast<unsigned>(mark)];
}

}  // namespace

std::string_view simple_name(std::string_view name) {
  const std::size_t at = name.find_last_of("/$.");
  return at == std::string_view::npos ? name : name.substr(at + 1);
}

AnnotationNames AnnotationNames::usual() {
  return {
      .marks = {{{"ThreadSafe"},
                 {"NotThreadSafe"},
                 {"Immutable"},
                 {"GuardedBy"},
                 {"ThreadConfined"},
                 {"UiThread", "MainThread", "UIThread", "OnUiThread"},
                 {"WorkerThread", "BinderThread"},
                 {"AnyThread"},
                 {"Functional"},
                 {"ReturnsOwnership"},
                 {"VisibleForTesting"},
                 {"PostConstruct", "PreDestroy", "Initializer", "Autowired", "Inject"},
                 {"RestController", "Controller", "ControllerAdvice", "Service", "Repository",
                  "Component", "ApplicationScoped"},
                 {"Scope", "RequestScope", "SessionScope", "RequestScoped", "SessionScoped",
                  "ConversationScoped", "Prototype"},
                 {"Scheduled"}}},
      .main_thread_assertions = {"ThreadUtils.assertMainThread", "ThreadUtils.assertOnUiThread"},
      .main_thread_tests = {"SwingUtilities.isEventDispatchThread", "EventQueue.isDispatchThread",
                            "Platform.isFxApplicationThread", "ThreadUtils.isMainThread"},
      .shared_types = usual_shared_types()};
}

std::string_view mark_key(Mark mark) { return kKeys[static_cast<unsigned>(mark)]; }

Marks marks_of(const ir::Class& in, std::span<const ir::Annotation> annotations,
               const AnnotationNames& names) {
  Marks marks;
  for (const ir::Annotation& annotation : annotations) {
    const std::string_view name = simple_name(in.symbols.base_name(annotation.type));
    for (unsigned mark = 0; mark < kMarkCount; ++mark)
      if (std::ranges::find(names.marks[mark], name) != names.marks[mark].end())
        marks.add(static_cast<Mark>(mark));
  }
  return marks;
}

std::string_view guard_of(const ir::Class& in, std::span<const ir::Annotation> annotations,
                          const AnnotationNames& names) {
  for (const ir::Annotation& annotation : annotations) {
    const auto& guards = of(names, Mark::kGuardedBy);
    const std::string_view name = simple_name(in.symbols.base_name(annotation.type));
    if (std::ranges::find(guards, name) == guards.end()) continue;
    for (const ir::AnnotationElement& element : annotation.elements)
      if (element.name == "value") return element.value;
  }
  return {};
}

}  // namespace heddle::modular
