#pragma once
#include <weft/base/config.hpp>
#include <weft/base/dtype.hpp>
#include <weft/base/index.hpp>

namespace weft {

/// How a load treats elements of another type than the one that is asked for. `converting` and `casting` are given as
/// its last argument.
enum class conversion : unsigned char {
  none,     ///< throws dtype_error
  checked,  ///< `converting`: keeps each value, or throws dtype_error
  unchecked ///< `casting`: changes values that do not fit
};

/// load_npy<double, 3>(path, converting): the elements become T if that keeps their values, else dtype_error names the
/// first one whose value would be lost. Some conversions keep every value: an integer or a bool to an integer or
/// floating type that holds all its values exactly (int32 to double, uint16 to float), a floating or complex type to a
/// wider one, and a real type to complex. For all others each value is checked. An integer must be exact in the new
/// type: as double, each value of an int64 file up to 2^53 is, and above 2^53 only multiples of the last binary digit
/// are. A floating value becomes an integer only if it is one, within the range. Only floating to narrower floating
/// rounds, as an assignment does; a finite value that would become infinite is refused. Only 0 and 1 become bool.
/// Complex never becomes real, even if all imaginary parts are 0.
inline constexpr conversion converting = conversion::checked;
/// load_npy<std::uint8_t, 3>(path, casting): as `converting`, but a value that would be refused is changed as by
/// cast<T>. Integers are taken modulo 2^n, or rounded to the nearest floating value; floating values lose their
/// fraction, or overflow to infinity; as bool, all values but 0 are true. Still throws dtype_error for a floating value
/// outside the range of an integer type, for NaN as an integer, and for complex to real.
inline constexpr conversion casting = conversion::unchecked;

namespace detail {

/// True if elements of type `from` can be loaded as type `to`, at least for some values.
WEFT_API bool convertible(dtype from, dtype to, conversion how) noexcept;
/// Stores `count` elements as another type, `step` elements apart. Stops before the first one whose value is refused,
/// and returns the number of elements stored.
WEFT_API index_t convert_elements(dtype from, void const* source, index_t count, dtype to, void* target, index_t step,
                                  conversion how) noexcept;

} // namespace detail
} // namespace weft
