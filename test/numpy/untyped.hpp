#pragma once
#include "interpreter.hpp"

#include <weft/dynamic/any_tensor.hpp>

#include <string>

namespace numpy {

/// A register, any strides, as an operand whose type is looked at while the program runs.
any_expr<> untyped(call const& c, std::size_t k);
/// Memory of any type in a register.
slot kept_untyped(any_tensor x);
dtype dtype_named(std::string const& name);

} // namespace numpy
