// Recognises what an invokedynamic does from the bootstrap method it names. Internal to `lower`.
#pragma once

#include "base/arena.h"
#include "ir/symbols.h"
#include "ir/symbols_builder.h"

namespace heddle::lower {

// Sets `site.kind` and what belongs to it; name, signature, bootstrap and arguments are there.
// A known bootstrap with arguments it would refuse stays kUnknown.
void recognise_call_site(ir::CallSite& site, const ir::SymbolsBuilder& symbols, base::Arena& arena);

}  // namespace heddle::lower
