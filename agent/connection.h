// The agent's end of the socket on which `heddle record --attach` listens. From there come the
// options, one line; back go lines: "recording", or "trouble" and why not, and in the end what was
// recorded. When the other end is closed, or its process is gone, recording is to end.
//
// Thread safety: one thread may wait for the end while another tells.
#pragma once

#include <cstddef>
#include <expected>
#include <string>
#include <string_view>
#include <utility>

namespace heddle::agent {

class Connection {
 public:
  // Why there is none, otherwise.
  static std::expected<Connection, std::string> open(const std::string& path);

  ~Connection();
  Connection(Connection&& other) noexcept : socket_(std::exchange(other.socket_, -1)) {}
  Connection& operator=(Connection&&) = delete;

  // Without its end; empty if the other side says nothing, or more than a line of options can be.
  static constexpr std::size_t kMostLineBytes = 1 << 20;
  [[nodiscard]] std::string read_line() const;
  // Nobody may be there to hear it.
  void tell(std::string_view text) const;
  void wait_for_end() const;
  // All is said: the other side sees the end.
  void shut() const;

 private:
  explicit Connection(int socket) : socket_(socket) {}
  int socket_;
};

}  // namespace heddle::agent
