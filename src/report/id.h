// Ids of findings that survive edits elsewhere: `r-5f1c09ab`.
//
// An id is a hash of the finding's shape: its kind, its subject, and its sites by class, method
// with descriptor, operation and ordinal, in no order. Lines, addresses, stacks, threads, locks and
// the numbers of lambdas and anonymous classes have no part in it. The letter tells the kind.
//
// Findings of one shape (two lambdas of one method that do the same) are numbered in the order of
// the source. Stateless; n log n.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "report/finding.h"

namespace heddle::report {

// "write bank.Account.deposit(I)V", with " #2" behind it for ordinal 2, without numbers of lambdas.
std::string site_of(const Side& side);

// The shape as text, a line for each part.
std::string shape_of(const Finding& finding);

// The id of the finding number `among_equal` of a shape.
std::string id_of(Kind kind, std::string_view shape, std::uint32_t among_equal);

// Gives an id to each finding that has none; those that have one keep it. No two get the same. The
// order of the findings does not matter.
void assign_ids(std::span<Finding> findings);
// The same, where the shape of each is known.
void assign_ids(std::span<Finding> findings, std::span<const std::string> shapes,
                unsigned workers = 1);

}  // namespace heddle::report
