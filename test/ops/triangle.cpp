#include "rearranged.hpp"

#include <weft/ops/arithmetic.hpp>
#include <weft/ops/rearrange.hpp>
#include <weft/ops/triangle.hpp>

#include <limits>

using namespace rearranged;
using weft::shape;
using weft::tril;
using weft::triu;

TEST_CASE("tril and triu: of matrices and stacks, any diagonal") {
  grid::dice r(9);
  for (list const& extents : {list{3, 3}, {2, 7}, {7, 2}, {1, 1}, {0, 3}, {3, 0}, {2, 3, 3}, {2, 1, 33, 2}})
    for (grid::order how : grid::readable) {
      guarded<double> memory(grid::make_place(r, extents, how), 111, distinct<double>(extents));
      const auto values = memory.values();
      const view<double const> v = window(memory.data(), memory.place());
      for (index_t k = -3; k < 4; ++k) {
        const auto triangle = [&](bool lower) {
          return oracle::make(extents, [&](list const& i) {
            const index_t right = i[i.size() - 1] - i[i.size() - 2];
            return (lower ? right <= k : right >= k) ? values(i) : 0;
          });
        };
        INFO(oracle::text(memory.place()), " diagonal ", k);
        check<double>(r, tril(v, k), triangle(true));
        check<double>(r, triu(v, k), triangle(false));
      }
    }
}

TEST_CASE("tril and triu: fuse, read their own target, know static shapes") {
  tensor<int, weft::fixed<2, 2>> a{{1, 2}, {3, 4}};
  static_assert(std::same_as<decltype(eval(tril(a))), tensor<int, weft::fixed<2, 2>>>);
  a = tril(a) + transpose(triu(a, 1)) * 10;
  CHECK(a == tensor<int, weft::fixed<2, 2>>{{1, 0}, {23, 4}});
  constexpr weft::index_t least = std::numeric_limits<weft::index_t>::min(), most = -(least + 1);
  const tensor<int, weft::fixed<2, 2>> b{{1, 2}, {3, 4}}, none;
  CHECK((eval(tril(b, most)) == b && eval(triu(b, least)) == b));
  CHECK((eval(tril(b, least)) == none && eval(triu(b, most)) == none));
  const tensor<int> v(shape(3));
  CHECK_THROWS_AS((void)tril(v), weft::shape_error);
}
