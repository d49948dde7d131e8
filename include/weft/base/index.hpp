#pragma once
#include <weft/base/config.hpp>

#include <boost/hana/fwd/integral_constant.hpp> // without arithmetic of constants: a thirtieth of the umbrella
#include <cstddef>
#include <type_traits>

namespace weft {

/// Extents, strides and offsets: signed, 64-bit, counted in elements.
using index_t = std::ptrdiff_t;
static_assert(sizeof(index_t) == 8, "weft counts in 64 bits");

/// An extent known at run time.
inline constexpr index_t dyn = -1;
/// The largest rank.
inline constexpr int max_rank = 16;

/// A tensor whose rank is known at run time (0 ... 16).
struct runtime_rank_t {};
inline constexpr runtime_rank_t runtime_rank{};

/// The last index varies fastest.
struct row_major {};
/// The first index varies fastest.
struct column_major {};
/// Any strides.
struct strided {};

/// An axis known at compile time: reductions and views over it keep static extents.
template <int K>
inline constexpr boost::hana::int_<K> axis{};

/// Several axes known at compile time, as in sum(a, axes<0, 2>).
template <int... K>
struct axes_t {};
template <int... K>
inline constexpr axes_t<K...> axes{};

/// Keeps reduced axes as axes of extent 1: sum(a, 0, keep_dims).
struct keep_dims_t {};
inline constexpr keep_dims_t keep_dims{};

/// Leaves the elements of a new tensor uninitialised: tensor<double, 2> t(uninit, 3, 4).
struct uninit_t {};
inline constexpr uninit_t uninit{};

namespace detail {
/// A constant of Hana or std. is_empty, because GCC reports an error where the member is not static.
template <class B>
concept PlaceConstant = std::is_empty_v<B> && requires { typename std::integral_constant<index_t, index_t(B::value)>; };

/// For the sentence of a static_assert in a branch that is a mistake to enter.
template <class...>
inline constexpr bool always_false = false;
} // namespace detail

} // namespace weft
