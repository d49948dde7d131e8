#include <weft/nn/batches.hpp>
#include <weft/weft.hpp>

#include <cstdio>
#include <string>
#include <vector>

#include <doctest/doctest.h>

using namespace weft;

TEST_CASE("batches: each number once, in an order that the seed decides") {
  for (const index_t n : {0, 1, 9, 10, 11}) {
    std::vector<int> seen(std::size_t(n), 0);
    std::vector<index_t> order;
    index_t parts = 0;
    const nn::batches all_of(n, 5, 3);
    for (auto const& rows : all_of) {
      ++parts;
      CHECK(rows.size() == (n - index_t(order.size()) < 5 ? n - index_t(order.size()) : 5));
      for (const index_t k : rows) {
        ++seen[std::size_t(k)];
        order.push_back(k);
      }
    }
    CHECK(parts == all_of.size());
    CHECK(parts == (n + 4) / 5);
    CHECK(seen == std::vector<int>(std::size_t(n), 1));
    std::vector<index_t> again;
    for (auto const& rows : nn::batches(n, 5, 3))
      again.insert(again.end(), rows.begin(), rows.end());
    CHECK(again == order);
  }
  CHECK_THROWS_AS(nn::batches(3, 0, 1), error);
}

TEST_CASE("progress: a line that grows") {
  std::FILE* const file = std::tmpfile();
  REQUIRE(file != nullptr);
  {
    nn::progress line("epoch", 3, file);
    line.step();
    line.step("loss 0.5");
    line.step("loss 0.25");
  }
  std::rewind(file);
  std::string text(1000, '\0');
  text.resize(std::fread(text.data(), 1, text.size(), file));
  std::fclose(file);
  CHECK(text == "\repoch [" + std::string(10, '=') + std::string(20, ' ') + "] 1/3 \repoch [" + std::string(20, '=') +
                    std::string(10, ' ') + "] 2/3 loss 0.5\repoch [" + std::string(30, '=') + "] 3/3 loss 0.25\n");
}
