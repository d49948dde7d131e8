#pragma once
#include <weft/base/config.hpp>

#include <boost/hana/fwd/integral_constant.hpp> // arithmetic of constants would add a thirtieth to the umbrella
#include <concepts>
#include <cstddef>
#include <type_traits>

namespace weft {

/// The type of extents, strides and offsets: signed, 64 bits, counted in elements.
using index_t = std::ptrdiff_t;
static_assert(sizeof(index_t) == 8, "weft counts in 64 bits");

/// Stands for an extent that is known only at run time.
inline constexpr index_t dyn = -1;
/// The largest rank, that is number of axes.
inline constexpr int max_rank = 16;

/// Stands for a rank that is known only at run time (0 ... 16).
struct runtime_rank_t {};
inline constexpr runtime_rank_t runtime_rank{};

/// An order of elements in memory: the last index varies fastest.
struct row_major {};
/// An order of elements in memory: the first index varies fastest.
struct column_major {};
/// An order of elements in memory: any strides.
struct strided {};

/// An axis known at compile time. Reductions and views over it keep the static extents of the other axes.
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
/// An integer constant of Hana or std. It asks for an empty class first, because GCC reports an error where `value` is
/// a member that is not static.
template <class B>
concept PlaceConstant = std::is_empty_v<B> && requires { typename std::integral_constant<index_t, index_t(B::value)>; };
/// An integer, or an integral constant of Hana or std.
template <class N>
concept IndexOrConstant = std::integral<N> || PlaceConstant<N>;

/// Is false, but depends on a template argument: for a static_assert in a branch that must not be instantiated.
template <class...>
inline constexpr bool always_false = false;
} // namespace detail

} // namespace weft
