// Has a JVM that runs load an agent, as HotSpot lets tools do: a file .attach_pidN and SIGQUIT make
// it listen on a socket, on which it is given commands.
//
// A process that is no JVM gets no signal, as that would end it; a JVM that was told to let nobody
// attach gets none either, as it would print the stacks of its threads.
#pragma once

#include <sys/types.h>

#include <expected>
#include <string>
#include <string_view>

#include "base/bytes.h"

namespace heddle::cli {

// A descriptor that is closed with this.
class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  ~Descriptor();
  Descriptor(Descriptor&& other) noexcept : number_(other.number_) { other.number_ = -1; }
  Descriptor& operator=(Descriptor&&) = delete;
  [[nodiscard]] int number() const { return number_; }

 private:
  int number_;
};

// Why the process cannot be attached to, as far as can be seen from outside; empty: nothing speaks
// against it.
std::string why_not_attached(pid_t process);

// A connection to the JVM, on which it has been told to load the library; the answer comes there
// when the agent has begun. Why not, otherwise. May wait some seconds for the JVM.
std::expected<Descriptor, std::string> send_load(pid_t process, const std::string& library,
                                                 const std::string& options);

// Of what the JVM answered: empty if the agent began, or what it says.
std::string trouble_in(std::string_view answer);

// Does a JVM's file of performance data (hsperfdata) say that nobody may attach?
bool forbids_attaching(base::Bytes performance_data);

}  // namespace heddle::cli
