#pragma once
#include <weft/base/pack.hpp>
#include <weft/expr/hooks.hpp>
#include <weft/expr/leaf.hpp>

#include <cstdint>
#include <vector>

namespace weft {

namespace detail {

struct session; // defined in eval/report.hpp

/// The ways in which eval/ may use a deferred operation, besides evaluating it into a temporary.
struct deferred_traits {
  bool into_target = false;  ///< evaluate() may write to a target with any strides that overlaps no operand
  bool refuses_late = false; ///< evaluate() may find errors: in a larger statement it runs before anything is written
  bool accumulates = false;  ///< accumulate(target, alpha, beta, session, operands...) exists, for any target
  bool is_fold = false;      ///< the operation folds axes of its one operand, as sum(a, 0) does
};

/// The types of the result of a deferred operation. Temporaries for it are dense, in the order `result_order`.
template <class T, Shape Extents, class Order = row_major>
struct result_of {
  using value_type = T;
  using extents_type = Extents;
  using result_order = Order;
};

template <class F>
using whole_layout = layout<typename F::extents_type, dense<typename F::result_order>>;

template <class F>
concept NamesResult = requires {
  typename F::value_type;
  typename whole_layout<F>;
  requires std::same_as<std::remove_cvref_t<decltype(F::traits)>, deferred_traits>;
};
template <class F, class... C>
concept Evaluates =
    NamesResult<F> && requires(F const& f, strided_leaf<typename F::value_type, whole_layout<F>> const& t, session& s,
                               C const&... c) { f.evaluate(t, s, c...); };
template <class F, class... C>
concept Accumulates =
    NamesResult<F> && requires(F const& f, strided_leaf<typename F::value_type, whole_layout<F>> const& t,
                               typename F::value_type const& factor, session& s,
                               C const&... c) { f.accumulate(t, factor, factor, s, c...); };
/// The function object of a deferred operation on operands C. It holds parameters, but no operands and no shape. So its
/// members are usually trivial, and its functions need no build tag.
template <class F, class... C>
concept DeferredOperation = NamesResult<F> && Evaluates<F, C...> && (!F::traits.accumulates || Accumulates<F, C...>);

} // namespace detail

/// An operation that is evaluated before the loop that reads its result: a product, an axis reduction, a reshape of an
/// expression. Each assignment evaluates it once, into a temporary. `place` is the layout of the part of that temporary
/// that the expression reads. So a view of the operation is another layout, as a view of memory is.
template <class F, class Layout, class... C>
struct [[nodiscard]] deferred : expression<deferred<F, Layout, C...>> {
  using weft_node = void;
  using value_type = typename F::value_type;
  using layout_type = Layout;
  using extents_type = typename Layout::extents_type;
  using whole_type = typename F::extents_type;
  static constexpr int static_rank = Layout::static_rank;
  static constexpr bool is_deferred = true;
  static constexpr detail::deferred_traits traits = F::traits;

  [[no_unique_address]] pack<C...> operands;
  [[no_unique_address]] F operation;
  [[no_unique_address]] whole_type whole; ///< the shape of the whole result
  [[no_unique_address]] Layout place;
  index_t offset = 0;
  std::uint64_t id = 0; ///< copies and windows with the same id are computed once; 0: each is computed
  bool named = false;   ///< true if it was captured from a variable, so that other expressions may read it too

  WEFT_INLINE constexpr deferred(F f, pack<C...> c, whole_type const& shape, Layout const& l, index_t start,
                                 std::uint64_t number)
      : operands(static_cast<pack<C...>&&>(c)), operation(static_cast<F&&>(f)), whole(shape), place(l), offset(start),
        id(number) {}
  WEFT_COPIED(deferred, &);
  template <class X>
  void operator=(X const&) WEFT_REFUSED("weft: an expression has no memory to write to: eval() it first");
  [[nodiscard]] WEFT_INLINE constexpr extents_type const& extents() const { return place.extents(); }

  /// True if `place` covers the whole result in its own order.
  static constexpr bool is_whole = detail::is_dense<typename Layout::order>;

  /// Writes the whole result to the target.
  template <class Target>
  WEFT_INLINE void evaluate(Target const& target, detail::session& s) const {
    evaluate_with(target, s, std::make_integer_sequence<int, int(sizeof...(C))>{});
  }
  /// Sets target = alpha * result + beta * target. With beta == 0 the old elements of the target are not read.
  template <class Target>
  WEFT_INLINE void accumulate(Target const& target, value_type alpha, value_type beta, detail::session& s) const {
    accumulate_with(target, alpha, beta, s, std::make_integer_sequence<int, int(sizeof...(C))>{});
  }

private:
  template <class Target, int... At>
  WEFT_INLINE void evaluate_with(Target const& target, detail::session& s, std::integer_sequence<int, At...>) const {
    operation.evaluate(target, s, get<At>(operands)...);
  }
  template <class Target, int... At>
  WEFT_INLINE void accumulate_with(Target const& target, value_type alpha, value_type beta, detail::session& s,
                                   std::integer_sequence<int, At...>) const {
    operation.accumulate(target, alpha, beta, s, get<At>(operands)...);
  }
};

namespace detail {

/// True for a deferred operation itself, false for a node with one among its operands.
template <class E>
inline constexpr bool is_deferred_operation = false;
template <class F, class L, class... C>
inline constexpr bool is_deferred_operation<deferred<F, L, C...>> = true;

template <class F, class Layout, class... C>
inline constexpr bool is_followed<deferred<F, Layout, C...>> = (is_followed<C> || ...);

/// Any number of operands of one type, which a deferred operation takes as one operand.
template <class E>
struct expression_list {
  std::vector<E> entries;

  WEFT_INLINE explicit expression_list(std::vector<E> p) : entries(static_cast<std::vector<E>&&>(p)) {}
  WEFT_COPIED(expression_list);
};
template <class E>
inline constexpr bool is_followed<expression_list<E>> = is_followed<E>;

/// Returns a number that no other deferred operand of the process has.
WEFT_API std::uint64_t next_operand_id() noexcept;

/// The amount of work that marks an operand without a small form (eval/small.hpp). Sums of it do not overflow.
inline constexpr index_t not_small = index_t(1) << 48;

/// True if a deferred operation gets a number, by which copies of it are found. Small operations get none: each copy is
/// computed where it is read, which takes less time than finding the first result.
template <class F, class... C>
WEFT_FN constexpr bool has_number() {
  if constexpr (requires { F::template small_work<C...>(); })
    return F::template small_work<C...>() >= not_small;
  else
    return true;
}
template <class F, class... C>
WEFT_INLINE constexpr std::uint64_t operand_id() {
  if constexpr (has_number<F, C...>())
    return next_operand_id();
  else
    return 0;
}

template <class F, class... C>
WEFT_FN constexpr void require_deferred_operation() {
  require_offers<deferred_hooks, F>();
  static_assert(NamesResult<F>, "weft: a deferred operation names its result as result_of does, and has traits");
  static_assert(!NamesResult<F> || Evaluates<F, C...>,
                "weft: a deferred operation has evaluate(target, session, operands...) const");
  if constexpr (NamesResult<F>)
    static_assert(!F::traits.accumulates || Accumulates<F, C...>,
                  "weft: a deferred operation that accumulates has accumulate(target, alpha, beta, session, "
                  "operands...) const");
}

/// Returns the deferred operation f on operands, with a result of the given shape; error messages call it `name`.
/// Throws shape_error if the number of elements of the result exceeds the range of index_t.
template <class F, class... C>
WEFT_INLINE constexpr auto make_deferred(char const* name, F f, typename F::extents_type const& shape, C... operands) {
  require_deferred_operation<F, C...>();
  whole_layout<F> const place(checked_shape(name, shape));
  return deferred<F, whole_layout<F>, C...>(static_cast<F&&>(f), pack<C...>(static_cast<C&&>(operands)...), shape,
                                            place, 0, operand_id<F, C...>());
}

} // namespace detail
} // namespace weft
