// doc/reference: Messages between ranks
#include "show.hpp"

#include <weft/io/npy.hpp>
#include <weft/io/print.hpp>
#include <weft/mpi.hpp>

using namespace weft;

// One rank of one: what the pages show has no other output with more.
#ifdef WEFT_EXAMPLE_MPI
#define WITH_MPI RUN
#else
#define WITH_MPI LACKING
#endif

void messages() {
  // [a tensor and a view]
  tensor<double, 2> a{{1, 2, 3}, {4, 5, 6}}, b(2, 3);
  auto t = transpose(b);
  double x = 0;
  // [end]
  WITH_MPI(env.ranks_on_node(), mpi::environment env);
  WITH_MPI(world.rank(), mpi::communicator world);
  WITH_MPI(world.size());
  WITH_MPI(part.size(), auto part = world.split(world.rank() % 2));
  WITH_MPI(own.rank(), auto own = world.duplicate());
  WITH_MPI(b, auto q = mpi::isend(world, transpose(a), 0); mpi::recv(world, t, 0); q.wait());
  WITH_MPI(x, auto p = mpi::irecv(world, x, 0); mpi::send(world, 2.5, 0); p.wait());
  WITH_MPI(p.is_finished());
  WITH_MPI(p.test());
  WITH_MPI(b, mpi::broadcast(world, b, 0));
  WITH_MPI(std::string("all are here"), mpi::barrier(world));
  WITH_MPI((mpi::allreduce(world, 2.0 * a, mpi::sum)));
  WITH_MPI((mpi::allreduce(world, 7, mpi::max)));
  WITH_MPI((mpi::allreduce(world, a, mpi::min)));
  WITH_MPI((mpi::reduce(world, a, mpi::prod, 0)));
  WITH_MPI((mpi::gather(world, a(0), 0)));
  WITH_MPI((mpi::allgather(world, world.rank())));
  WITH_MPI(x, mpi::scatter(world, tensor<double, 1>{4.5}, x, 0));
  WITH_MPI(mpi::run([](mpi::communicator const& all) { return all.size(); }));
  SHOW(mpi::operation::sum == mpi::sum);
  SHOW(mpi::Sendable<tensor<double, 2>>);
  SHOW(mpi::Receivable<tensor<double, 2>&>);
#ifdef WEFT_EXAMPLE_MPI
  REFUSED(mpi_error, mpi::send(world, x, 5));
#endif
}

void divided_fields() {
  WITH_MPI(ranks.world().size(), mpi::environment env; mpi::communicator world;
           mpi::cartesian<2> ranks(world, {true, false}));
  WITH_MPI(ranks.counts()[0]);
  WITH_MPI(ranks.is_periodic(0));
  WITH_MPI(ranks.place_of(0)[1]);
  WITH_MPI(ranks.place()[0]);
  WITH_MPI((ranks.neighbour({field::upper, field::inside})));
  WITH_MPI(u.shape(), mpi::distributed<field::grid<double, 2>> u(ranks, shape(2, 3), field::ghosts(1)));
  WITH_MPI(u.offset()[0]);
  WITH_MPI(u.is_edge(1, field::lower));
  WITH_MPI(u.local().with_ghosts(), u.local().interior() = reshape(arange(6.0), shape(2, 3)); u.exchange());
  WITH_MPI(std::string("exchanged"), u.start_exchange(); u.finish());
  WITH_MPI(sum(u));
  WITH_MPI(largest(u));
  WITH_MPI((dot(u, u)));
  WITH_MPI(norm(u));
  WITH_MPI((mpi::to_global(u, 0)));
  WITH_MPI((load_npy<double, 2>("u.npy")), mpi::save_npy("u.npy", u); mpi::load_npy("u.npy", u));
  WITH_MPI(v.local().interior(), mpi::distributed<field::grid<double, 2>> v(ranks, shape(2, 3));
           mpi::redistribute(u, v));
  WITH_MPI(std::string("exchanged"), mpi::exchange(u, v));
}
