#include <weft/base/index.hpp>

#include <concepts>
#include <type_traits>

using namespace weft;

namespace {

template <class T>
constexpr bool is_tag = std::is_empty_v<T> && std::is_trivially_copyable_v<T>;

static_assert(std::signed_integral<index_t> && sizeof(index_t) == 8);
static_assert(dyn < 0, "no extent can be mistaken for dyn");
static_assert(max_rank == 16);

static_assert(axis<2>.value == 2 && axis<0>.value == 0);
static_assert(!std::same_as<decltype(axis<0>), decltype(axis<1>)> && !std::same_as<decltype(axes<0, 1>), decltype(axes<1, 0>)>);
static_assert(std::same_as<std::remove_cv_t<decltype(axes<0, 2>)>, axes_t<0, 2>>);

// The run-time rank is a tag of its own, never a number.
static_assert(is_tag<runtime_rank_t> && !std::is_convertible_v<runtime_rank_t, int>);
static_assert(!std::is_convertible_v<int, runtime_rank_t>);
static_assert(is_tag<row_major> && is_tag<column_major> && is_tag<strided>);
static_assert(is_tag<axes_t<0, 2>> && is_tag<keep_dims_t> && is_tag<uninit_t>);

} // namespace
