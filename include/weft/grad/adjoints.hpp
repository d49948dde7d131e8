#pragma once
#include <weft/grad/handing.hpp>
#include <weft/linalg/matmul.hpp>
#include <weft/ops/quantile.hpp>
#include <weft/ops/rearrange.hpp>
#include <weft/tensor/view.hpp>

// Adjoints of deferred operations: they compute the gradients of the operands from the gradient of the result.
namespace weft::detail {

/// The adjoint of the deferred operation F: hand_on(function, result, gradient, operands...) computes the gradients of
/// the operands and adds them. The unspecialised one refuses F.
template <class F>
struct adjoint {
  template <class... X>
  WEFT_FN static void hand_on(X const&...) {
    static_assert(always_false<F>,
                  "weft: no gradient of this operation is known; those of weft's own are in weft/grad.hpp");
  }
};

/// Returns a leaf with the shape of a reduction's result as a leaf with the shape of the operand `before`, by strides
/// of 0 along the reduced axes.
template <class T, class L, class E>
WEFT_FN auto spread(strided_leaf<T const, L> const& left, E const& before, unsigned reduced) {
  using place = layout<typename E::extents_type, strided>;
  typename place::strides_type strides{};
  auto const& whole = before.extents();
  if constexpr (place::static_rank < 0)
    strides = typename place::strides_type(whole.rank());
  bool const keeps_all = left.place.rank() == whole.rank();
  for (int k = 0, kept = 0; k < whole.rank(); ++k) {
    bool const goes = (reduced >> k & 1u) != 0;
    strides.set(k, goes ? 0 : left.place.stride(kept));
    kept += !goes || keeps_all ? 1 : 0;
  }
  return strided_leaf<T const, place>(left.data, place(whole, strides), {});
}

/// Folds an expression along the axes that a reduction folded. These axes stay, with extent 1.
struct fold_alike {
  unsigned reduced;
  template <class R, class X>
  WEFT_FN auto operator()(R const& reducer, X const& x) const {
    auto left = convert_extents<dims<X::static_rank>>(x.extents());
    for (int k = 0; k < left.rank(); ++k)
      if ((reduced >> k & 1u) != 0)
        left.set(k, 1);
    return make_fold(reducer, capture(x), left, reduced);
  }
};

template <class R, class Extents, bool AtOnce, class Axes>
struct adjoint<fold_operation<R, Extents, AtOnce, Axes>> {
  template <class F, class L, class G, class E>
  WEFT_FN static void hand_on(F const& f, L const& r, G const& g, E const& e) {
    index_t count = 1;
    for (int k = 0; k < e.extents().rank(); ++k)
      count *= (f.reduced >> k & 1u) != 0 ? e.extents()[k] : 1;
    auto const result = spread(r, e, f.reduced);
    auto const gradient = spread(g, e, f.reduced);
    if constexpr (requires { R::gradient_compares; } && !is_followed_leaf<E>) {
      session s;
      hand_on_from(f.reducer, evaluated(e, s), result, gradient, count, fold_alike{f.reduced}, e);
    } else {
      hand_on_from(f.reducer, e, result, gradient, count, fold_alike{f.reduced}, e);
    }
  }

private:
  /// Hands the gradient to e. The gradient is computed from x, which is e or a tensor of its values.
  template <class X, class L, class G, class E>
  WEFT_FN static void hand_on_from(R const& reducer, X const& x, L const& result, G const& gradient, index_t count,
                                   fold_alike const& fold, E const& e) {
    if constexpr (requires { reducer.gradient(x, result, gradient, count, fold); })
      hand_to(e, capture(reducer.gradient(x, result, gradient, count, fold)));
    else
      static_assert(always_false<R>, "weft: no gradient of this reduction is known: a reducer may have gradient(...)");
  }
};

/// The adjoint of a product: the gradient of each factor is the incoming gradient times the product of the other
/// factors. If all products are normal numbers, one loop divides the product by the factor. Otherwise, and for duals,
/// that product is the product of the factors before it times the product of the factors after it. This needs no
/// division, so it is correct for factors of 0 and for tangents, but it reads and writes copies of lines.
template <class T, bool SkipsNan>
struct product_adjoint {
  template <class F, class L, class G, class E>
  WEFT_FN static void hand_on(F const& f, L const& r, G const& g, E const& e) {
    if constexpr (std::is_arithmetic_v<T>)
      if (are_normal(r)) {
        auto const others = make_binary<op::divide>(spread(r, e, f.reduced), e);
        auto const gradient = reducer::handed(spread(g, e, f.reduced), others);
        if constexpr (SkipsNan)
          return hand_to(e, where(isnan(e), T(0), gradient));
        else
          return hand_to(e, gradient);
      }
    using lines_type = reduced_lines<typename E::extents_type>;
    lines_type const lines(e.extents(), f.reduced);
    if (lines.count * lines.length == 0)
      return;
    session s;
    auto const x = lines.template copied<T>(e, s);
    auto const values = new_temporary<T>(x.extents(), s);
    for (index_t k = 0; k < lines.count; ++k)
      write_line(x.data + k * lines.length, values.data + k * lines.length, lines.length, g.data[k]);
    hand_to(e, strided_leaf<T const, typename lines_type::place_type>(values.data, lines.place, {}));
  }

private:
  template <class L>
  WEFT_FN static bool are_normal(L const& r) {
    for (index_t k = 0; k < r.place.size(); ++k)
      if (T const size = r.data[k] < 0 ? -r.data[k] : r.data[k];
          !(size >= (std::numeric_limits<T>::min)() && size <= (std::numeric_limits<T>::max)()))
        return false;
    return true;
  }
  WEFT_FN static bool is_left_out([[maybe_unused]] T const& x) {
    if constexpr (SkipsNan)
      return reducer::has_nan(x);
    else
      return false;
  }
  WEFT_FN static void write_line(T const* x, T* to, index_t n, T const& g) {
    T before(1), behind(1);
    for (index_t i = 0; i < n; ++i) {
      to[i] = before;
      before = is_left_out(x[i]) ? before : static_cast<T>(before * x[i]);
    }
    for (index_t i = n; i-- > 0;)
      if (is_left_out(x[i])) {
        to[i] = T(0);
      } else {
        to[i] = static_cast<T>(op::handed{}(g, static_cast<T>(to[i] * behind)));
        behind = static_cast<T>(behind * x[i]);
      }
  }
};
template <class T, class Extents, bool AtOnce, class Axes>
struct adjoint<fold_operation<reducer::prod<T>, Extents, AtOnce, Axes>> : product_adjoint<T, false> {};
template <class T, class Extents, bool AtOnce, class Axes>
struct adjoint<fold_operation<reducer::nan_prod<T>, Extents, AtOnce, Axes>> : product_adjoint<T, true> {};

template <class T, class Extents>
struct adjoint<evaluated_expression<T, Extents>> {
  template <class F, class L, class G, class E>
  WEFT_FN static void hand_on(F const&, L const&, G const& g, E const& e) {
    hand_to(e, g);
  }
};

/// Returns whether e is a vector, as a std::bool_constant if its rank is static, else as a bool.
template <class E>
WEFT_FN constexpr auto is_vector([[maybe_unused]] E const& e) {
  if constexpr (E::static_rank >= 0)
    return std::bool_constant<E::static_rank == 1>();
  else
    return e.rank() == 1;
}
/// Returns view(e) if `wanted`, else e. If `wanted` is known at run time, both results are windows of the same type.
template <class Wanted, class E, class F>
WEFT_FN auto viewed_if(Wanted wanted, E const& e, F const& view) {
  if constexpr (std::is_same_v<Wanted, bool>)
    return wanted ? view(e) : e(ellipsis);
  else if constexpr (Wanted::value)
    return view(e);
  else
    return e;
}
/// Adds an axis of one row, or of one column, to e if `missing` is true. If a factor of a product is a vector, then the
/// factor, the result and the gradient of the result lack that axis.
template <class Missing, class E>
WEFT_FN auto with_row(Missing missing, E const& e) {
  return viewed_if(missing, e, [](auto const& x) { return x(ellipsis, newaxis, all); });
}
template <class Missing, class E>
WEFT_FN auto with_column(Missing missing, E const& e) {
  return viewed_if(missing, e, [](auto const& x) { return x(ellipsis, newaxis); });
}

/// The adjoint of C = A B for the gradient G of C, where vectors are matrices of one row or column: the gradient of A
/// is G B^T, the gradient of B is A^T G.
template <class T, class Extents, class Order>
struct adjoint<matmul_operation<T, Extents, Order>> {
  template <class F, class L, class G, class A, class B>
  WEFT_FN static void hand_on(F const&, L const&, G const& g, A const& a, B const& b) {
    auto const row = is_vector(a);
    auto const column = is_vector(b);
    auto const x = with_row(row, a);
    auto const y = with_column(column, b);
    auto const matrices = with_row(row, with_column(column, g));
    if constexpr (is_followed<A>)
      hand_to(x, matmul(matrices, matrices_transposed(y)));
    if constexpr (is_followed<B>)
      hand_to(y, matmul(matrices_transposed(x), matrices));
  }
};

} // namespace weft::detail
