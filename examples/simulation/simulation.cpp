// Heat in layered ground: a code that owns its memory and its threads, with weft inside.
//   simulation [n [steps]]      n x n x n points, 128 unless told otherwise, and 20 steps
// A step is explicit along x and y, where the field is periodic, and implicit along z, from the surface down.
#include "../common.hpp"
#include "solver.hpp"

#include <weft/weft.hpp>

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <utility>
#include <vector>

using namespace weft;

namespace {

/// The code as it was before weft. Fields lie in Fortran's order, with one layer of ghosts on each side:
/// real(8) :: field(0:nx+1, 0:ny+1, 0:nz+1).
struct ground {
  index_t nx, ny, nz;
  std::vector<double> rate;    ///< of each layer: conductivity * time step / distance^2
  std::vector<double> surface; ///< temperatures, nx x ny, row by row
  std::unique_ptr<double[]> buffer;
  double *now, *next; ///< two time levels, in the buffer

  explicit ground(index_t n) : nx(n), ny(n), nz(n) {
    for (index_t k = 0; k < nz; ++k)
      rate.push_back(k < nz / 3 ? 0.2 : 0.05);
    for (index_t i = 0; i < nx; ++i)
      for (index_t j = 0; j < ny; ++j)
        surface.push_back(i < nx / 2 && j < ny / 3 ? 20.0 : 10.0);
    const auto size = static_cast<std::size_t>((nx + 2) * (ny + 2) * (nz + 2));
    buffer.reset(new double[2 * size]);
    std::fill_n(buffer.get(), 2 * size, 5.0);
    now = buffer.get();
    next = now + size;
  }
};

/// A field as a view. Nothing is copied, and making a view costs a few stores; so each function makes its own, and the
/// code goes on swapping its pointers.
template <class T>
auto borrow_field(ground const& g, T* field) {
  const index_t x = g.nx + 2, y = g.ny + 2, z = g.nz + 2;
  return borrow(field, shape(x, y, z), strides(1, x, x * y));
}

constexpr auto in = range(1, end - 1), lo = range(0, end - 2), hi = range(2, end);

/// The ghosts along z hold boundary values, which no step changes. The surface is in C's order, the field in Fortran's.
void set_boundary(ground const& g) {
  for (double* level : {g.now, g.next})
    borrow_field(g, level)(in, in, 0) = borrow(g.surface.data(), shape(g.nx, g.ny));
}

/// The field is periodic along x and y. All versions of the step find their ghosts filled by this one.
void fill_ghosts(ground const& g) {
  const auto u = borrow_field(g, g.now);
  u(0, all, all) = u(end - 2, all, all);
  u(end - 1, all, all) = u(1, all, all);
  u(all, 0, all) = u(all, end - 2, all);
  u(all, end - 1, all) = u(all, 1, all);
}

/// The explicit part of a step, for the rows first ... stop - 1 along y: an expression, nothing is computed here. The
/// one axis of `rate` meets the last one, z.
auto spread(ground const& g, double const* now, index_t first, index_t stop) {
  const auto u = borrow_field(g, now);
  const auto rows = range(first, stop), south = range(first - 1, stop - 1), north = range(first + 1, stop + 1);
  return u(in, rows, in) + borrow(g.rate) * (u(lo, rows, in) + u(hi, rows, in) + u(in, south, in) + u(in, north, in) -
                                             4.0 * u(in, rows, in));
}

void step(ground const& g, double const* now, double* next, index_t first, index_t stop) {
  const auto u = borrow_field(g, next)(in, range(first, stop), all);
  u(all, all, in) = spread(g, now, first, stop);
  diffuse_implicitly(borrow(g.rate), u);
}

/// The same with pointers.
void step_by_hand(ground const& g, double const* now, double* next, index_t first, index_t stop) {
  double const* const rate = g.rate.data();
  std::vector<double> eliminated(g.rate.size() + 1);
  double* const c = eliminated.data();
  const index_t y = g.nx + 2, z = y * (g.ny + 2);
  const auto begin = [=](index_t j, index_t k) { return 1 + j * y + k * z; };
  for (index_t k = 1; k <= g.nz; ++k)
    for (index_t j = first; j < stop; ++j)
      for (index_t p = begin(j, k); p < begin(j, k) + g.nx; ++p)
        next[p] = now[p] + rate[k - 1] * (now[p - 1] + now[p + 1] + now[p - y] + now[p + y] - 4.0 * now[p]);
  for (index_t k = 1; k <= g.nz; ++k) {
    const double r = rate[k - 1], pivot = 1.0 / (1.0 + 2.0 * r - r * c[k - 1]);
    c[k] = r * pivot;
    for (index_t j = first; j < stop; ++j)
      for (index_t p = begin(j, k); p < begin(j, k) + g.nx; ++p)
        next[p] = pivot * (next[p] + r * next[p - z]);
  }
  for (index_t k = g.nz; k > 0; --k)
    for (index_t j = first; j < stop; ++j)
      for (index_t p = begin(j, k); p < begin(j, k) + g.nx; ++p)
        next[p] += c[k] * next[p + z];
}

using step_function = void(ground const& g, double const* now, double* next, index_t first, index_t stop);

#ifdef WEFT_EXAMPLE_FORTRAN
extern "C" void step_in_fortran(index_t nx, index_t ny, index_t nz, double const* rate, double const* now, double* next,
                                index_t first, index_t stop);
void step_fortran(ground const& g, double const* now, double* next, index_t first, index_t stop) {
  step_in_fortran(g.nx, g.ny, g.nz, g.rate.data(), now, next, first, stop);
}
#else
constexpr step_function* step_fortran = nullptr; // CMake has found no compiler for it
#endif

/// The threads are the code's own. weft starts none: each thread of the region runs the expressions that it meets. Only
/// products go to BLAS, which may have threads of its own (build_info() says how many); there is none in a step.
void advance(ground& g, step_function* step) {
  fill_ghosts(g);
  constexpr index_t slabs = 4;
#pragma omp parallel for
  for (index_t s = 0; s < slabs; ++s)
    step(g, g.now, g.next, 1 + g.ny * s / slabs, 1 + g.ny * (s + 1) / slabs);
  std::swap(g.now, g.next);
}

double median(std::vector<double> v) {
  const auto middle = v.begin() + std::ptrdiff_t(v.size() / 2);
  std::nth_element(v.begin(), middle, v.end());
  return *middle;
}

struct version {
  char const* name;
  step_function* step;
  ground state;
  std::vector<double> times = {};
};

int simulate(index_t n, int steps) {
  if (n < 1 || steps < 1)
    throw shape_error("at least one point and one step are needed");
  version versions[] = {
      {"weft", step, ground(n)}, {"by hand", step_by_hand, ground(n)}, {"Fortran", step_fortran, ground(n)}};
  for (version const& v : versions)
    set_boundary(v.state);
  for (int k = 0; k < steps; ++k)
    for (version& v : versions)
      if (v.step != nullptr)
        v.times.push_back(milliseconds([&] { advance(v.state, v.step); }));

  ground const& g = versions[0].state;
  const auto u = borrow_field(g, g.now);
  std::printf("%td x %td x %td points, %d steps, %.6f degrees below the middle of the surface\n\n", g.nx, g.ny, g.nz,
              steps, u(g.nx / 2, g.ny / 2, 1));
  std::printf("the explicit part, all rows\n%s\n",
              to_string(explain(borrow_field(g, g.next)(in, in, in), spread(g, g.now, 1, g.ny + 1))).c_str());

  bool same = true;
  const double weft = median(versions[0].times);
  for (version const& v : versions) {
    if (v.step == nullptr) {
      std::printf("%-8s         - ms a step, weft takes    - of it\n", v.name);
      continue;
    }
    const double time = median(v.times);
    std::printf("%-8s  %8.3f ms a step, weft takes %.2f of it\n", v.name, time, weft / time);
    same = same && all_close(u, borrow_field(g, v.state.now), 1e-12, 1e-12);
  }
  std::printf("%s\n", same ? "the same numbers" : "NOT the same numbers");
  return same ? 0 : 1;
}

} // namespace

int main(int argc, char** argv) {
  if (argc > 3) {
    std::fprintf(stderr, "usage: simulation [n [steps]]\n");
    return 1;
  }
  return run("simulation",
             [&] { return simulate(argc > 1 ? std::atol(argv[1]) : 128, argc > 2 ? std::atoi(argv[2]) : 20); });
}
