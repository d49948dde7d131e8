#include "sorted.hpp"

#include <weft/ops/arithmetic.hpp>
#include <weft/ops/unique.hpp>

using namespace rearranged;
using weft::fixed;
using weft::unique;
using weft::unique_all;

TEST_CASE("unique: the values, where they stand, how often") {
  grid::dice r(18);
  for (grid::order how : grid::readable)
    for (list const& extents : {list{}, {0}, {1}, {33}, {3, 7}, {2, 0}, {2, 7, 3}}) {
      guarded<double> memory(grid::make_place(r, extents, how), 111, mixed(r, extents));
      const auto values = memory.values();
      const view<double const> v = window(memory.data(), memory.place());
      const array<double> flat{{static_cast<index_t>(values.values.size())}, values.values};
      const auto order = sorting_order(flat, 0);
      array<double> distinct_values{{0}, {}};
      array<index_t> first{{0}, {}}, counts{{0}, {}}, inverse{extents, std::vector<index_t>(values.values.size())};
      for (index_t at : order.values) {
        const double x = values.values[oracle::at(at)];
        if (distinct_values.values.empty() || precedes(distinct_values.values.back(), x)) {
          distinct_values.values.push_back(x);
          first.values.push_back(at);
          counts.values.push_back(0);
        }
        ++counts.values.back();
        inverse.values[oracle::at(at)] = static_cast<index_t>(counts.values.size()) - 1;
      }
      distinct_values.extents = first.extents = counts.extents = {static_cast<index_t>(counts.values.size())};
      INFO(oracle::text(memory.place()));
      const auto all = unique_all(v);
      CHECK(oracle::difference(bits(distinct_values), bits(elements(unique(v)))) == "");
      CHECK(oracle::difference(bits(distinct_values), bits(elements(all.values))) == "");
      CHECK(oracle::difference(first, elements(all.indices)) == "");
      CHECK(oracle::difference(counts, elements(all.counts)) == "");
      CHECK(oracle::difference(inverse, elements(all.inverse)) == "");
    }
}

TEST_CASE("unique: expressions, static shapes, columns first") {
  const tensor<int, fixed<2, 3>, weft::column_major> a{{3, 1, 3}, {2, 1, 3}};
  CHECK(unique(a * 2) == tensor<int, 1>{2, 4, 6});
  const auto [values, indices, inverse, counts] = unique_all(a);
  static_assert(std::same_as<decltype(inverse), const tensor<index_t, fixed<2, 3>>>);
  CHECK(values == tensor<int, 1>{1, 2, 3});
  CHECK(indices == tensor<index_t, 1>{1, 3, 0});
  CHECK(inverse == tensor<index_t, 2>{{2, 0, 2}, {1, 0, 2}});
  CHECK(counts == tensor<index_t, 1>{2, 1, 3});
}
