// How symbols are spelled in the text form.
#pragma once

#include <string>

#include "ir/symbols.h"

namespace heddle::ir {

// "a.b.C.count : int".
void append_field(std::string& text, const Symbols& symbols, const FieldSymbol& field);
// "a.b.C.run(int) : void", behind "interface " or "class " if the owner is not what is expected.
void append_method(std::string& text, const Symbols& symbols, const MethodSymbol& method,
                   bool expect_interface);
// "invoke_static a.b.C.run() : void".
void append_handle(std::string& text, const Symbols& symbols, const HandleSymbol& handle);
// "int 5", "string \"a\"", "dynamic #3".
void append_constant(std::string& text, const Symbols& symbols, const Constant& constant);
// The whole entry of a call site, indented as a member of a class.
void append_call_site(std::string& text, const Symbols& symbols, CallSiteRef ref);

}  // namespace heddle::ir
