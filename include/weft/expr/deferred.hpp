#pragma once
#include <weft/expr/expression.hpp>

#include <cstdint>

namespace weft {

/// An operand that must be evaluated before the loop that reads it: a product, an axis reduction, a reshape of an
/// expression. It is evaluated once for each assignment, into a row-major temporary; `place` is the window of that
/// temporary that the expression reads, so views of it are layouts, as of memory.
///
/// Op has value_type, extents_type, extents(), and eval/ calls evaluate(target, session) on it.
template <class Op, class Layout>
struct [[nodiscard]] deferred : expression<deferred<Op, Layout>> {
  using weft_node = void;
  using value_type = typename Op::value_type;
  using layout_type = Layout;
  using extents_type = typename Layout::extents_type;
  static constexpr int static_rank = Layout::static_rank;
  static constexpr bool is_deferred = true;

  Op operation;
  [[no_unique_address]] Layout place;
  index_t offset = 0;
  std::uint64_t id = 0; ///< shared by copies and windows: they are one operand
  bool named = false;   ///< captured from a variable, which other expressions may read too

  WEFT_INLINE deferred(Op op, Layout const& l, index_t start, std::uint64_t number)
      : operation(static_cast<Op&&>(op)), place(l), offset(start), id(number) {}
  WEFT_INLINE deferred(deferred const&) = default;
  WEFT_INLINE deferred(deferred&&) = default;
  WEFT_INLINE deferred& operator=(deferred const&) & = default; ///< as of a node
  WEFT_INLINE deferred& operator=(deferred&&) & = default;
  WEFT_INLINE ~deferred() = default;
  template <class X>
  void operator=(X const&) WEFT_REFUSED("weft: an expression has no memory to write to: eval() it first");
  [[nodiscard]] WEFT_INLINE extents_type const& extents() const { return place.extents(); }

  /// True if the window is the whole result in its own order.
  static constexpr bool is_whole = detail::is_dense<typename Layout::order>;
};

namespace detail {

/// A number that no other deferred operand of the process has.
WEFT_API std::uint64_t next_operand_id() noexcept;

template <class Op>
using whole_layout = layout<typename Op::extents_type, dense<row_major>>;

/// Throws shape_error if the result of `operation` has more elements than can be counted.
template <class Op>
WEFT_INLINE auto make_deferred(Op op, char const* operation = "an operation") {
  const whole_layout<Op> place(checked_shape(operation, op.extents()));
  return deferred<Op, whole_layout<Op>>(static_cast<Op&&>(op), place, 0, next_operand_id());
}

} // namespace detail
} // namespace weft
