// Reads the tables [[lock]], [[order]], [[object]] and [[access]] of a model file.
#pragma once

#include "model/builder.h"
#include "model/table.h"

namespace heddle::model {

void read_lock_tables(const toml::node& node, Builder& builder, Notes& notes);
void read_order_tables(const toml::node& node, Builder& builder, Notes& notes);
void read_object_tables(const toml::node& node, Builder& builder, Notes& notes);
void read_access_tables(const toml::node& node, Builder& builder, Notes& notes);

}  // namespace heddle::model
