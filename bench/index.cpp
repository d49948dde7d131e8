// What does index notation cost? The twins are the same statements with windows and views written by hand, and an index
// computed by hand beside an affine expression.
#include "ratio.hpp"

#include <weft/index.hpp>
#include <weft/weft.hpp>

using weft::tensor, weft::index_t, weft::range, weft::all;

namespace {

constexpr weft::index_symbol<0> i;
constexpr weft::index_symbol<1> j;

tensor<double, 2> field(index_t n) {
  tensor<double, 2> u(n, n);
  for (index_t k = 0; k < u.size(); ++k)
    u.data()[k] = 1 + double(k % 97) * 0.5;
  return u;
}

/// Runs f(target, operand, other) by both ways, which write to the same target.
template <class A, class B>
auto both(index_t n, A by_indices, B by_windows) {
  return [=](bench::runner& run) {
    const tensor<double, 2> u = field(n), w = field(n);
    tensor<double, 2> out(n, n);
    run(out.data(), out.size(), [&] { by_indices(out, u, w); }, [&] { by_windows(out, u, w); });
  };
}

void add_notation() {
  const bench::bar allowed{1.02, 10};
  for (index_t n : {8, 37, 250, 1000}) {
    const std::string size = " (" + std::to_string(n) + ")";
    bench::compare("index notation/stencil" + size, allowed,
                   both(
                       n,
                       [](auto& out, auto const& u, auto const&) {
                         inside(out(i, j)) = 0.25 * (u(i - 1, j) + u(i + 1, j) + u(i, j - 1) + u(i, j + 1));
                       },
                       [](auto& out, auto const& u, auto const&) {
                         const index_t m = u.extent(0);
                         const auto in = range(1, m - 1), before = range(0, m - 2), after = range(2, m);
                         out(in, in) = 0.25 * (u(before, in) + u(after, in) + u(in, before) + u(in, after));
                       }));
    bench::compare("index notation/sum of two" + size, allowed,
                   both(
                       n, [](auto& out, auto const& u, auto const& w) { out(i, j) = u(i, j) + w(i, j); },
                       [](auto& out, auto const& u, auto const& w) { out(all, all) = u(all, all) + w(all, all); }));
    bench::compare("index notation/transposed" + size, allowed,
                   both(
                       n, [](auto& out, auto const& u, auto const& w) { out(i, j) = u(j, i) + w(i, j); },
                       [](auto& out, auto const& u, auto const& w) { out(all, all) = transpose(u) + w; }));
  }
}

void add_affine() {
  bench::compare("affine/type", {1.05, 0}, [](bench::runner& run) {
    static double values[1024];
    static constexpr auto e = i * 128 + 64;
    run(
        values, 1024,
        [&] {
          for (index_t k = 0; k < 1024; ++k)
            values[k] = double(e(i = k));
        },
        [&] {
          for (index_t k = 0; k < 1024; ++k)
            values[k] = double(k * 128 + 64);
        });
  });
  bench::compare("affine/text, 1000 values", {0, 5000}, [](bench::runner& run) {
    static double values[1000];
    static weft::affine e("n * 128 + 64");
    const auto name = e["n"];
    run(
        values, 1000,
        [&, name] {
          for (index_t k = 0; k < 1000; ++k) {
            name = k;
            values[k] = double(e());
          }
        },
        [&] {
          for (index_t k = 0; k < 1000; ++k)
            values[k] = double(k * 128 + 64);
        });
  });
}

} // namespace

int main(int argc, char** argv) {
  add_notation();
  add_affine();
  return bench::run_all(argc, argv);
}
