#pragma once
#include <weft/linalg/linear_operator.hpp>
#include <weft/ops/reduction.hpp>

#include <cstdint>
#include <functional>
#include <string>

// Iterative solutions of systems of equations in Krylov spaces. The methods need only products with the matrix.
namespace weft {

namespace linalg {

/// The progress of an iterative method.
struct iterative_state {
  index_t iteration;
  double residual; ///< the residual, as defined by convergence_report
};

/// A callback that is told the state; the method ends if it returns false.
using iterative_progress = std::function<bool(iterative_state const&)>;

/// The limits of an iterative method, and the callback that is told how it goes.
struct iterative_options {
  index_t iterations = 1000;
  double tolerance = 1e-8; ///< the residual to reach; if it is below some roundings of the type it is never reached
  index_t patience = 1000; ///< iterations without a new least residual, after which it counts as stagnation
  index_t restart = 30;    ///< gmres: iterations after which the basis begins again; eigsh: vectors that are kept
  std::uint64_t seed = 0;  ///< the seed of the random vectors of eigsh and svds
  double shift = 0;        ///< eigsh, nearest: it finds the eigenvalues nearest to this number
  iterative_progress progress = {}; ///< called after each iteration
};

/// Why an iterative method ended.
enum class iterative_end : unsigned char {
  converged,
  iterations, ///< the limit on iterations was reached
  breakdown,  ///< a division that the method needs has no meaning; the sentence says which
  stagnation, ///< the residual does not get smaller
  stopped     ///< the progress callback returned false
};

/// Why and when an iterative method ended, and its residuals.
struct convergence_report {
  iterative_end end = iterative_end::converged;
  index_t iterations = 0;
  /// The relative residual |b - a x| / |b|, computed from the x that is returned. For eigsh and svds, the largest
  /// residual of a pair relative to the largest value.
  double residual = 0;
  /// The residuals before the first iteration and after each. During the iterations the recurrences of the method give
  /// them, and follow the true residuals up to roundings of |a| |x| / |b|. Where a recurrence claims convergence, and
  /// at the end, the residual is computed.
  tensor<double, 1> residuals;
  std::string sentence; ///< says why the method ended

  WEFT_INLINE convergence_report() = default;
  WEFT_COPIED(convergence_report);

  [[nodiscard]] WEFT_INLINE bool converged() const { return end == iterative_end::converged; }
};
/// Returns the report in one line, such as "cg: converged after 52 iterations, residual 6.1e-09".
[[nodiscard]] WEFT_API std::string to_string(convergence_report const& report);

/// The result of cg, bicgstab, gmres and lsqr.
template <class X>
struct iterative_solution {
  X x;
  convergence_report report;

  WEFT_INLINE iterative_solution(X&& solution, convergence_report&& how)
      : x(static_cast<X&&>(solution)), report(static_cast<convergence_report&&>(how)) {}
  WEFT_COPIED(iterative_solution);
};

/// The argument in place of a preconditioner, for a call that has an x0 and no preconditioner.
struct no_preconditioner_t {};
inline constexpr no_preconditioner_t no_preconditioner{};

} // namespace linalg

namespace detail {

enum class iterative_method : char { cg, bicgstab, gmres, lsqr, eigsh, svds };
inline constexpr char const* names_of_methods[] = {"linalg::cg",   "linalg::bicgstab", "linalg::gmres",
                                                   "linalg::lsqr", "linalg::eigsh",    "linalg::svds"};

/// A sum of products of the numbers of two vectors, of which other processes hold more.
struct divided_sum {
  dtype type;    ///< of the real numbers, two of which are a complex one
  index_t count; ///< the real numbers in this process
  void const *x, *y;
  double unit;    ///< each number is divided by it
  int components; ///< 1: the sum of x y, number by number; 2: both components of the sum of conj(x) y
  double sums[2]; ///< at first of this process, then of all
};
/// Where the elements of this process stand in vectors that are divided among processes, and their inner product. All
/// processes get the same sums, so that they decide alike. If `add_up` is null, all elements are here.
struct divided_space {
  void const* self = nullptr;
  void (*add_up)(void const* self, divided_sum& sum) = nullptr;
  double (*largest)(void const* self, double here) = nullptr;
  index_t first = 0, whole = 0; ///< the number of the first element here, and how many elements all processes have
};

/// The input and the output of an iterative method.
struct iterative_job {
  iterative_method method;
  dtype type;
  index_t n, m;                               ///< elements of x and of b
  erased_operator a, adjoint, preconditioner; ///< eigsh, nearest: preconditioner is the inverse of a - shift
  linalg::iterative_options const* options;
  void const* b = nullptr;
  void* x = nullptr;           ///< holds x0 before, and the result after
  tensor<double, 1> residuals; ///< the residual before the first iteration and after each one; grows
  bool from_zero = true;       ///< true if x is 0 at first
  void* values = nullptr;      ///< eigsh, svds: the values, which are real numbers
  void* vectors = nullptr;     ///< eigsh: `wanted` vectors of n; svds: of m, the left ones, and x holds the right ones
  index_t wanted = 0, basis = 0;
  bool largest = true;
  divided_space space = {}; ///< for cg, bicgstab, gmres and eigsh

  linalg::iterative_end end = linalg::iterative_end::converged;
  index_t iterations = 0;
  double residual = 0;
  char const* sentence = "";

  WEFT_FN iterative_job(iterative_method which, dtype elements, index_t of_x, index_t of_b,
                        erased_operator const& forward, erased_operator const& of_adjoint,
                        linalg::iterative_options const& how)
      : method(which), type(elements), n(of_x), m(of_b), a(forward), adjoint(of_adjoint), options(&how) {}
};
/// Runs the method, and writes its results to the job. Throws an error if an option makes no sense.
WEFT_API void run_iterative(iterative_job& job);
WEFT_API linalg::convergence_report report_of(iterative_job const& job);

/// Runs the method with a preconditioner, which operator_of(m) makes an operator; without if m is no_preconditioner.
/// The deduced return type lets Clang instantiate this where it is called: its notes then lead to the program.
template <class M, class F>
WEFT_FN auto run_preconditioned(iterative_job& job, [[maybe_unused]] M& m, [[maybe_unused]] F const& operator_of) {
  static_assert(!Tensorial<M>,
                "weft: linalg: a preconditioner is no matrix, but what writes z with a z = r, nearly, as "
                "m(r, z): linalg::ilu0(s)");
  if constexpr (std::same_as<std::remove_const_t<M>, linalg::no_preconditioner_t>) {
    run_iterative(job);
  } else if constexpr (!Tensorial<M>) {
    auto inverse = operator_of(m);
    job.preconditioner = inverse.erased();
    run_iterative(job);
  }
  return report_of(job);
}

/// Runs the method on a b whose elements are divided among processes.
template <iterative_method Method, class A, ReducesItself B, class M, class X0>
WEFT_FN auto iterate(A& a, B const& b, M& preconditioner, X0 const& x0, linalg::iterative_options const& options) {
  return iterate_divided<Method>(answered_above{}, a, b, preconditioner, x0, options);
}
/// Runs the method on a and b. The preconditioner and x0 may be no_preconditioner: then there is none.
template <iterative_method Method, class A, Tensorial B, class M, class X0>
WEFT_FN auto iterate(A& a, B const& b, M& preconditioner, X0 const& x0, linalg::iterative_options const& options) {
  using T = iterated_t<std::remove_cvref_t<A>, B>;
  constexpr bool least_squares = Method == iterative_method::lsqr;
  constexpr char const* operation = names_of_methods[static_cast<int>(Method)];
  refuse_followed<B>();
  auto const eb = capture(b);
  auto const of_b = eb.extents();
  return with_operator<T, least_squares>(
      operation, a, of_b,
      [&](erased_operator const& forward, erased_operator const& adjoint, auto const& of_x, auto const& of_y) {
        using X = std::remove_cvref_t<decltype(of_x)>;
        if constexpr (!least_squares)
          require_operand(operation, of_b, of_x);
        iterative_job job(Method, dtype_of<T>, count_of(of_x), count_of(of_y), forward, adjoint, options);
        packed_elements<T> right(job.m);
        pack_matrices(right.data(), convert_extents<dynamic_extents>(of_y), 0, true, eb);
        job.b = right.data();
        tensor<T, shape_argument<X>> x(of_x);
        job.x = x.data();
        if constexpr (Tensorial<X0>) {
          x(ellipsis) = x0;
          job.from_zero = false;
        } else {
          static_assert(std::same_as<X0, linalg::no_preconditioner_t>,
                        "weft: linalg: the first x is divided among ranks, and the right side is not");
        }
        auto report =
            run_preconditioned(job, preconditioner, [&](auto& m) { return operator_of_callable<T>(m, of_x, of_x); });
        return linalg::iterative_solution<tensor<T, shape_argument<X>>>(std::move(x), std::move(report));
      });
}

/// An argument that stands for a preconditioner: anything but options.
template <class M>
concept Preconditioner = !std::convertible_to<M, linalg::iterative_options const&>;

/// A right side, or a first x: a tensor, or one whose elements are divided among processes.
template <class B>
concept RightSide = Tensorial<B> || ReducesItself<B>;

/// The function object of a method for square matrices.
template <iterative_method Method>
struct equation_solver {
  template <class A, RightSide B>
  [[nodiscard]] WEFT_FN auto operator()(A&& a, B const& b, linalg::iterative_options const& options = {}) const {
    return iterate<Method>(a, b, linalg::no_preconditioner, linalg::no_preconditioner, options);
  }
  template <class A, RightSide B, Preconditioner M>
  [[nodiscard]] WEFT_FN auto operator()(A&& a, B const& b, M&& m, linalg::iterative_options const& options = {}) const {
    return iterate<Method>(a, b, m, linalg::no_preconditioner, options);
  }
  template <class A, RightSide B, Preconditioner M, RightSide X>
  [[nodiscard]] WEFT_FN auto operator()(A&& a, B const& b, M&& m, X const& x0,
                                        linalg::iterative_options const& options = {}) const {
    return iterate<Method>(a, b, m, x0, options);
  }
};

} // namespace detail

namespace linalg {

/// auto [x, report] = cg(a, b): the x with a x = b for a symmetric or Hermitian positive definite a, by conjugate
/// gradients (Hestenes and Stiefel, Methods of conjugate gradients for solving linear systems, J. Res. NBS 49, 1952). a
/// is a matrix, or a callable: a(x, y) writes the elements of y = a x, where x is a `view<const T, ...>` and y a
/// `view<T, ...>` of the shape of b, in row-major memory; or a(x) returns an expression. b may have any shape, and x
/// has the same; T is the element type of b; if a is a matrix, it is the common element type of a and b. Where b is 0
/// and takes no part in the equations, as on a border, a need not write to y. x begins at 0, and the method ends where
/// |b - a x| <= tolerance |b|. An iteration is one product, and moves 10 vectors through memory; it takes no memory.
/// Where the method claims convergence the residual is computed: if it is still too large the method goes on from
/// there. If it does not converge, nothing is thrown, and the report says why. Throws shape_error if a and b do not
/// fit.
///   auto [u, report] = cg([](auto const& x, auto const& y) { y = 4.0 * x - ...; }, f, {.tolerance = 1e-10});
/// cg(a, b, m, options) has a preconditioner, a callable of the same form: m(r, z) writes z, which is near to the
/// solution of a z = r. It is symmetric or Hermitian and positive definite too. cg(a, b, m, x0, options) begins at x0;
/// without a preconditioner that is cg(a, b, no_preconditioner, x0).
inline constexpr detail::equation_solver<detail::iterative_method::cg> cg{};

/// The x of a x = b, for any square a that is not singular, by stabilised bi-conjugate gradients (van der Vorst,
/// Bi-CGSTAB: a fast and smoothly converging variant of Bi-CG for the solution of nonsymmetric linear systems, SIAM J.
/// Sci. Stat. Comput. 13, 1992). Two products an iteration, in 7 vectors. The method may break down, and the report
/// then says so. It takes the same operands as cg. The preconditioner stands on the right, so the residuals are
/// residuals of a x = b, and it need not be symmetric.
inline constexpr detail::equation_solver<detail::iterative_method::bicgstab> bicgstab{};

/// The x of a x = b, as for bicgstab, by generalised minimal residuals (Saad and Schultz, GMRES: a generalized minimal
/// residual algorithm for solving nonsymmetric linear systems, SIAM J. Sci. Stat. Comput. 7, 1986): residuals never
/// grow. One product an iteration; it keeps options.restart + 1 vectors, and iteration k of a cycle moves 5 k of them.
/// A cycle in which the residual gets no smaller is stagnation: a larger restart, or a preconditioner, may help.
inline constexpr detail::equation_solver<detail::iterative_method::gmres> gmres{};

/// The x for which |b - a x| is least, and the shortest such x if there are more. a has any shape: a matrix, or a
/// linear_operator with its adjoint (Paige and Saunders, LSQR: an algorithm for sparse linear equations and sparse
/// least squares, ACM TOMS 8, 1982). An iteration is one product with a and one with its adjoint. It ends if |b - a x|
/// <= tolerance |b|, or if |a^H (b - a x)| <= tolerance |a| |b - a x|, where |a| is estimated from below; the reported
/// residual is then the residual of the least squares. If a is so ill-conditioned that roundings hide the rest, the
/// report says stagnation.
template <class A, Tensorial B>
[[nodiscard]] WEFT_FN auto lsqr(A&& a, B const& b, iterative_options const& options = {}) {
  return detail::iterate<detail::iterative_method::lsqr>(a, b, no_preconditioner, no_preconditioner, options);
}

} // namespace linalg
} // namespace weft
