// Ranks the pages of a made-up web: page i links to a few pages that a formula picks, old ones more often than new ones,
// and some link to none. The rank of a page is the probability that it is visited by a reader who follows a link, or,
// with probability 0.15, goes to any page (Brin and Page, The anatomy of a large-scale hypertextual web search engine, 1998).
//   pagerank [n]      n pages, 20000 unless told otherwise
#include "common.hpp"

#include <weft/ops/sort.hpp>
#include <weft/sparse.hpp>
#include <weft/weft.hpp>

#include <cstdlib>

using namespace weft;

namespace {

// [links]
/// Entry (i, j) is the probability that a reader of page i follows a link to page j.
sparse<double> links_of(index_t n) {
  triplets<double> links(n, n);
  for (index_t i = 1; i < n; ++i) {
    const index_t count = i % 7; // pages with i % 7 == 0 link to none
    for (index_t k = 1; k <= count; ++k) {
      const index_t draw = (i * 2654435761 + k * 40503) % 1000003;
      links.add(i, i * draw / 1000003 * draw / 1000003, 1.0 / double(count)); // old pages more often
    }
  }
  return sparse<double>(links);
}
// [end]

int rank_pages(index_t n) {
  const sparse<double> links = links_of(n);
  const tensor<double, 1> followed = sum(links, 1); // 0 where a page links to none
  tensor<double, 1> rank = full(shape(n), 1.0 / double(n)), next(n);
  int steps = 0;
  double change = 1;
  for (; change > 1e-12; ++steps) {
    const double jumps = 1.0 - 0.85 * double(sum(rank * followed));
    next = 0.85 * matmul(transpose(links), rank) + jumps / double(n);
    change = double(sum(abs(next - rank)));
    std::swap(rank, next);
  }
  std::printf("%td pages, %td links, %d steps, sum of the ranks %.12f\n", n, links.nonzeros(), steps,
              double(sum(rank)));
  const tensor<index_t, 1> best = argsort(-rank);
  for (index_t k = 0; k < 5; ++k)
    std::printf("page %td: %.6f\n", best(k), rank(best(k)));
  // The ranks solve rank = 0.85 transpose(links) rank + what jumps bring.
  const double jumps = 1.0 - 0.85 * double(sum(rank * followed));
  const tensor<double, 1> residual = rank - 0.85 * matmul(transpose(links), rank) - jumps / double(n);
  check(double(norm(residual)) < 1e-11, "the ranks do not solve their equation");
  check(double(sum(rank)) > 1 - 1e-9 && double(sum(rank)) < 1 + 1e-9, "the ranks are no probabilities");
  return 0;
}

} // namespace

int main(int argc, char** argv) {
  return run("pagerank", [&] {
    const index_t n = argc > 1 ? std::atol(argv[1]) : 20000;
    if (n < 2)
      throw shape_error("at least 2 pages are needed");
    return rank_pages(n);
  });
}
