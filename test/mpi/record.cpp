#include <weft/mpi/record.hpp>

#include "mpi/ranks.hpp"

#include <weft/core.hpp>

#include <boost/hana/define_struct.hpp>

#include <doctest/doctest.h>

using namespace weft;

namespace {

struct flow {
  BOOST_HANA_DEFINE_STRUCT(flow, (tensor<double, 2>, u), (tensor<int, 1>, flags), (float, time));
};

flow flow_of(int r) {
  flow out{tensor<double, 2>(2, 3), tensor<int, 1>(4), 0.5f * float(r)};
  for (int k = 0; k < 6; ++k)
    out.u(k / 3, k % 3) = 10.0 * r + k;
  for (int k = 0; k < 4; ++k)
    out.flags(k) = r - k;
  return out;
}
void check_flow(flow const& y, int r) {
  for (int k = 0; k < 6; ++k)
    CHECK(y.u(k / 3, k % 3) == 10.0 * r + k);
  for (int k = 0; k < 4; ++k)
    CHECK(y.flags(k) == r - k);
  CHECK(y.time == 0.5f * float(r));
}

} // namespace

TEST_CASE("a record is one message") {
  int const n = ranks().size(), me = ranks().rank(), next = (me + 1) % n, before = (me + n - 1) % n;
  flow const mine = flow_of(me);
  flow got = flow_of(77);
  auto sent = mpi::isend(ranks(), mine, next);
  mpi::recv(ranks(), got, before);
  sent.wait();
  check_flow(got, before);
  auto received = mpi::irecv(ranks(), got, next, 4);
  auto moved = mpi::isend(ranks(), flow_of(me), before, 4);
  received.wait();
  moved.wait();
  check_flow(got, next);
  mpi::broadcast(ranks(), got, n - 1);
  check_flow(got, 0);
}

TEST_CASE("allreduce of a record is a record") {
  int const n = ranks().size();
  auto const sums = mpi::allreduce(ranks(), flow_of(ranks().rank()), mpi::sum);
  int const all_numbers = n * (n - 1) / 2;
  CHECK(sums.u(1, 2) == 10.0 * all_numbers + 5 * n);
  CHECK(sums.flags(3) == all_numbers - 3 * n);
  CHECK(sums.time == 0.5f * float(all_numbers));
}
