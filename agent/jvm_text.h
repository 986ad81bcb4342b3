// A text that the JVM gave, and takes back.
#pragma once

#include <jvmti.h>

#include <string>

namespace heddle::agent {

class JvmText {
 public:
  explicit JvmText(jvmtiEnv* jvmti) : jvmti_(jvmti) {}
  ~JvmText() { jvmti_->Deallocate(reinterpret_cast<unsigned char*>(text_)); }
  JvmText(const JvmText&) = delete;
  JvmText& operator=(const JvmText&) = delete;

  // Where the JVM puts it.
  char** place() { return &text_; }
  [[nodiscard]] std::string copy() const { return text_ == nullptr ? "" : text_; }

 private:
  jvmtiEnv* jvmti_;
  char* text_ = nullptr;
};

}  // namespace heddle::agent
