#pragma once
#include <weft/linalg/eigsh.hpp>
#include <weft/mpi/distributed_reduce.hpp>
#include <weft/mpi/sparse_rows.hpp>

// linalg::cg, bicgstab, gmres and eigsh of vectors that are divided among ranks. This file gives the methods of one
// machine operators on the elements of a rank, and inner products over all ranks.
//
//   auto [x, report] = linalg::cg(a, b);      // a: mpi::distributed_sparse<double>, b: a distributed vector
//   auto [u, report] = linalg::cg(f, b);      // f(x, y) writes y = a x; x, y and b are distributed vectors, or fields
//
// All ranks call them, with the same options, and get the same report and their elements of x. An operator or a
// preconditioner is a callable f(x, y) of distributed vectors, whose local() are views, or of distributed fields. f may
// write to the ghosts of x: it exchanges them. Ghosts beyond the ends of the whole are 0 unless f changes them, and so
// are elements of y that it never writes. A vector is read where it lies; a field is copied to its interior and back.
//
// If one rank has a callback, all wait for its answer after each iteration, and end if any callback says so. Each
// inner product is a message to all ranks: an iteration of cg has 2 of them, of bicgstab 10, and iteration k of a cycle
// of gmres k + 3. In a deterministic_scope the sums are exact, so that they have the same bits for any number of ranks;
// a rank then adds its numbers one by one.
namespace weft {

namespace detail {

/// Inner products over the ranks of a communicator.
class WEFT_API inner_products {
public:
  explicit inner_products(mpi::communicator const& world) : world_(world) {}
  /// Returns the space of vectors of which this rank has `count` elements. The elements of all ranks are numbered in
  /// the order of the ranks. It refers to this object.
  [[nodiscard]] divided_space space(index_t count) const;

private:
  static void add_up(void const* self, divided_sum& sum);
  static double largest(void const* self, double here);

  mpi::communicator world_;
};

/// Returns the options with a callback that asks the callbacks of all ranks, if any rank has one. Throws mpi_error, on
/// every rank alike, if other options differ between ranks and `checked` is true.
WEFT_API linalg::iterative_options agreed_options(char const* operation, mpi::communicator const& world,
                                                  linalg::iterative_options const& options, bool checked);

template <class A>
inline constexpr bool is_row_matrix = false;
template <class T, class Index>
inline constexpr bool is_row_matrix<mpi::distributed_sparse<T, Index>> = true;
template <class A>
concept RowMatrix = is_row_matrix<std::remove_cvref_t<A>>;

/// A product as an operator on the elements of this rank: f(x, y) writes y = a x, of n elements each.
template <class T, class F>
class local_operator {
public:
  WEFT_FN local_operator(index_t n, F f) : n_(n), f_(std::move(f)) {}
  WEFT_FN erased_operator erased() { return {this, &apply}; }

private:
  WEFT_FN static void apply(void const* self, index_t count, void const* from, void* to) {
    auto& me = *const_cast<local_operator*>(static_cast<local_operator const*>(self));
    for (index_t k = 0; k < count; ++k)
      me.f_(static_cast<T const*>(from) + k * me.n_, static_cast<T*>(to) + k * me.n_);
  }
  index_t n_;
  F f_;
};
template <class T, class F>
WEFT_FN local_operator<T, F> operator_on(index_t n, F f) {
  return {n, std::move(f)};
}

/// Returns a vector of zeros that is divided as b is, or a field, with ghosts as b has.
template <class B>
WEFT_FN auto zeros_divided_as(B const& b) {
  if constexpr (requires { b.rows(); }) {
    return mpi::distributed_vector<typename B::value_type>(b.rows());
  } else {
    B out(b);
    out.local().with_ghosts().fill(typename B::value_type());
    return out;
  }
}

template <class A>
WEFT_FN auto row_operator(A& a) {
  using T = typename A::value_type;
  return operator_on<T>(a.rows().count(), [product = row_product<std::remove_const_t<A>>(a)](T const* x, T* y) mutable {
    product(x, y);
  });
}
/// Returns a matrix by rows, or a callable on distributed vectors or fields, as an operator on elements of this rank.
template <class A, class B>
WEFT_FN auto divided_operator(A& a, B const& b) {
  using T = typename B::value_type;
  if constexpr (RowMatrix<A>) {
    static_assert(std::same_as<T, typename A::value_type>,
                  "weft: linalg: a distributed matrix and a distributed vector have one element type");
    static_assert(requires { b.rows(); }, "weft: linalg: a distributed matrix takes an mpi::distributed_vector");
    if (!(a.rows() == b.rows()) || !(a.columns() == b.rows()))
      throw_shape_reason("linalg", "the matrix is not square, or not divided as the vector is");
    return row_operator(a);
  } else if constexpr (requires { b.rows(); }) {
    return operator_on<T>(b.rows().count(), [&a, rows = b.rows()](T const* from, T* to) {
      mpi::distributed_vector x(rows, borrow(from, weft::shape(rows.count())));
      mpi::distributed_vector y(rows, borrow(to, weft::shape(rows.count())));
      a(x, y);
    });
  } else {
    auto apply = [&a, x = zeros_divided_as(b), y = zeros_divided_as(b)](T const* from, T* to) mutable {
      x.mine() = borrow(from, x.mine().shape());
      a(x, y);
      borrow(to, y.mine().shape()) = y.mine();
    };
    return operator_on<T>(b.mine().size(), std::move(apply));
  }
}

template <iterative_method Method, class A, class B, class M, class X0>
WEFT_FN auto iterate_divided(answered_above, A& a, B const& b, M& preconditioner, X0 const& x0,
                             linalg::iterative_options const& given) {
  using T = typename B::value_type;
  static_assert(std::is_floating_point_v<T> || is_complex<T>,
                "weft: linalg: iterative methods compute with float, double and their complex");
  constexpr char const* operation = names_of_methods[static_cast<int>(Method)];
  auto const options = agreed_options(operation, b.world(), given, checks_calls);
  auto forward = divided_operator(a, b);
  inner_products const products(b.world());
  tensor<T, B::static_rank> const right(b.mine());
  tensor<T, B::static_rank> x(right.shape());
  iterative_job job(Method, dtype_of<T>, right.size(), right.size(), forward.erased(), {}, options);
  job.space = products.space(right.size());
  job.b = right.data();
  job.x = x.data();
  if constexpr (ReducesItself<X0>) {
    if (!b.is_divided_as(x0))
      throw_shape_reason(operation, "the first x is not divided as the right side is");
    x = x0.mine();
    job.from_zero = false;
  } else {
    static_assert(std::same_as<X0, linalg::no_preconditioner_t>,
                  "weft: linalg: the right side is divided among ranks, and the first x is not");
  }
  auto report = run_preconditioned(job, preconditioner, [&](auto& m) { return divided_operator(m, b); });
  auto out = zeros_divided_as(b);
  out.mine() = x;
  return linalg::iterative_solution<decltype(out)>(std::move(out), std::move(report));
}

} // namespace detail

namespace linalg {

/// eigsh of a matrix whose rows are divided among ranks: the values, and for each rank its rows of the vectors. The
/// random vectors do not depend on the number of ranks. `nearest` needs factors, which there are not: it throws.
template <class T = void, detail::RowMatrix A>
[[nodiscard]] WEFT_FN auto eigsh(A&& a, index_t k, eigsh_which which, iterative_options const& given = {}) {
  using E = typename std::remove_cvref_t<A>::value_type;
  using R = detail::real_t<E>;
  static_assert(std::same_as<T, void> || std::same_as<T, E>,
                "weft: linalg::eigsh: its elements are those of the matrix");
  constexpr char const* operation = "linalg::eigsh";
  detail::require_square(operation, a.shape());
  detail::require_wanted(operation, k, a.shape()[0]);
  if (which == nearest)
    detail::require_shift(operation, false, given.shift);
  if (!(a.rows() == a.columns()))
    detail::throw_shape_reason(operation, "the rows of the matrix are not divided as its columns are");
  auto const options = detail::agreed_options(operation, a.world(), given, detail::checks_calls);
  auto forward = detail::row_operator(std::as_const(a));
  detail::inner_products const products(a.world());
  index_t const n = a.rows().count();
  detail::iterative_job job(detail::iterative_method::eigsh, dtype_of<E>, n, n, forward.erased(), {}, options);
  job.space = products.space(n);
  job.wanted = k;
  job.largest = which != smallest;
  tensor<R, 1> values(k);
  tensor<E, 2> vectors(k, n);
  job.values = values.data();
  job.vectors = vectors.data();
  detail::run_iterative(job);
  return eigsh_result<tensor<R, 1>, tensor<E, 2>>(std::move(values), tensor<E, 2>(transpose(vectors)),
                                                  detail::report_of(job));
}

} // namespace linalg
} // namespace weft
