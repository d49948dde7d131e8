// How each header of mpi is used alone: see ops.cpp. Only builds with MPI run them.
#include <weft/mpi/block_cyclic.hpp>
#include <weft/mpi/block_cyclic_linalg.hpp>
#include <weft/mpi/cartesian.hpp>
#include <weft/mpi/collective.hpp>
#include <weft/mpi/communicator.hpp>
#include <weft/mpi/distributed.hpp>
#include <weft/mpi/distributed_reduce.hpp>
#include <weft/mpi/error.hpp>
#include <weft/mpi/halo.hpp>
#include <weft/mpi/iterative.hpp>
#include <weft/mpi/message.hpp>
#include <weft/mpi/npy.hpp>
#include <weft/mpi/record.hpp>
#include <weft/mpi/record_exchange.hpp>
#include <weft/mpi/redistribute.hpp>
#include <weft/mpi/rows.hpp>
#include <weft/mpi/sparse_rows.hpp>

#include <doctest/doctest.h>

using namespace weft;

TEST_CASE("mpi/block_cyclic.hpp") {
  CHECK_THROWS_AS(mpi::block_cyclic<double>(mpi::communicator(), shape(4, 4)), mpi_error);
}

TEST_CASE("mpi/block_cyclic_linalg.hpp") {
  CHECK_THROWS_AS(linalg::eigh(mpi::block_cyclic<double>(mpi::communicator(), shape(4, 4))), mpi_error);
}

TEST_CASE("mpi/cartesian.hpp") {
  CHECK_THROWS_AS(mpi::cartesian<1>(mpi::communicator(), {true}), mpi_error);
}

TEST_CASE("mpi/collective.hpp") {
  tensor<double, 1> a(2);
  CHECK_THROWS_AS(mpi::allreduce(mpi::communicator(), a, mpi::sum), mpi_error);
  CHECK_THROWS_AS(mpi::broadcast(mpi::communicator(), a), mpi_error);
  CHECK_THROWS_AS(mpi::gather(mpi::communicator(), a), mpi_error);
}

TEST_CASE("mpi/communicator.hpp") {
  CHECK_THROWS_AS(mpi::communicator(), mpi_error);
}

TEST_CASE("mpi/distributed.hpp") {
  using field_1d = mpi::distributed<field::grid<double, 1>>;
  CHECK_THROWS_AS(field_1d(mpi::cartesian<1>(mpi::communicator()), shape(4), field::ghosts(1)).exchange(), mpi_error);
}

TEST_CASE("mpi/distributed_reduce.hpp") {
  using field_1d = mpi::distributed<field::grid<double, 1>>;
  CHECK_THROWS_AS(norm(field_1d(mpi::cartesian<1>(mpi::communicator()), shape(4))), mpi_error);
}

TEST_CASE("mpi/error.hpp") {
  CHECK_THROWS_AS(throw mpi_error("no rank"), error);
}

TEST_CASE("mpi/halo.hpp") {
  CHECK_THROWS_AS(
      (void)detail::planned_halo(mpi::communicator(), mpi::row_division(mpi::communicator(), 0), 0, nullptr, nullptr),
      mpi_error);
}

TEST_CASE("mpi/iterative.hpp") {
  using vector = mpi::distributed_vector<double>;
  auto const same = [](auto const& x, auto& y) { y.local() = x.local(); };
  CHECK_THROWS_AS((void)linalg::cg(same, vector(mpi::row_division(mpi::communicator(), 4))), mpi_error);
}

TEST_CASE("mpi/message.hpp") {
  tensor<double, 1> a(2);
  CHECK_THROWS_AS(mpi::send(mpi::communicator(), a, 0), mpi_error);
  CHECK_THROWS_AS(mpi::irecv(mpi::communicator(), a, 0), mpi_error);
}

TEST_CASE("mpi/npy.hpp") {
  using field_1d = mpi::distributed<field::grid<double, 1>>;
  CHECK_THROWS_AS(mpi::save_npy("a.npy", field_1d(mpi::cartesian<1>(mpi::communicator()), shape(4))), mpi_error);
}

TEST_CASE("mpi/record.hpp") {
  auto y = boost::hana::make_tuple(tensor<double, 1>(2), 1.0);
  CHECK_THROWS_AS(mpi::broadcast(mpi::communicator(), y), mpi_error);
}

TEST_CASE("mpi/record_exchange.hpp") {
  using field_1d = mpi::distributed<field::grid<double, 1>>;
  auto const exchange = [](auto y) { mpi::exchange(y); };
  CHECK_THROWS_AS(exchange(boost::hana::make_tuple(field_1d(mpi::cartesian<1>(mpi::communicator()), shape(4)))),
                  mpi_error);
}

TEST_CASE("mpi/redistribute.hpp") {
  using field_1d = mpi::distributed<field::grid<double, 1>>;
  CHECK_THROWS_AS(mpi::to_global(field_1d(mpi::cartesian<1>(mpi::communicator()), shape(4))), mpi_error);
}

TEST_CASE("mpi/rows.hpp") {
  using vector = mpi::distributed_vector<double>;
  CHECK_THROWS_AS((void)mpi::to_global(vector(mpi::row_division(mpi::communicator(), 4))), mpi_error);
}

TEST_CASE("mpi/sparse_rows.hpp") {
  using matrix = mpi::distributed_sparse<double>;
  using vector = mpi::distributed_vector<double>;
  mpi::communicator const* world = nullptr;
  auto const product = [&] {
    mpi::row_division const rows(*world, 4);
    return matmul(matrix(rows, sparse<double>(4, 4)), vector(rows));
  };
  CHECK(std::is_same_v<decltype(product()), vector>);
}
