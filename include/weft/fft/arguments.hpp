#pragma once
#include <weft/fft/job.hpp>
#include <weft/ops/reduction.hpp>

// The arguments of transforms behind the operand: axes, lengths and a norm, in any order.
namespace weft {

namespace fft {

/// Gives a transform another length than its axis has, as fft::fft(x, fft::length(64)): the axis is cut at its end, or
/// goes on with zeros. Transforms along more than one axis take a length for each of them: fft::length(64, 32). For
/// irfft and hfft it is the length of the result.
struct length {
  dynamic_extents counts;

  template <std::integral... N>
    requires(sizeof...(N) > 0 && int(sizeof...(N)) <= max_rank)
  WEFT_FN constexpr explicit length(N... n) : counts(int(sizeof...(N))) {
    int k = 0;
    (counts.set(k++, static_cast<index_t>(n)), ...);
  }
};

} // namespace fft

namespace detail {

template <class A>
inline constexpr bool is_length = std::same_as<A, fft::length>;
template <class A>
concept TransformArgument =
    is_run_time_axis<A> || is_static_axis<A> || is_axis_list<A> || is_length<A> || std::same_as<A, fft::norm_mode>;

/// How a function of fft names itself, and which axes it takes by default: the last ones, or, with 0, all.
struct transform_name {
  char const* name;
  bool forward;
  int axes = 1;
};

/// The arguments of a call.
struct transform_arguments {
  int count = 0;
  signed char axes[std::size_t(max_rank)]{};
  fft::length lengths{0}; ///< of the axes in their order, where has_lengths
  bool has_lengths = false;
  fft::norm_mode norm = fft::norm_mode::backward;
  int rank;
  char const* name;

  template <class... A>
  WEFT_FN transform_arguments(transform_name const& f, int operand_rank, A const&... a)
      : rank(operand_rank), name(f.name) {
    (accept(a), ...);
    complete(f.axes);
  }
  /// Throws shape_error if a transformed axis has no elements; the longer of operand and result has `extents`.
  WEFT_API void require_elements(dynamic_extents const& extents) const;

private:
  template <class A>
  WEFT_FN void accept(A const& a) {
    if constexpr (is_length<A>)
      lengths = a, has_lengths = true;
    else if constexpr (std::same_as<A, fft::norm_mode>)
      norm = a;
    else if constexpr (is_run_time_axis<A>)
      accept_axis(static_cast<index_t>(a));
    else
      accept_list(typename static_axes<A>::type{});
  }
  template <int... K>
  WEFT_FN void accept_list(axes_t<K...>) {
    (accept_axis(K), ...);
  }
  WEFT_API void accept_axis(index_t axis);
  /// Takes the last axes where none is named, and throws shape_error unless each has a length above 0 where any has.
  WEFT_API void complete(int default_axes);
};

/// The number of axes that the types of arguments name.
template <class A>
inline constexpr int axes_in = is_static_axis<A> || is_run_time_axis<A> ? 1 : 0;
template <int... K>
inline constexpr int axes_in<axes_t<K...>> = int(sizeof...(K));
template <class... A>
inline constexpr int axes_named = (0 + ... + axes_in<A>);

} // namespace detail
} // namespace weft
