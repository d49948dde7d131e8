#pragma once
#include <weft/dynamic/untyped.hpp>

// Private to src/dynamic: assignments to a part of the memory of something whose element type is known at run time.
namespace weft::detail {

/// The elements that an assignment stores, before they are converted: the value, by operation -1, or the result of the
/// operation on `self` and the value.
program_ref changed_program(char const* name, int operation, program_ref const& self, untyped_operand value);
/// The elements that an assignment writes to `self`, converted. shape_error unless they broadcast to it, dtype_error
/// where the conversion needs a cast.
program_ref updated_program(char const* name, int operation, program_ref const& self, untyped_operand value);

/// Writes the elements of such an expression to the memory of `target`.
void write_memory(program_ref const& program, program_part const& target);

} // namespace weft::detail
