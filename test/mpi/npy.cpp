#include <weft/mpi/npy.hpp>

#include "mpi/fields.hpp"

#include <weft/mpi/collective.hpp>
#include <weft/ops/rearrange.hpp>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>

#include <sys/resource.h>

#include <doctest/doctest.h>

using namespace weft;

namespace {

std::string bytes_of(std::string const& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}
/// A folder of its own for the ranks of one run, which the last rank to leave removes.
struct folder {
  std::string path;
  folder() {
    std::random_device number;
    unsigned id = number();
    mpi::broadcast(ranks(), id);
    path = (std::filesystem::temp_directory_path() / ("weft_mpi_" + std::to_string(id))).string();
    if (ranks().rank() == 0)
      std::filesystem::create_directory(path);
    mpi::barrier(ranks());
  }
  ~folder() {
    mpi::barrier(ranks());
    if (ranks().rank() == 0)
      std::filesystem::remove_all(path);
  }
  std::string file(char const* name) const { return path + "/" + name; }
};

template <class T, class Order>
void round_trip(folder const& f) {
  for (auto const& c : process_grids({true, false})) {
    mpi::distributed<field::grid<T, 2, Order>> u(c, shape(13, 7), field::ghosts(1)), v = u;
    fill_interior(u);
    mpi::save_npy(f.file("a.npy"), u);
    tensor<T, 2, Order> whole(shape(13, 7));
    for (index_t i = 0; i < 13; ++i)
      for (index_t j = 0; j < 7; ++j)
        whole(i, j) = static_cast<T>(value_at(i, j));
    if (ranks().rank() == 0)
      save_npy(f.file("b.npy"), whole);
    mpi::barrier(ranks());
    CHECK(bytes_of(f.file("a.npy")) == bytes_of(f.file("b.npy")));
    v.local().with_ghosts().fill(T(-1));
    mpi::load_npy(f.file("a.npy"), v);
    CHECK(v.local()(-1, 0) == T(-1));
    auto const& g = v.local();
    for (index_t i = 0; i < g.shape().entry(0); ++i)
      for (index_t j = 0; j < g.shape().entry(1); ++j)
        CHECK(g(i, j) == static_cast<T>(value_at(v.offset()[0] + i, v.offset()[1] + j)));
    mpi::barrier(ranks());
  }
}

} // namespace

TEST_CASE("a field is saved with the bytes of a serial save, and loaded") {
  folder const f;
  round_trip<double, row_major>(f);
  round_trip<int, column_major>(f);
  CHECK(std::distance(std::filesystem::directory_iterator(f.path), {}) == 2); // no file is left behind
}

TEST_CASE("a file of either order of axes and of bytes is loaded") {
  folder const f;
  tensor<short, 2, column_major> whole(shape(6, 5));
  for (index_t i = 0; i < 6; ++i)
    for (index_t j = 0; j < 5; ++j)
      whole(i, j) = short(256 * i + j);
  if (ranks().rank() == 0) {
    save_npy(f.file("fortran.npy"), whole);
    save_npy(f.file("rows.npy"), copy(transpose(transpose(whole))));
    std::string bytes = bytes_of(f.file("fortran.npy"));
    bytes[bytes.find("<i2")] = '>';
    for (std::size_t k = bytes.size() - 60; k < bytes.size(); k += 2)
      std::swap(bytes[k], bytes[k + 1]);
    std::ofstream(f.file("swapped.npy"), std::ios::binary) << bytes;
  }
  mpi::barrier(ranks());
  for (char const* const name : {"fortran.npy", "rows.npy", "swapped.npy"}) {
    mpi::cartesian<2> const c(ranks());
    mpi::distributed<field::grid<short, 2>> u(c, shape(6, 5));
    mpi::load_npy(f.file(name), u);
    auto const& g = u.local();
    for (index_t i = 0; i < g.shape().entry(0); ++i)
      for (index_t j = 0; j < g.shape().entry(1); ++j)
        CHECK(g(i, j) == short(256 * (u.offset()[0] + i) + u.offset()[1] + j));
  }
}

TEST_CASE("a file that is too large is an error on every rank, and the old file stays") {
  folder const f;
  mpi::cartesian<2> const c(ranks());
  mpi::distributed<field::grid<double, 2>> u(c, shape(60, 50));
  mpi::save_npy(f.file("a.npy"), u);
  std::string const before = bytes_of(f.file("a.npy"));
  fill_interior(u);
  mpi::barrier(ranks());
  for (rlim_t const most : {60U, 1000U}) { // the head does not fit, or only a part of the elements
    rlimit whole{};
    getrlimit(RLIMIT_FSIZE, &whole);
    auto const old = std::signal(SIGXFSZ, SIG_IGN);
    rlimit const limited{most, whole.rlim_max};
    setrlimit(RLIMIT_FSIZE, &limited);
    save_options options;
    options.sync = true;
    CHECK_THROWS_AS(mpi::save_npy(f.file("a.npy"), u, options), io_error);
    setrlimit(RLIMIT_FSIZE, &whole);
    std::signal(SIGXFSZ, old);
    CHECK(bytes_of(f.file("a.npy")) == before);
    mpi::barrier(ranks());
  }
}

TEST_CASE("what cannot be read or written is an error on every rank, and the old file stays") {
  folder const f;
  mpi::cartesian<2> const c(ranks());
  mpi::distributed<field::grid<double, 2>> u(c, shape(6, 5)), other(c, shape(5, 6));
  mpi::distributed<field::grid<float, 2>> narrow(c, shape(6, 5));
  mpi::save_npy(f.file("a.npy"), u);
  CHECK_THROWS_AS(mpi::load_npy(f.file("none.npy"), u), io_error);
  CHECK_THROWS_AS(mpi::load_npy(f.file("a.npy"), other), shape_error);
  CHECK_THROWS_AS(mpi::load_npy(f.file("a.npy"), narrow), dtype_error);
  CHECK_THROWS_AS(mpi::save_npy(f.file("none/a.npy"), u), io_error);
  mpi::distributed<field::grid<bfloat16, 2>> halves(c, shape(6, 5));
  CHECK_THROWS_AS(mpi::save_npy(f.file("a.npy"), halves), dtype_error);
  mpi::load_npy(f.file("a.npy"), u);
}
