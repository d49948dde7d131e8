#include <sparse/random_matrix.hpp>
#include <support/message.hpp>

#include <doctest/doctest.h>

#include <weft/sparse/matrix.hpp>

#include <thread>
#include <vector>

using namespace weft;

TEST_CASE("triplets: values of one place are summed in their order") {
  triplets<double> t(2, 3);
  t.add(1, 2, 1e16);
  t.add(0, 0, 3);
  t.add(1, 2, 1);
  t.add(1, 2, -1e16);
  CHECK(t.size() == 4);
  const sparse<double> s(t);
  CHECK(s.nonzeros() == 2);
  CHECK(s(1, 2) == (1e16 + 1.0) - 1e16);
  CHECK(s(0, 0) == 3);
  CHECK(s(0, 1) == 0);
}

TEST_CASE("triplets: element matrices") {
  triplets<double> t(4, 4);
  const tensor<double, 2> block{{2, -1}, {-1, 2}};
  for (int k = 0; k < 3; ++k)
    t.add(tensor<int, 1>{k, k + 1}, tensor<index_t, 1>{k, k + 1}, transpose(block));
  const sparse<double> s(t);
  CHECK(s(0, 0) == 2);
  CHECK(s(1, 1) == 4);
  CHECK(s(2, 3) == -1);
  CHECK(s.nonzeros() == 10);
  CHECK_THROWS_AS(t.add(tensor<int, 1>{0, 1}, tensor<int, 1>{0}, block), shape_error);
  const index_t before = t.size();
  CHECK_THROWS_AS(t.add(tensor<int, 1>{0, 4}, tensor<int, 1>{0, 1}, block), index_error);
  CHECK(t.size() == before);
}

TEST_CASE("triplets: several threads fill numbered entries, or their own") {
  triplets<double> numbered(100, 100), joined(100, 100);
  numbered.resize(400);
  std::vector<triplets<double>> own(4, triplets<double>(100, 100));
  std::vector<std::thread> threads;
  for (index_t k = 0; k < 4; ++k)
    threads.emplace_back([&, k] {
      for (index_t i = 0; i < 100; ++i) {
        numbered.set(100 * k + i, i, (i + k) % 100, 1.0);
        own[std::size_t(k)].add(i, (i + k) % 100, 1.0);
      }
    });
  for (auto& thread : threads)
    thread.join();
  for (auto const& t : own)
    joined.append(t);
  const sparse<double> a(numbered), b(joined);
  CHECK(a.values() == b.values());
  CHECK(a.indices() == b.indices());
  CHECK(a.offsets() == b.offsets());
  CHECK(a.nonzeros() == 400);
}

TEST_CASE("triplets: what is outside is refused with its place") {
  triplets<float> t(2, 3);
  CHECK(support::message_of([&] { t.add(2, 0, 1); }) == "weft: triplets::add: 2 is out of range on axis 0 of extent 2");
  CHECK(support::message_of([&] { t.add(0, -1, 1); }) == "weft: triplets::add: -1 is out of range on axis 1 of extent 3");
  CHECK_THROWS_AS(t.set(0, 0, 0, 1), index_error);
  CHECK_THROWS_AS(triplets<float>(-1, 3), shape_error);
  CHECK_THROWS_AS(t.append(triplets<float>(3, 2)), shape_error);
  t.add(1, 1, 4);
  t.clear();
  CHECK(sparse<float>(t).nonzeros() == 0);
}

TEST_CASE("triplets: numbered entries need an element to stand at") {
  triplets<double> none(3, 0), one(1, 1);
  CHECK_THROWS_AS(none.resize(2), index_error);
  CHECK(sparse<double>(none).nonzeros() == 0);
  CHECK_THROWS_AS(one.resize(-1), shape_error);
  CHECK_THROWS_AS(one.reserve(-1), shape_error);
  none.resize(0);
}
