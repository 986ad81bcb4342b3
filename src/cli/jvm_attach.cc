// The file of performance data is a header and a list of entries, in the byte order of the machine:
//
//   header  32 bytes: magic, byte order, version, …, at 24 where the first entry is, at 28 how many
//   entry   length, offset of its name, elements (0: a number), one byte each of type, flags, unit
//           and variability, offset of its data
//
// sun.rt.jvmCapabilities is a text whose first letter is 1 if tools may attach.
#include "cli/jvm_attach.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <pwd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <expected>
#include <fstream>
#include <ios>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <thread>

#include "base/bytes.h"

namespace heddle::cli {
namespace {

using namespace std::chrono_literals;

constexpr auto kPatience = 10s;
constexpr auto kBetweenLooks = 20ms;

std::string read_all(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

// What stands behind the name in a line "Name:\tvalue …" of /proc/N/status.
std::string value_of(std::string_view status, std::string_view name) {
  while (!status.empty()) {
    const std::string_view line = status.substr(0, status.find('\n'));
    status.remove_prefix(std::min(status.size(), line.size() + 1));
    if (!line.starts_with(name) || !line.substr(name.size()).starts_with(':')) continue;
    const std::size_t value = line.find_first_not_of(" \t", name.size() + 1);
    return value == std::string_view::npos ? "" : std::string(line.substr(value));
  }
  return {};
}

template <typename Number>
std::optional<Number> number_in(std::string_view text, int base = 10) {
  Number number{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number, base);
  if (error != std::errc()) return std::nullopt;
  return number;
}

// The second number of four: real, effective, saved, of the file system.
std::optional<uid_t> effective_user(std::string_view status) {
  const std::string users = value_of(status, "Uid");
  const std::size_t tab = users.find('\t');
  if (tab == std::string::npos) return std::nullopt;
  return number_in<uid_t>(std::string_view(users).substr(tab + 1));
}

bool catches_quit(std::string_view status) {
  constexpr int kHexadecimal = 16;
  const auto caught = number_in<std::uint64_t>(value_of(status, "SigCgt"), kHexadecimal);
  return caught && (*caught >> (SIGQUIT - 1) & 1) != 0;
}

std::string performance_file(pid_t process, uid_t user) {
  const passwd* const entry = ::getpwuid(user);
  if (entry == nullptr) return {};
  return fmt::format("/tmp/hsperfdata_{}/{}", entry->pw_name, process);
}

sockaddr_un address_of(const std::string& path) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  path.copy(address.sun_path, sizeof address.sun_path - 1);
  return address;
}

std::string socket_path(pid_t process) { return fmt::format("/tmp/.java_pid{}", process); }

bool is_socket(const std::string& path) {
  struct stat found{};
  return ::stat(path.c_str(), &found) == 0 && S_ISSOCK(found.st_mode);
}

// The file that a JVM looks for when it gets SIGQUIT; gone with this.
class AttachFile {
 public:
  explicit AttachFile(pid_t process) : path_(fmt::format("/tmp/.attach_pid{}", process)) {
    const int file = ::open(path_.c_str(), O_CREAT | O_WRONLY | O_CLOEXEC, 0600);
    is_there_ = file >= 0;
    if (is_there_) ::close(file);
  }
  ~AttachFile() {
    if (is_there_) ::unlink(path_.c_str());
  }
  AttachFile(const AttachFile&) = delete;
  AttachFile& operator=(const AttachFile&) = delete;

  [[nodiscard]] bool is_there() const { return is_there_; }
  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  std::string path_;
  bool is_there_ = false;
};

// Empty when the JVM listens, or why it does not.
std::string make_it_listen(pid_t process) {
  const std::string path = socket_path(process);
  if (is_socket(path)) return {};
  const AttachFile file(process);
  if (!file.is_there()) return file.path() + ": " + std::strerror(errno);
  if (::kill(process, SIGQUIT) != 0) return std::strerror(errno);
  const auto until = std::chrono::steady_clock::now() + kPatience;
  while (!is_socket(path)) {
    if (::kill(process, 0) != 0) return "it has ended";
    if (std::chrono::steady_clock::now() > until)
      return "its JVM does not answer; it may be stopped, or very busy";
    std::this_thread::sleep_for(kBetweenLooks);
  }
  return {};
}

bool write_whole(int socket, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t sent = ::send(socket, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    if (sent < 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(sent));
  }
  return true;
}

std::uint32_t word_at(base::Bytes bytes, std::size_t at) {
  std::uint32_t word = 0;
  if (at <= bytes.size() && bytes.size() - at >= sizeof word)
    std::memcpy(&word, bytes.data() + at, sizeof word);
  return word;
}

std::string_view text_at(base::Bytes bytes, std::size_t at) {
  if (at >= bytes.size()) return {};
  const std::string_view rest = base::as_text(bytes.subspan(at));
  return rest.substr(0, rest.find('\0'));
}

}  // namespace

Descriptor::~Descriptor() {
  if (number_ >= 0) ::close(number_);
}

bool forbids_attaching(base::Bytes data) {
  constexpr std::size_t kFirstEntry = 24, kEntryCount = 28, kEntryHeader = 20;
  constexpr std::size_t kNameAt = 4, kDataAt = 16;
  constexpr std::string_view kCapabilities = "sun.rt.jvmCapabilities";
  std::size_t at = word_at(data, kFirstEntry);
  for (std::uint32_t left = word_at(data, kEntryCount); left != 0; --left) {
    const std::uint32_t length = word_at(data, at);
    if (length < kEntryHeader || at >= data.size() || length > data.size() - at) return false;
    const base::Bytes entry = data.subspan(at, length);
    if (text_at(entry, word_at(entry, kNameAt)) == kCapabilities)
      return text_at(entry, word_at(entry, kDataAt)).starts_with('0');
    at += length;
  }
  return false;
}

std::string why_not_attached(pid_t process) {
  const std::string folder = fmt::format("/proc/{}", process);
  const std::string status = read_all(folder + "/status");
  if (status.empty() || process <= 0) return "there is no such process";
  const auto user = effective_user(status);
  if (::geteuid() != 0 && user != ::geteuid()) return "it belongs to another user";
  if (!read_all(folder + "/maps").contains("/libjvm.so")) return "it is no JVM";
  if (value_of(status, "NSpid").contains('\t')) return "it runs in a container of its own";
  const std::string data = user ? read_all(performance_file(process, *user)) : "";
  if (forbids_attaching(base::as_bytes(data)))
    return "its JVM was told to let nobody attach (-XX:+DisableAttachMechanism)";
  if (!catches_quit(status) && !is_socket(socket_path(process)))
    return "its JVM takes no signals, and so lets nobody attach (-Xrs)";
  return {};
}

std::expected<Descriptor, std::string> send_load(pid_t process, const std::string& library,
                                                 const std::string& options) {
  if (const std::string why = make_it_listen(process); !why.empty()) return std::unexpected(why);
  Descriptor jvm(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
  const sockaddr_un address = address_of(socket_path(process));
  if (::connect(jvm.number(), reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0)
    return std::unexpected(std::string("its JVM does not listen: ") + std::strerror(errno));
  // The version of the protocol, the command, and three arguments: the second says that the first
  // is a path.
  std::string command;
  for (const std::string_view word :
       {std::string_view("1"), std::string_view("load"), std::string_view(library),
        std::string_view("true"), std::string_view(options)})
    command.append(word).push_back('\0');
  if (!write_whole(jvm.number(), command)) return std::unexpected(std::string("its JVM hung up"));
  return jvm;
}

std::string trouble_in(std::string_view answer) {
  const std::string_view code = answer.substr(0, answer.find('\n'));
  std::string_view rest = answer.substr(std::min(answer.size(), code.size() + 1));
  if (rest.ends_with('\n')) rest.remove_suffix(1);
  if (code == "0" && (rest.empty() || rest == "return code: 0" || rest == "0")) return {};
  return rest.empty() ? "its JVM says " + std::string(code) : std::string(rest);
}

}  // namespace heddle::cli
