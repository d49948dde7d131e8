#include "mpi/library.hpp"
#include "mpi/operation.hpp"

#include <weft/eval/deterministic.hpp>
#include <weft/mpi/exact_sum.hpp>
#include <weft/mpi/iterative.hpp>

#include <cstring>
#include <string>

namespace weft::detail {

divided_space inner_products::space(index_t count) const {
  std::int64_t const here = count;
  std::int64_t first = 0, whole = 0;
  check_mpi(MPI_Exscan(&here, &first, 1, MPI_INT64_T, MPI_SUM, comm_of(world_)), "linalg");
  check_mpi(MPI_Allreduce(&here, &whole, 1, MPI_INT64_T, MPI_SUM, comm_of(world_)), "linalg");
  return {this, &add_up, &largest, world_.rank() == 0 ? 0 : first, whole}; // rank 0 receives nothing from MPI_Exscan
}

namespace {

/// Sums exactly what this rank has of one component.
template <class R>
void add_exactly(divided_sum const& sum, bool imaginary, exact_sum& to) {
  auto const* const x = static_cast<R const*>(sum.x);
  auto const* const y = static_cast<R const*>(sum.y);
  auto const number = [&](R a) { return static_cast<double>(a / static_cast<R>(sum.unit)); };
  if (!imaginary) {
    for (index_t k = 0; k < sum.count; ++k)
      to.add_product(number(x[k]), number(y[k]));
    return;
  }
  for (index_t k = 0; k < sum.count; k += 2) {
    to.add_product(number(x[k]), number(y[k + 1]));
    to.add_product(-number(x[k + 1]), number(y[k]));
  }
}

} // namespace

void inner_products::add_up(void const* self, divided_sum& sum) {
  auto const& world = static_cast<inner_products const*>(self)->world_;
  if (!deterministic()) {
    check_mpi(MPI_Allreduce(MPI_IN_PLACE, sum.sums, sum.components, MPI_DOUBLE, MPI_SUM, comm_of(world)), "linalg");
    return;
  }
  for (int k = 0; k < sum.components; ++k) {
    exact_sum exact;
    if (sum.type == dtype::float32)
      add_exactly<float>(sum, k == 1, exact);
    else
      add_exactly<double>(sum, k == 1, exact);
    exact.join(world, false);
    sum.sums[k] = exact.value<double>();
  }
}

double inner_products::largest(void const* self, double here) {
  auto const& world = static_cast<inner_products const*>(self)->world_;
  check_mpi(MPI_Allreduce(MPI_IN_PLACE, &here, 1, MPI_DOUBLE, operation_on_type(mpi::operation::max, dtype::float64),
                          comm_of(world)),
            "linalg");
  return here;
}

namespace {

/// True on every rank if it is true on all of them.
bool is_true_everywhere(mpi::communicator const& world, bool here) {
  int value = here ? 1 : 0;
  check_mpi(MPI_Allreduce(MPI_IN_PLACE, &value, 1, MPI_INT, MPI_LAND, comm_of(world)), "linalg");
  return value != 0;
}

/// Throws mpi_error on every rank alike if the options of a rank differ from rank 0's.
void require_same_options(char const* operation, mpi::communicator const& world, linalg::iterative_options const& o) {
  double const mine[] = {static_cast<double>(o.iterations), o.tolerance, static_cast<double>(o.patience),
                         static_cast<double>(o.restart), static_cast<double>(o.seed)};
  double first[5];
  std::memcpy(first, mine, sizeof mine);
  check_mpi(MPI_Bcast(first, 5, MPI_DOUBLE, 0, comm_of(world)), operation);
  // NOLINTNEXTLINE(bugprone-suspicious-memory-comparison): by bytes, because a tolerance of NaN equals itself
  if (!is_true_everywhere(world, std::memcmp(first, mine, sizeof mine) == 0))
    throw mpi_error(std::string("weft: ") + operation + ": the options of the ranks differ");
}

} // namespace

linalg::iterative_options agreed_options(char const* operation, mpi::communicator const& world,
                                         linalg::iterative_options const& options, bool checked) {
  if (checked)
    require_same_options(operation, world, options);
  linalg::iterative_options out = options;
  if (!is_true_everywhere(world, !options.progress))
    out.progress = [world, own = options.progress](linalg::iterative_state const& state) {
      return is_true_everywhere(world, !own || own(state));
    };
  return out;
}

} // namespace weft::detail
