#include "mpi/blacs_call.hpp"
#include "mpi/elpa.hpp"

#include <weft/mpi/block_cyclic_linalg.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

// The routines return one `info` on all ranks, so all throw the same.
namespace weft::detail {

void throw_linalg(char const* operation, std::string const& routine, std::string const& reason, index_t position) {
  throw linalg_error(std::string("weft: ") + operation + ": " + reason + " (" + routine + ")", routine.c_str(),
                     position, 0);
}

namespace {

template <class T>
std::string routine_name(char const* rest) {
  return std::string("p") + scalapack<T>::letter + rest;
}
/// Throws for the answer of a routine, which is negative if it refuses an argument, and positive for a failure.
void require_success(char const* operation, std::string const& routine, int info, std::string const& failure,
                     int position) {
  if (info < 0)
    throw_linalg(operation, routine, "argument " + std::to_string(info < -99 ? -info / 100 : -info) + " was refused",
                 -1);
  if (info > 0)
    throw_linalg(operation, routine, failure, position);
}
void require_definite(char const* operation, std::string const& routine, int info) {
  int const column = info - 1;
  require_success(operation, routine, info,
                  "the matrix is not positive definite, seen at column " + std::to_string(column), column);
}

/// Throws on every rank if an element of the matrix, or of its lower triangle, is NaN or infinite: the routines may
/// then not end.
template <class T>
void require_finite(char const* operation, std::string const& routine, block_cyclic_operand const& a, bool is_lower) {
  std::int64_t first = std::numeric_limits<std::int64_t>::max();
  index_t const columns = a.place->extents[1];
  for_each_element<T const>(a, [&](T const& x, index_t i, index_t j) {
    if ((!is_lower || i >= j) && !(std::isfinite(std::real(x)) && std::isfinite(std::imag(x))))
      first = std::min<std::int64_t>(first, i * columns + j);
  });
  check_mpi(MPI_Allreduce(MPI_IN_PLACE, &first, 1, MPI_INT64_T, MPI_MIN, comm_of(a.place->world)), operation);
  if (first != std::numeric_limits<std::int64_t>::max())
    throw_linalg(operation, routine,
                 "element (" + std::to_string(first / columns) + "," + std::to_string(first % columns) +
                     ") is NaN or infinite",
                 first);
}

[[noreturn]] void throw_too_much_work(char const* operation, block_cyclic_place const& place) {
  throw shape_error(std::string("weft: ") + operation + ": the integers of ScaLAPACK have 32 bits, too few for its " +
                    "work on shape " + shape_text(place.extents.data(), 2));
}
/// Throws shape_error, on every rank, if ScaLAPACK would count its work memory in integers that overflow unseen. It
/// needs `more` numbers beside the local part, vectors of the extents, and blocks.
void require_work(char const* operation, block_cyclic_place const& p, double more) {
  auto const rows = static_cast<double>(p.local_extent(0, 0)), columns = static_cast<double>(p.local_extent(1, 0));
  auto const block = static_cast<double>(p.block), extents = static_cast<double>(p.extents[0] + p.extents[1]);
  constexpr double most = std::numeric_limits<int>::max();
  if (3 * rows * columns + 9 * extents + (rows + columns + 2 * block) * block + more >= most)
    throw_too_much_work(operation, p);
}
/// Returns a length that a routine asks for by a number of the element type, and `more`. A float holds 24 bits of it,
/// and may have been rounded down. Throws shape_error on every rank if the integers of ScaLAPACK do not hold it: the
/// matrix has one size on all of them.
template <class T>
int length_of(char const* operation, block_cyclic_place const& place, T answer, index_t more = 0) {
  using R = real_t<T>;
  R const asked = std::nextafter(std::real(answer), std::numeric_limits<R>::infinity());
  constexpr double most = std::numeric_limits<int>::max();
  double largest = static_cast<double>(asked) + static_cast<double>(more);
  check_mpi(MPI_Allreduce(MPI_IN_PLACE, &largest, 1, MPI_DOUBLE, MPI_MAX, comm_of(place.world)), operation);
  if (!(largest < most))
    throw_too_much_work(operation, place);
  return static_cast<int>(asked) + static_cast<int>(more);
}
/// Calls a routine twice, by call(work, length, info): it first says how much work memory it needs, to which `more` is
/// added. Throws if it answers with a failure.
template <class T, class F>
void call_with_work(char const* operation, std::string const& routine, block_cyclic_place const& place, index_t more,
                    char const* failure, F const& call) {
  T answer{};
  int info = 0;
  call(&answer, -1, &info);
  require_success(operation, routine, info, failure, info);
  std::vector<T> work(static_cast<std::size_t>(length_of(operation, place, answer, more)));
  call(work.data(), static_cast<int>(work.size()), &info);
  require_success(operation, routine, info, failure, info);
}
/// Returns elements of work memory that pormtr and plasrt need beside what psyevd asks for. Where blocks are larger
/// than the matrix, they would refuse it, and psyevd would return wrong vectors without an error (github.com,
/// Reference-ScaLAPACK/scalapack, issue 74).
index_t room_left_out(block_cyclic_place const& p) {
  index_t const rows = p.local_extent(0, 0), columns = p.local_extent(1, 0);
  return (rows + columns + 2 * p.block) * p.block + rows * columns;
}

bool is_empty(block_cyclic_operand const& a) {
  return a.place->extents[0] == 0 || a.place->extents[1] == 0;
}
constexpr int one = 1;

} // namespace

void require_square_blocks(char const* operation, block_cyclic_place const& a) {
  if (a.extents[0] != a.extents[1])
    throw shape_error(std::string("weft: ") + operation + ": shape " + shape_text(a.extents.data(), 2) +
                      ": the matrix is not square");
}
void require_fit(char const* operation, block_cyclic_place const& a, std::size_t axis_a, block_cyclic_place const& b,
                 std::size_t axis_b) {
  if (a.extents[axis_a] != b.extents[axis_b])
    throw_two_shapes(operation, a, b);
  require_same_division(operation, a, b);
}

void multiply_blocks(block_cyclic_operand const& a, block_cyclic_operand const& b, block_cyclic_operand const& c) {
  int const depth = static_cast<int>(a.place->extents[a.form == 'N' ? 1 : 0]);
  if (is_empty(c))
    return;
  with_scalapack("matmul", a.type, [&]<class T>(T) {
    if (depth == 0) {
      for_each_element<T>(c, [](T& x, index_t, index_t) { x = T(0); });
      return;
    }
    scalapack_matrix<T> const x(a), y(b), z(c);
    T const unit(1), zero(0);
    scalapack<T>::gemm(&a.form, &b.form, &z.rows(), &z.columns(), &depth, &unit, x.data(), &one, &one, x.descriptor(),
                       y.data(), &one, &one, y.descriptor(), &zero, z.data(), &one, &one, z.descriptor(), 1, 1);
  });
}

void solve_blocks(block_cyclic_operand const& a, bool is_definite, block_cyclic_operand const& x) {
  char const* const operation = "linalg::solve";
  require_square_blocks(operation, *a.place);
  require_fit(operation, *a.place, 0, *x.place, 0);
  if (is_empty(a))
    return;
  with_scalapack(operation, a.type, [&]<class T>(T) {
    std::string const routine = routine_name<T>(is_definite ? "posv" : "gesv");
    require_finite<T>(operation, routine, a, is_definite);
    if (is_empty(x))
      return;
    scalapack_matrix<T> const m(a), y(x);
    int info = 0;
    if (is_definite) {
      scalapack<T>::posv("L", &m.rows(), &y.columns(), m.data(), &one, &one, m.descriptor(), y.data(), &one, &one,
                         y.descriptor(), &info, 1);
      return require_definite(operation, routine, info);
    }
    std::vector<int> pivots(static_cast<std::size_t>(m.local_rows() + a.place->block));
    scalapack<T>::gesv(&m.rows(), &y.columns(), m.data(), &one, &one, m.descriptor(), pivots.data(), y.data(), &one,
                       &one, y.descriptor(), &info);
    require_success(operation, routine, info, "the matrix is singular: pivot " + std::to_string(info - 1) + " is 0",
                    info - 1);
  });
}

void cholesky_of_blocks(block_cyclic_operand const& a) {
  char const* const operation = "linalg::cholesky";
  require_square_blocks(operation, *a.place);
  if (is_empty(a))
    return;
  with_scalapack(operation, a.type, [&]<class T>(T) {
    std::string const routine = routine_name<T>("potrf");
    require_finite<T>(operation, routine, a, true);
    scalapack_matrix<T> const m(a);
    int info = 0;
    scalapack<T>::potrf("L", &m.rows(), m.data(), &one, &one, m.descriptor(), &info, 1);
    require_definite(operation, routine, info);
    for_each_element<T>(a, [](T& element, index_t i, index_t j) {
      if (i < j)
        element = T(0);
    });
  });
}

void eigen_of_blocks(block_cyclic_operand const& a, void* values, block_cyclic_operand const& vectors) {
  char const* const operation = "linalg::eigh";
  if (is_empty(a))
    return;
  with_scalapack(operation, a.type, [&]<class T>(T) {
    using R = real_t<T>;
    require_work(operation, *a.place, 0);
    require_finite<T>(operation, scalapack<T>::evd_name, a, true);
    if (is_for_elpa(a.type, *a.place))
      return eigen_by_elpa(operation, a, values, vectors);
    scalapack_matrix<T> const m(a), z(vectors);
    block_cyclic_place const& p = *a.place;
    // The lengths of these are in the documentation of psyevd and pheevd.
    index_t const here = p.local_extent(0, 0) * p.local_extent(1, 0);
    std::vector<R> reals(static_cast<std::size_t>(is_complex<T> ? 1 + 9 * p.extents[0] + 3 * here : 0));
    std::vector<int> integers(static_cast<std::size_t>(7 * p.extents[0] + 8 * p.counts[1] + 2));
    int const real_length = static_cast<int>(reals.size()), length_of_integers = static_cast<int>(integers.size());
    call_with_work<T>(operation, scalapack<T>::evd_name, p, room_left_out(p), "the eigenvalues have not converged",
                      [&](T* work, int length, int* info) {
                        auto const run = [&](auto... complex) {
                          scalapack<T>::evd("V", "L", &m.rows(), m.data(), &one, &one, m.descriptor(),
                                            static_cast<R*>(values), z.data(), &one, &one, z.descriptor(), work,
                                            &length, complex..., integers.data(), &length_of_integers, info, 1, 1);
                        };
                        if constexpr (is_complex<T>)
                          run(reals.data(), &real_length);
                        else
                          run();
                      });
    // If the matrix is one block, only the rank that has it writes the values.
    check_mpi(MPI_Bcast(values, m.rows(), element_type(dtype_of<R>), 0, comm_of(a.place->world)), operation);
  });
}

void svd_of_blocks(block_cyclic_operand const& a, void* values, block_cyclic_operand const& u,
                   block_cyclic_operand const& vh) {
  char const* const operation = "linalg::svd";
  if (is_empty(a))
    return;
  with_scalapack(operation, a.type, [&]<class T>(T) {
    using R = real_t<T>;
    std::string const routine = routine_name<T>("gesvd");
    auto const least = static_cast<double>(std::min(a.place->extents[0], a.place->extents[1]));
    auto const sides = static_cast<double>(a.place->extents[0] + a.place->extents[1]);
    require_work(operation, *a.place, least * (sides / static_cast<double>(a.place->world.size()) + 6));
    require_finite<T>(operation, routine, a, false);
    scalapack_matrix<T> const m(a), left(u), right(vh);
    // Not all of it is asked for: the documentation of pcgesvd and pzgesvd gives its length.
    std::vector<R> reals(static_cast<std::size_t>(is_complex<T> ? 1 + 4 * std::max(m.rows(), m.columns()) : 0));
    // The answer of xBDSQR, which iterates, does not arrive: pgesvd overwrites it by that of a later routine.
    call_with_work<T>(operation, routine, *a.place, 0, "the ranks have found different singular values",
                      [&](T* work, int length, int* info) {
                        auto const run = [&](auto... complex) {
                          scalapack<T>::gesvd("V", "V", &m.rows(), &m.columns(), m.data(), &one, &one, m.descriptor(),
                                              static_cast<R*>(values), left.data(), &one, &one, left.descriptor(),
                                              right.data(), &one, &one, right.descriptor(), work, &length, complex...,
                                              info, 1, 1);
                        };
                        if constexpr (is_complex<T>)
                          run(reals.data());
                        else
                          run();
                      });
  });
}

} // namespace weft::detail
