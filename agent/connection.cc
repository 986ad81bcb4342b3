#include "agent/connection.h"

#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <cstring>
#include <expected>
#include <string>
#include <string_view>

namespace heddle::agent {

std::expected<Connection, std::string> Connection::open(const std::string& path) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  if (path.size() >= sizeof address.sun_path) return std::unexpected(path + ": too long");
  std::memcpy(address.sun_path, path.data(), path.size());
  Connection connection(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
  if (connection.socket_ < 0 ||
      ::connect(connection.socket_, reinterpret_cast<const sockaddr*>(&address), sizeof address) !=
          0)
    return std::unexpected(path + ": " + std::strerror(errno));
  return connection;
}

Connection::~Connection() {
  if (socket_ >= 0) ::close(socket_);
}

void Connection::shut() const { ::shutdown(socket_, SHUT_RDWR); }

std::string Connection::read_line() const {
  std::string line;
  char each = 0;
  while (true) {
    const ssize_t size = ::read(socket_, &each, 1);
    if (size < 0 && errno == EINTR) continue;
    if (size <= 0 || each == '\n') return line;
    if (line.size() == kMostLineBytes) return {};
    line.push_back(each);
  }
}

void Connection::tell(std::string_view text) const {
  while (!text.empty()) {
    const ssize_t sent = ::send(socket_, text.data(), text.size(), MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    if (sent < 0) return;
    text.remove_prefix(static_cast<std::size_t>(sent));
  }
}

void Connection::wait_for_end() const {
  char ignored[64];
  while (true) {
    const ssize_t size = ::read(socket_, ignored, sizeof ignored);
    if (size == 0 || (size < 0 && errno != EINTR)) return;
  }
}

}  // namespace heddle::agent
