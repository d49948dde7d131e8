#pragma once
#include <weft/dynamic/untyped.hpp>

// Private to src/dynamic: assignments to a part of memory whose element type is known at run time.
namespace weft::detail {

/// Returns the elements that an assignment stores, before they are converted: the value if operation == -1, else the
/// result of the operation on `self` and the value.
program_ref changed_program(char const* name, int operation, program_ref const& self, untyped_operand value);
/// Returns the elements that an assignment writes to `self`, converted to its type. Throws shape_error unless they
/// broadcast to it, and dtype_error where the conversion needs a cast.
program_ref updated_program(char const* name, int operation, program_ref const& self, untyped_operand value);

/// Evaluates an expression that updated_program returned, and writes its elements to the memory of `target`.
void write_memory(program_ref const& program, program_part const& target);

} // namespace weft::detail
