// What does an assignment cost beside its arithmetic? The fused expression on 16 elements, and products of small
// matrices with an inverse.
#include "ratio.hpp"
#include "twins/twins.h"

#include <weft/weft.hpp>

using weft::tensor, weft::index_t, weft::fixed;

namespace {

template <class T>
auto pair_of(T const& like) {
  return [like](bench::runner& run) {
    T a = like, b = like, c = like, d = like;
    a = 1.5;
    b = 2.25;
    c = 0.75;
    run(d.data(), d.size(), [&] { d = a * b + c * 2 - a / (b + 1); },
        [&] { twin_fused(16, d.data(), a.data(), b.data(), c.data()); });
  };
}

/// matmul(a, inv(j)), a solution, beside the two statements that compute the inverse.
template <class J, class A>
auto inverse_pair(J j, A a) {
  return [j, a](bench::runner& run) {
    const J matrix = j;
    const A factor = a;
    A x = a;
    run(x.data(), x.size(), [&] { x = matmul(factor, weft::linalg::inv(matrix)); },
        [&] {
          const J inverse = weft::linalg::inv(matrix);
          x = matmul(factor, inverse);
        });
  };
}

} // namespace

int main(int argc, char** argv) {
  bench::compare("small/static shape (16)", {1, 3}, pair_of(tensor<double, fixed<16>>()));
  bench::compare("small/static shape (4,4)", {1, 3}, pair_of(tensor<double, fixed<4, 4>>()));
  bench::compare("small/static rank (16)", {0, 12}, pair_of(tensor<double, 1>(16)));
  bench::compare("small/static rank (4,4)", {0, 12}, pair_of(tensor<double, 2>(4, 4)));
  bench::compare("small/runtime rank (16)", {0, 150}, pair_of(tensor<double>(weft::shape(16))));
  bench::compare("small/runtime rank (4,4)", {0, 150}, pair_of(tensor<double>(weft::shape(4, 4))));
  const tensor<double, fixed<2, 2>> j{{2, 1}, {0.5, 1.5}};
  const tensor<double, fixed<3, 2>> a{{1, 2}, {3, 4}, {5, 6}};
  bench::compare("small/a inv(j), static (3,2) by (2,2)", {0, 12}, inverse_pair(j, a));
  bench::compare("small/a inv(j), run time (3,2) by (2,2)", {0, 65},
                 inverse_pair(tensor<double, 2>(j), tensor<double, 2>(a)));
  return bench::run_all(argc, argv);
}
