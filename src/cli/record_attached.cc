// The agent is told of a socket that this process listens on, in a folder of its own, and connects
// to it. What the agent says comes there. When this process shuts its side, or dies, the agent ends
// the recording, takes its probes out of the program, and says what was recorded.
#include "cli/record_attached.h"

#include <fmt/format.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <expected>
#include <filesystem>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

#include "cli/jvm_attach.h"
#include "cli/output.h"
#include "recording/agent_options.h"

namespace heddle::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kRecording = "recording";
constexpr std::string_view kTrouble = "trouble ";
constexpr int kPatienceMilliseconds = 120'000;  // until the agent has seen all classes

// A socket in a folder that nobody else can look into, both gone with this.
class Listening {
 public:
  // For a JVM of this user.
  static std::expected<Listening, std::string> open(uid_t user) {
    std::string folder = (fs::temp_directory_path() / "heddle-attach-XXXXXX").string();
    if (::mkdtemp(folder.data()) == nullptr)
      return std::unexpected(folder + ": " + std::strerror(errno));
    Listening made{folder};
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    const std::string path = made.path();
    if (path.size() >= sizeof address.sun_path) return std::unexpected(path + ": too long");
    path.copy(address.sun_path, sizeof address.sun_path - 1);
    if (::bind(made.socket_.number(), reinterpret_cast<const sockaddr*>(&address),
               sizeof address) != 0 ||
        ::listen(made.socket_.number(), 1) != 0)
      return std::unexpected(path + ": " + std::strerror(errno));
    if (user != ::geteuid() && (::chown(path.c_str(), user, static_cast<gid_t>(-1)) != 0 ||
                                ::chown(folder.c_str(), user, static_cast<gid_t>(-1)) != 0))
      return std::unexpected(path + ": " + std::strerror(errno));
    return made;
  }
  ~Listening() {
    std::error_code ignored;
    if (!folder_.empty()) fs::remove_all(folder_, ignored);
  }
  Listening(Listening&& other) noexcept
      : folder_(std::exchange(other.folder_, {})), socket_(std::move(other.socket_)) {}
  Listening& operator=(Listening&&) = delete;

  [[nodiscard]] std::string path() const { return (folder_ / "socket").string(); }
  [[nodiscard]] int socket() const { return socket_.number(); }

 private:
  explicit Listening(const std::string& folder)
      : folder_(folder), socket_(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0)) {}

  fs::path folder_;
  Descriptor socket_;
};

std::string read_to_end(int socket) {
  std::string text;
  std::array<char, 4096> buffer{};
  while (true) {
    const ssize_t size = ::read(socket, buffer.data(), buffer.size());
    if (size < 0 && errno == EINTR) continue;
    if (size <= 0) return text;
    text.append(buffer.data(), static_cast<std::size_t>(size));
  }
}

// Cut where it is longer than anything the agent says.
std::string read_line(int socket) {
  constexpr std::size_t kMostBytes = 1 << 16;
  std::string line;
  char each = 0;
  while (true) {
    const ssize_t size = ::read(socket, &each, 1);
    if (size < 0 && errno == EINTR) continue;
    if (size <= 0 || each == '\n' || line.size() == kMostBytes) return line;
    line.push_back(each);
  }
}

// The agent's connection, or what the JVM says instead.
std::expected<Descriptor, std::string> wait_for_agent(const Listening& listening, int jvm) {
  std::array<pollfd, 2> ends = {pollfd{listening.socket(), POLLIN, 0}, pollfd{jvm, POLLIN, 0}};
  int ready = 0;
  do {
    ready = ::poll(ends.data(), ends.size(), kPatienceMilliseconds);
  } while (ready < 0 && errno == EINTR);
  if (ready <= 0) return std::unexpected(std::string("its JVM does not load the agent"));
  if ((ends[0].revents & POLLIN) != 0)
    return Descriptor(::accept4(listening.socket(), nullptr, nullptr, SOCK_CLOEXEC));
  const std::string trouble = trouble_in(read_to_end(jvm));
  return std::unexpected(trouble.empty() ? "its agent did not come back" : trouble);
}

volatile std::sig_atomic_t agents_socket = -1;

// A second signal of the kind ends us at once; the agent notices that, too.
extern "C" void end_recording(int signal) {
  ::shutdown(static_cast<int>(agents_socket), SHUT_WR);
  std::signal(signal, SIG_DFL);
}

void end_at_signals(int socket) {
  agents_socket = socket;
  struct sigaction action{};
  action.sa_handler = end_recording;
  action.sa_flags = SA_RESTART;
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) ::sigaction(signal, &action, nullptr);
}

uid_t user_of(pid_t process) {
  struct stat found{};
  const std::string folder = fmt::format("/proc/{}", process);
  return ::stat(folder.c_str(), &found) == 0 ? found.st_uid : ::geteuid();
}

}  // namespace

std::expected<std::string, std::string> record_attached(pid_t process, const std::string& library,
                                                        const recording::AgentOptions& options) {
  if (std::string why = why_not_attached(process); !why.empty())
    return std::unexpected(std::move(why));
  auto listening = Listening::open(user_of(process));
  if (!listening) return std::unexpected(listening.error());
  recording::AgentOptions where;
  where.attached = listening->path();
  const auto jvm = send_load(process, library, recording::print_options(where));
  if (!jvm) return std::unexpected(jvm.error());
  const auto agent = wait_for_agent(*listening, jvm->number());
  if (!agent) return std::unexpected(agent.error());

  const std::string told = recording::print_options(options) + "\n";
  if (::send(agent->number(), told.data(), told.size(), MSG_NOSIGNAL) !=
      static_cast<ssize_t>(told.size()))
    return std::unexpected(std::string("its agent hung up"));
  end_at_signals(agent->number());
  const std::string line = read_line(agent->number());
  if (line.starts_with(kTrouble)) return std::unexpected(line.substr(kTrouble.size()));
  if (line == kRecording)
    complain(
        fmt::format("recording process {}; Ctrl-C ends that, and the program goes on", process));
  return (line == kRecording ? "" : line + "\n") + read_to_end(agent->number());
}

}  // namespace heddle::cli
