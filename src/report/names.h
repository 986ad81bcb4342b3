// What the names of a class file mean: what survives a renumbering, and what a person calls them.
//
// Pure functions over any text.
#pragma once

#include <string>
#include <string_view>

#include "report/finding.h"

namespace heddle::report {

// The name without the numbers that a compiler or a virtual machine deals out, which change when
// something else is added: `lambda$run$3` -> `lambda$run$`, `a.Foo$1` -> `a.Foo$`,
// `a.Foo$$Lambda$14/0x7f00` -> `a.Foo$$Lambda`. Works on class, field and method names and on
// descriptors. Idempotent.
std::string without_numbers(std::string_view name);

// `deposit(I)V` -> `deposit`.
std::string_view method_name(std::string_view method);

// The method of the source that the code was written in: `lambda$run$3(I)V` -> `run`; otherwise
// method_name.
std::string_view source_method(std::string_view method);

// `bank.Account$Entry` -> `Account$Entry`.
std::string_view simple_class(std::string_view class_name);

// The class of the source file's top level: `bank.Account$Entry$1` -> `bank.Account`.
std::string_view top_class(std::string_view class_name);

// `bank.Account` -> `bank`; empty in the unnamed package.
std::string_view package_of(std::string_view class_name);

// "Account.deposit", "a lambda in Main.run", "the constructor of Account".
std::string method_in_words(const Place& place);

// "Account.java:12"; "Account.java" or "bank.Account" where less is known.
std::string where(const Place& place);

// "bank.Account.balance", "an element of int[]", "java.util.HashMap".
std::string subject_in_words(const Subject& subject);

}  // namespace heddle::report
