#pragma once
#include <weft/eval/in_memory.hpp>
#include <weft/eval/reads.hpp>
#include <weft/fft/arguments.hpp>
#include <weft/ops/pad.hpp>
#include <weft/ops/select.hpp>

#include <algorithm>
#include <complex>

namespace weft {

namespace detail {

template <class T>
using transform_real_t = std::conditional_t<is_floating<real_t<T>>, computed_t<real_t<T>>, double>;
/// The elements of results and of operands of each kind of transform, in precision R.
template <transform_kind Kind, class R>
using transform_result_t =
    std::conditional_t<Kind == transform_kind::restored || Kind == transform_kind::cosine, R, std::complex<R>>;
template <transform_kind Kind, class R>
using transform_operand_t =
    std::conditional_t<Kind == transform_kind::restored || Kind == transform_kind::complex, std::complex<R>, R>;

/// Cuts axes at their ends.
/// @post out(i...) == in(i...)
struct axes_cutter {
  static constexpr int rank_change = 0;
  dynamic_extents extents;
  template <int C>
  WEFT_FN constexpr loose<C> operator()(loose<C> const& in) const {
    loose<C> out = in;
    for (int k = 0; k < in.rank; ++k)
      out.extent[k] = extents.entry(k);
    return out;
  }
};

/// True if E is a continued operand as a whole, as with_lengths returns.
template <class E>
inline constexpr bool is_continued = false;
template <class T, class X, int C, bool Linear, class L, class E>
inline constexpr bool is_continued<deferred<continuation<T, X, C, Linear>, L, E>> = is_dense<typename L::order>;

/// Returns true if fft::length named the lengths that the axes have.
template <class E>
WEFT_FN bool continues_by_nothing(E const& e) {
  auto const& from = get<0>(e.operands).extents();
  bool same = true;
  for (int k = 0; k < from.rank(); ++k)
    same = same && e.operation.axes[k].before == 0 && e.extents()[k] == from[k];
  return same;
}

/// Transforms an operand of elements transform_operand_t, whose axes have the transformed lengths already.
template <transform_kind Kind, class R, class Extents>
struct transform_operation : result_of<transform_result_t<Kind, R>, Extents> {
  static constexpr deferred_traits traits{};
  static constexpr bool comparable = true, resolves_overlap = true;
  using T = transform_result_t<Kind, R>;
  using N = transform_operand_t<Kind, R>;

  transform_name function;
  fft::norm_mode norm;
  int count;
  signed char axes[std::size_t(max_rank)];

  /// True if both transform in the same way. Bytes are not compared: there are only `count` axes.
  WEFT_FN bool same(transform_operation const& other) const {
    return function.name == other.function.name && function.forward == other.function.forward && norm == other.norm &&
           count == other.count && std::equal(axes, axes + count, other.axes);
  }
  template <class Target, class E>
  WEFT_FN void evaluate(Target const& target, session& s, E const& operand) const {
    if constexpr (is_continued<E>)
      if (continues_by_nothing(operand))
        return evaluate(target, s, get<0>(operand.operands));
    transform_job job{function.name, Kind, function.forward, norm, transform_real_of<R>};
    job.count = count;
    for (int k = 0; k < count; ++k)
      job.axes[k] = axes[k];
    if constexpr (Kind == transform_kind::halved)
      job.extents = convert_extents<dynamic_extents>(operand.extents());
    else
      job.extents = convert_extents<dynamic_extents>(target.extents());
    job.to_strides = convert_extents<dynamic_extents>(target.place.strides());
    job.to = target.data;
    check_transform_memory(job);
    if constexpr (requires { footprint_of(operand, nullptr, nullptr); })
      if (may_read(target, operand)) {
        operand.keep.check("assignment");
        return run(job, operand, s);
      }
    if constexpr (Kind == transform_kind::complex || Kind == transform_kind::cosine) {
      assign(target, operand, s);
      run(job, target, s);
    } else {
      run(job, evaluated(operand, s), s);
    }
  }

private:
  /// True if passes may read the operand while they write to the target: both are the same, or share no memory.
  template <class Target, class E>
  WEFT_FN static bool may_read(Target const& target, E const& operand) {
    bool same = std::is_same_v<N, T> && static_cast<void const*>(target.data) == static_cast<void const*>(operand.data);
    for (int k = 0; same && k < target.place.rank(); ++k)
      same = target.place.stride(k) == operand.place.stride(k);
    index_t extents[max_rank], strides[max_rank];
    return same || !reads_bytes(operand, footprint_of(target, extents, strides));
  }
  template <class From>
  WEFT_FN void run(transform_job& job, From const& from, session& s) const {
    job.from_strides = convert_extents<dynamic_extents>(from.place.strides());
    job.from = from.data;
    if constexpr (Kind == transform_kind::restored)
      if (count > 1) {
        auto const between = new_temporary<N>(convert_extents<dynamic_extents>(from.extents()), s);
        job.between = between.data;
        return run_transform(job, s);
      }
    run_transform(job, s);
  }
};

/// Returns the operand with the lengths that a call names: its axes cut, or continued by zeros.
template <transform_kind Kind, class E>
WEFT_FN auto with_lengths(E const& e, transform_arguments const& a) {
  dynamic_extents cut = convert_extents<dynamic_extents>(e.extents());
  dynamic_extents const none = number_for_each_axis(0, cut.rank());
  dynamic_extents behind = none;
  for (int k = 0; k < a.count; ++k) {
    bool const half = Kind == transform_kind::restored && k + 1 == a.count;
    index_t const n = half ? a.lengths.counts[k] / 2 + 1 : a.lengths.counts[k], there = cut[a.axes[k]];
    cut.set(a.axes[k], n < there ? n : there);
    behind.set(a.axes[k], n < there ? 0 : n - there);
  }
  return pad(window_of(e, axes_cutter{cut}), none, behind);
}

template <transform_kind Kind, class R, class E>
WEFT_FN auto transform_of(transform_name const& f, transform_arguments const& a, E e) {
  constexpr bool alike = Kind != transform_kind::halved && Kind != transform_kind::restored;
  using S = typename E::extents_type;
  using Extents = std::conditional_t<alike, S, dims<S::static_rank>>;
  auto extents = convert_extents<Extents>(e.extents());
  [[maybe_unused]] int const last = a.axes[a.count - 1];
  if constexpr (Kind == transform_kind::restored) {
    index_t const n = extents[last];
    extents.set(last, a.has_lengths ? a.lengths.counts[a.count - 1] : n < 2 ? 0 : 2 * (n - 1));
  }
  a.require_elements(convert_extents<dynamic_extents>(extents));
  if constexpr (Kind == transform_kind::halved)
    extents.set(last, extents[last] / 2 + 1);
  transform_operation<Kind, R, Extents> operation{{}, f, a.norm, a.count, {}};
  for (int k = 0; k < a.count; ++k)
    operation.axes[k] = a.axes[k];
  return make_deferred(f.name, operation, extents, std::move(e));
}

/// Returns the transform of x, for the arguments of a call.
template <transform_kind Kind, class X, class... A>
WEFT_FN auto make_transform(transform_name const& f, X&& x, A const&... a) {
  using V = value_t<X>;
  using R = transform_real_t<V>;
  using N = transform_operand_t<Kind, R>;
  auto e = capture([&]() -> decltype(auto) {
    if constexpr (std::is_same_v<V, N>)
      return static_cast<X&&>(x);
    else
      return cast<N>(static_cast<X&&>(x));
  }());
  transform_arguments const arguments(f, e.extents().rank(), a...);
  if constexpr ((is_length<A> || ...))
    return transform_of<Kind, R>(f, arguments, with_lengths<Kind>(e, arguments));
  else
    return transform_of<Kind, R>(f, arguments, std::move(e));
}

} // namespace detail
} // namespace weft
