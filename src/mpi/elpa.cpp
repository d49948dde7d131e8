#include "mpi/elpa.hpp"

#include "mpi/blacs_call.hpp"

#include <algorithm>
#include <complex>
#include <string>

namespace weft::detail {

#if defined(WEFT_WITH_ELPA)

// ELPA's interface for C, which is declared here because its own headers need a folder whose name has its version.
struct elpa_struct;
extern "C" {
int elpa_init(int api_version);
elpa_struct* elpa_allocate(int* error);
void elpa_deallocate(elpa_struct* handle, int* error);
void elpa_set_integer(elpa_struct* handle, char const* name, int value, int* error);
int elpa_setup(elpa_struct* handle);
char const* elpa_strerr(int error);
void elpa_eigenvectors_a_h_a_d(elpa_struct* handle, double* a, double* ev, double* q, int* error);
void elpa_eigenvectors_a_h_a_dc(elpa_struct* handle, std::complex<double>* a, double* ev, std::complex<double>* q,
                                int* error);
}

namespace {

/// Throws linalg_error on every rank if ELPA reports an error on one.
void require_done(char const* operation, mpi::communicator const& world, int error) {
  check_mpi(MPI_Allreduce(MPI_IN_PLACE, &error, 1, MPI_INT, MPI_MIN, comm_of(world)), operation);
  if (error != 0)
    throw_linalg(operation, "elpa_eigenvectors", elpa_strerr(error), -1);
}

/// ELPA's description of a matrix and its ranks.
class elpa_solver {
public:
  elpa_solver(char const* operation, block_cyclic_place const& place) : elpa_solver() {
    dims<2> const here = place.local_shape();
    set("na", place.extents[0]);
    set("nev", place.extents[0]);
    set("local_nrows", here[0]);
    set("local_ncols", here[1]);
    set("nblk", place.block);
    set("mpi_comm_parent", MPI_Comm_c2f(comm_of(place.world)));
    set("process_row", place.coordinate(0));
    set("process_col", place.coordinate(1));
    require_done(operation, place.world, error_);
    require_done(operation, place.world, elpa_setup(handle_));
  }
  elpa_solver(elpa_solver const&) = delete;
  elpa_solver& operator=(elpa_solver const&) = delete;
  ~elpa_solver() {
    if (handle_ != nullptr)
      elpa_deallocate(handle_, &error_);
  }
  [[nodiscard]] elpa_struct* handle() const { return handle_; }

private:
  elpa_solver() {                     // from here on the destructor runs, also if the matrix is refused
    constexpr int version = 20211125; // the first one whose functions have these names
    static int const begun = elpa_init(version);
    if (begun == 0)
      handle_ = elpa_allocate(&error_);
    else
      error_ = begun;
  }
  void set(char const* name, index_t value) {
    if (error_ == 0)
      elpa_set_integer(handle_, name, static_cast<int>(value), &error_);
  }

  int error_ = 0;
  elpa_struct* handle_ = nullptr;
};

/// Writes the upper triangle that the lower one implies; `room` is overwritten. ELPA reads both.
template <class T>
void complete(block_cyclic_operand const& a, block_cyclic_operand const& room) {
  for_each_element<T>(a, [](T& x, index_t i, index_t j) {
    if (i < j)
      x = T(0);
    else if (i == j)
      x = T(std::real(x));
  });
  scalapack_matrix<T> const from(a), to(room);
  constexpr int one = 1;
  T const unit(1), zero(0);
  scalapack<T>::adjoint(&from.rows(), &from.columns(), &unit, from.data(), &one, &one, from.descriptor(), &zero,
                        to.data(), &one, &one, to.descriptor());
  T const* upper = to.data();
  for_each_element<T>(a, [&](T& x, index_t i, index_t j) {
    if (i < j)
      x = *upper;
    ++upper;
  });
}

} // namespace

bool is_for_elpa(dtype type, block_cyclic_place const& place) noexcept {
  return (type == dtype::float64 || type == dtype::complex128) &&
         place.extents[0] >= place.block * std::max(place.counts[0], place.counts[1]);
}

void eigen_by_elpa(char const* operation, block_cyclic_operand const& a, void* values,
                   block_cyclic_operand const& vectors) {
  elpa_solver const solver(operation, *a.place);
  int error = 0;
  auto const compute = [&]<class T>(void (*eigenvectors)(elpa_struct*, T*, double*, T*, int*)) {
    complete<T>(a, vectors);
    eigenvectors(solver.handle(), static_cast<T*>(a.data), static_cast<double*>(values), static_cast<T*>(vectors.data),
                 &error);
  };
  if (a.type == dtype::float64)
    compute(&elpa_eigenvectors_a_h_a_d);
  else
    compute(&elpa_eigenvectors_a_h_a_dc);
  require_done(operation, a.place->world, error);
}

#else

bool is_for_elpa(dtype, block_cyclic_place const&) noexcept {
  return false;
}
void eigen_by_elpa(char const*, block_cyclic_operand const&, void*, block_cyclic_operand const&) {}

#endif

} // namespace weft::detail
