#include "sparse.hpp"

#include <weft/sparse/solve.hpp>

namespace numpy {

namespace {

template <class S>
using owned = sparse<element_of_sparse<S>, order_of_sparse<S>, index_of_sparse<S>>;

/// Elements that the right side of a matrix of elements T has: integers are solved in double.
template <class T>
using right_of = std::conditional_t<std::is_integral_v<T>, double, T>;

/// f(x) of a copy of b in memory with gaps and a negative stride, or by columns.
template <class T, class F>
slot solved_in_place(view<T> const& b, F const& f) {
  if (b.rank() == 1) {
    tensor<T, 1> room(2 * b.size());
    auto x = reverse(room(range(0, room.size(), 2)), 0);
    x(ellipsis) = as<1>(b);
    f(x);
    return kept(x);
  }
  tensor<T, 2> room(as<2>(b).extent(1), as<2>(b).extent(0));
  auto x = transpose(room);
  x(ellipsis) = as<2>(b);
  f(x);
  return kept(x);
}

void add_solutions(table& t) {
  t["sparse_solve"] = [](call const& c) {
    return with_sparse(few_kinds{}, c, 0, [&](auto const& s) {
      return with_rank(c.as<right_of<element_of<decltype(s)>>>(1),
                       [&](auto const& b) { return kept(linalg::solve(s, b)); });
    });
  };
  t["sparse_lu_solve"] = [](call const& c) {
    return with_sparse(floating_kinds{}, c, 0, [&](auto const& s) {
      const auto f = linalg::lu_factor(s);
      return with_rank(c.as<element_of<decltype(s)>>(1), [&](auto const& b) { return kept(f.solve(b)); });
    });
  };
  t["sparse_lu_in_place"] = [](call const& c) {
    return with_sparse(floating_kinds{}, c, 0, [&](auto const& s) {
      const auto f = linalg::lu_factor(s);
      return solved_in_place(c.as<element_of<decltype(s)>>(1), [&](auto const& x) { f.solve_in_place(x); });
    });
  };
  t["sparse_lu_det"] = [](call const& c) {
    return with_sparse(floating_kinds{}, c, 0, [](auto const& s) { return kept(linalg::lu_factor(s).det()); });
  };
  t["sparse_slogdet"] = [](call const& c) {
    return with_sparse(floating_kinds{}, c, 0, [&](auto const& s) {
      const auto [sign, logarithm] = linalg::lu_factor(s).slogdet();
      return c.number(1) == 0 ? kept(sign) : kept(logarithm);
    });
  };
  // The factors of one matrix, and then of another one.
  t["sparse_refactor"] = [](call const& c) {
    return with_object(few_kinds{}, c, 0,
                       [&]<class T, class Order, class Index>(sparse_object<T, Order, Index> const& s) {
                         auto f = linalg::lu_factor(s.shown);
                         return with_object(right_kinds<T, Index>{}, c, 1, [&](auto const& other) {
                           f.refactor(other.shown);
                           return kept(f.solve(as<1>(c.as<right_of<T>>(2))));
                         });
                       });
  };
}

void add_cholesky(table& t) {
  t["sparse_cholesky_solve"] = [](call const& c) {
    return with_sparse(floating_kinds{}, c, 0, [&](auto const& s) {
      const auto f = linalg::cholesky_factor(s);
      return with_rank(c.as<element_of<decltype(s)>>(1), [&](auto const& b) { return kept(f.solve(b)); });
    });
  };
  t["sparse_cholesky_det"] = [](call const& c) {
    return with_sparse(floating_kinds{}, c, 0, [&](auto const& s) {
      const auto f = linalg::cholesky_factor(s);
      return c.number(1) == 0 ? kept(f.det()) : kept(f.logdet());
    });
  };
  t["sparse_cholesky_refactor"] = [](call const& c) {
    return with_sparse(floating_kinds{}, c, 0, [&]<class S>(S const& s) {
      auto f = linalg::cholesky_factor(s);
      owned<S> twice(s);
      twice.values() *= static_cast<decltype(std::real(element_of_sparse<S>()))>(2);
      f.refactor(twice);
      return solved_in_place(c.as<element_of_sparse<S>>(1), [&](auto const& x) { f.solve_in_place(x); });
    });
  };
}

const commands_of_source added(add_solutions), cholesky_added(add_cholesky);

} // namespace
} // namespace numpy
