#pragma once
#include <weft/base/config.hpp>
#include <weft/base/dtype.hpp>
#include <weft/base/index.hpp>

namespace weft {

/// The conversion that a load makes if the elements of a file have another type than the one that is asked for:
/// `converting` and `casting` are its last argument.
enum class conversion : unsigned char {
  none,     ///< dtype_error
  checked,  ///< converting
  unchecked ///< casting
};

/// load_npy<double, 3>(path, converting): the elements become T where that keeps their values, and dtype_error names
/// the first one whose value is lost. These conversions keep every value, whatever the elements: an integer, a sample
/// or a bool to a wider integer that has its sign, or to a floating type with as many bits (int32 to double, uint16 to
/// float); a floating or complex type to a wider one, a real one to complex. Else the values decide. An integer must be
/// exact in the new type: of an int64 file as double each value up to 2^53 is, above 2^53 only multiples of the last
/// digit. A floating value becomes an integer if it is one, within the range. Only floating to narrower floating
/// rounds, as an assignment does; a finite value that would become infinite is refused. For bool only 0 and 1 are.
/// Complex never becomes real, whatever the imaginary parts.
inline constexpr conversion converting = conversion::checked;
/// load_npy<std::uint8_t, 3>(path, casting): the same, and what would be refused is lost as in cast<T>: integers are
/// modulo 2^n or rounded to the nearest floating value, floating values lose their fraction, and overflow to infinity;
/// bool says what is not 0. dtype_error still for a floating value outside the range of an integer type, NaN among
/// them, and for complex to real.
inline constexpr conversion casting = conversion::unchecked;

namespace detail {

/// Can some value of that type be asked for as the other?
WEFT_API bool convertible(dtype from, dtype to, conversion how) noexcept;
/// Stores elements as another type, `step` apart; how many, before the first whose value is refused.
WEFT_API index_t convert_elements(dtype from, void const* source, index_t count, dtype to, void* target, index_t step,
                                  conversion how) noexcept;

} // namespace detail
} // namespace weft
