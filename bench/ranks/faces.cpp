// Faces of a box that travel between two ranks: views by MPI's datatypes, beside faces that are packed by hand into a
// buffer, sent, and unpacked.  mpiexec -n 2 bench_faces
#include "seconds.hpp"

#include <weft/core.hpp>
#include <weft/mpi.hpp>

#include <cstdio>
#include <vector>

using namespace weft;

namespace {

using box = tensor<double, 3>;

/// A face: where its first element lies, and its two extents and strides.
struct face {
  char const* name;
  index_t first, n[2], stride[2];
};

void pack(double const* from, face const& f, double* to) {
  for (index_t i = 0; i < f.n[0]; ++i)
    for (index_t j = 0; j < f.n[1]; ++j)
      *to++ = from[i * f.stride[0] + j * f.stride[1]];
}
void unpack(double const* from, face const& f, double* to) {
  for (index_t i = 0; i < f.n[0]; ++i)
    for (index_t j = 0; j < f.n[1]; ++j)
      to[i * f.stride[0] + j * f.stride[1]] = *from++;
}

void compare(mpi::communicator const& world, index_t n, face const& f) {
  box from(n, n, n), to(n, n, n);
  from = reshape(arange(double(n * n * n)), shape(n, n, n));
  auto const sent = borrow(from.data() + f.first, shape(f.n[0], f.n[1]), strides(f.stride[0], f.stride[1]));
  auto const got = borrow(to.data() + f.first, shape(f.n[0], f.n[1]), strides(f.stride[0], f.stride[1]));
  std::vector<double> out(std::size_t(f.n[0] * f.n[1])), in(out.size());
  int const other = 1 - world.rank();
  auto const by_view = [&] {
    auto arriving = mpi::irecv(world, got, other);
    mpi::send(world, sent, other);
    arriving.wait();
  };
  auto const by_hand = [&] {
    pack(from.data() + f.first, f, out.data());
    auto arriving = mpi::irecv(world, borrow(in), other);
    mpi::send(world, borrow(out), other);
    arriving.wait();
    unpack(in.data(), f, to.data() + f.first);
  };
  by_view();
  if (sum(abs(got - sent)) != 0)
    std::abort();
  std::vector<double> ratios, views, hands;
  for (int round = 0; round < 201; ++round) {
    views.push_back(seconds(world, by_view));
    hands.push_back(seconds(world, by_hand));
    ratios.push_back(views.back() / hands.back());
  }
  if (world.rank() == 0)
    std::printf("%4ld  %-12s view %9.1f us  by hand %9.1f us  ratio %.2f\n", long(n), f.name, 1e6 * median(views),
                1e6 * median(hands), median(ratios));
}

} // namespace

int main() {
  return mpi::run([](mpi::communicator const& world) {
    if (world.size() != 2)
      throw mpi_error("weft: bench_faces: it takes two ranks");
    for (index_t const n : {16, 64, 128, 256})
      for (face const& f : {face{"i = 0", 0, {n, n}, {n, 1}}, face{"j = 0", 0, {n, n}, {n * n, 1}},
                            face{"k = 0", 0, {n, n}, {n * n, n}}})
        compare(world, n, f);
  });
}
