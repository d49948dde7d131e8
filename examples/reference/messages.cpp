// doc/reference: Messages between ranks
#include "show.hpp"

#include <weft/io/npy.hpp>
#include <weft/io/print.hpp>
#include <weft/mpi.hpp>
#include <weft/sparse.hpp>

using namespace weft;

// One rank of one: what the pages show has no other output with more.
#ifdef WEFT_EXAMPLE_MPI
#define WITH_MPI RUN
#else
#define WITH_MPI LACKING
#endif

#ifdef WEFT_EXAMPLE_SCALAPACK
#define WITH_SCALAPACK RUN
#else
#define WITH_SCALAPACK LACKING
#endif

namespace {

void divided_matrices() {
  using matrix [[maybe_unused]] = mpi::block_cyclic<double>;
  [[maybe_unused]] auto f = [](auto const& x) { return abs(x); };
  WITH_SCALAPACK(k.local(), mpi::communicator w; tensor<double, 2> a{{1, -2, 3}, {4, 5, 6}};
                 auto k = matrix::from_global(w, a, 2));
  WITH_SCALAPACK(k.block());
  WITH_SCALAPACK(k.global_rows());
  WITH_SCALAPACK(k.global_columns());
  WITH_SCALAPACK(k.local(), k = 2.0 * k + k);
  WITH_SCALAPACK(mpi::block_cyclic<double>(mpi::elementwise(f, k)).local());
  WITH_SCALAPACK((mpi::to_global(k)));
  WITH_SCALAPACK(l.local(), mpi::block_cyclic<double> l(w, shape(2, 3), 1); mpi::redistribute(k, l));
  WITH_SCALAPACK(d.local(), auto d = matmul(k, transpose(k)));
  WITH_SCALAPACK(linalg::cholesky(d).local());
  WITH_SCALAPACK(linalg::eigh(d).values);
  WITH_SCALAPACK(linalg::svd(k).s);
  WITH_SCALAPACK(linalg::solve(d, x).local(), auto x = matrix::from_global(w, tensor<double, 2>{{1}, {0}}, 2));
  WITH_SCALAPACK((linalg::solve(positive_definite(d), x).local()));
  SHOW(mpi::default_block);
  SHOW(mpi::BlockCyclic<mpi::block_cyclic<double>>);
}

void divided_fields() {
  WITH_MPI(g.world().size(), mpi::communicator w; mpi::cartesian<2> g(w, {true, false}));
  WITH_MPI(g.counts()[0]);
  WITH_MPI(g.is_periodic(0));
  WITH_MPI(g.coordinates(0)[1]);
  WITH_MPI(g.coordinates()[0]);
  WITH_MPI((g.neighbour({field::upper, field::inside})));
  WITH_MPI(u.shape(), mpi::distributed<field::grid<double, 2>> u(g, shape(2, 3), field::ghosts(1)));
  WITH_MPI(u.offset()[0]);
  WITH_MPI(u.ranks().counts()[1]);
  WITH_MPI(u.is_edge(1, field::lower));
  WITH_MPI(u.local().with_ghosts(), u.local().interior() = reshape(arange(6.0), shape(2, 3)); u.exchange());
  WITH_MPI(std::string("exchanged"), u.start_exchange(); u.finish());
  WITH_MPI(sum(u));
  WITH_MPI(largest(u));
  WITH_MPI((dot(u, u)));
  WITH_MPI(norm(u));
  WITH_MPI((mpi::to_global(u, 0)));
  WITH_MPI((load_npy<double, 2>("u.npy")), mpi::save_npy("u.npy", u); mpi::load_npy("u.npy", u));
  WITH_MPI(v.local().interior(), mpi::distributed<field::grid<double, 2>> v(g, shape(2, 3)); mpi::redistribute(u, v));
  WITH_MPI(std::string("exchanged"), mpi::exchange(u, v));
  WITH_MPI(std::string("exchanged"), auto y = boost::hana::make_tuple(u, v); mpi::exchange(y));
}

// The sparse matrix and the vector of the rows of all ranks.
void divided_rows() {
  WITH_MPI(d.extent(), mpi::communicator w; mpi::row_division d(w, 3));
  WITH_MPI(d.first());
  WITH_MPI(d.count());
  WITH_MPI(d == d.of_counts(w, 3));
  WITH_MPI(sum(b), mpi::distributed_vector<double> b(d); b.local() = {1, 2, 3});
  WITH_MPI(b.rows().extent());
  WITH_MPI(b.mine());
  WITH_MPI(b.world().size());
  WITH_MPI(b.is_divided_as(b));
  WITH_MPI((mpi::to_global(b, 0)));
  WITH_MPI(s.nonzeros(),
           mpi::distributed_sparse<double> s(d, to_sparse(tensor<double, 2>{{2, 1, 0}, {1, 2, 1}, {0, 1, 2}})));
  WITH_MPI(s.halo());
  WITH_MPI(s.columns().count());
  WITH_MPI(s.diagonal_block().nonzeros());
  WITH_MPI((matmul(s, b).local()));
  WITH_MPI((linalg::cg(s, b).x.local()));
  WITH_MPI(linalg::eigsh(s, 1, linalg::largest).values);
}

} // namespace

void messages() {
  // [a tensor and a view]
  tensor<double, 2> a{{1, 2, 3}, {4, 5, 6}}, b(2, 3);
  auto t = transpose(b);
  double x = 0;
  using matrix [[maybe_unused]] = mpi::block_cyclic<double>;
  [[maybe_unused]] auto f = [](mpi::communicator const& c) { return c.size(); };
  // [end]
  static_cast<void>(x);
  WITH_MPI(e.ranks_on_node(), mpi::environment e);
  WITH_MPI(w.rank(), mpi::communicator w);
  WITH_MPI(w.size());
  WITH_MPI(c.size(), auto c = w.split(w.rank() % 2));
  WITH_MPI(d.rank(), auto d = w.duplicate());
  WITH_MPI(w.native<void*>() != nullptr);
  WITH_MPI(d.word() != w.word());
  WITH_MPI(b, mpi::request q = mpi::isend(w, transpose(a), 0); mpi::recv(w, t, 0); q.wait());
  WITH_MPI(x, auto p = mpi::irecv(w, x, 0); mpi::send(w, 2.5, 0); p.wait());
  WITH_MPI(p.is_finished());
  WITH_MPI(p.test());
  WITH_MPI(b, mpi::broadcast(w, b, 0));
  WITH_MPI(std::string("all are here"), mpi::barrier(w));
  WITH_MPI((mpi::allreduce(w, 2.0 * a, mpi::sum)));
  WITH_MPI((mpi::allreduce(w, 7, mpi::max)));
  WITH_MPI((mpi::allreduce(w, a, mpi::min)));
  WITH_MPI((mpi::reduce(w, a, mpi::prod, 0)));
  WITH_MPI((mpi::gather(w, a(0), 0)));
  WITH_MPI((mpi::allgather(w, w.rank())));
  WITH_MPI(x, mpi::scatter(w, tensor<double, 1>{4.5}, x, 0));
  WITH_MPI(mpi::run(f));
  SHOW(mpi::operation::sum == mpi::sum);
  SHOW(mpi::Sendable<tensor<double, 2>>);
  SHOW(mpi::Receivable<tensor<double, 2>&>);
  SHOW(Distributed<mpi::distributed<field::grid<double, 2>>>);
#ifdef WEFT_EXAMPLE_MPI
  REFUSED(mpi_error, mpi::cartesian<1>(w, {2}, {false}));
#else
  LACKING((mpi::cartesian<1>(w, {2}, {false})));
#endif
  divided_fields();
  divided_matrices();
  divided_rows();
}
