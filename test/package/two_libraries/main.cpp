#include "heat.hpp"
#include "stats.hpp"

#include <cstdio>
#include <memory_resource>
#include <optional>
#include <string>

// A program of two libraries that embed weft, and of weft itself: tensors, views, unevaluated expressions and exceptions
// of each reach the others. The numbers are whole or binary fractions, so the sums by hand are exact.
namespace {

using weft::index_t;

int failures = 0;

void check(bool ok, char const* what) {
  if (!ok)
    std::printf("wrong: %s\n", what);
  failures += ok ? 0 : 1;
}

constexpr index_t rows = 32, columns = 37;

double at(index_t i, index_t j) {
  return static_cast<double>((i * i + 3 * j) % 16 - 4);
}
double after(index_t i, index_t j) {
  const bool inner = i > 0 && i < rows - 1;
  return 2 * at(i, j) + (inner ? 0.25 * (at(i - 1, j) - 2 * at(i, j) + at(i + 1, j)) : 0.0);
}

heat::plate make() {
  heat::plate p(rows, columns);
  for (index_t i = 0; i < rows; ++i)
    for (index_t j = 0; j < columns; ++j)
      p(i, j) = at(i, j);
  return p;
}

template <class F>
bool all_are(weft::view<const double, 2> v, index_t m, index_t n, F expected) {
  bool same = v.extent(0) == m && v.extent(1) == n;
  for (index_t i = 0; same && i < m; ++i)
    for (index_t j = 0; same && j < n; ++j)
      same = v(i, j) == expected(i, j);
  return same;
}

void values() {
  const heat::plate p = make(), q = heat::step(p, p);
  check(all_are(q, rows, columns, after), "a tensor from heat");

  const auto product = [](index_t i, index_t j) {
    double sum = 0;
    for (index_t k = 0; k < rows; ++k)
      sum += after(k, i) * after(k, j);
    return sum;
  };
  check(all_are(stats::gram(q), columns, columns, product), "a product of it from stats");

  const auto inside = heat::inside(make());
  check(all_are(inside, rows - 2, columns - 2, [](index_t i, index_t j) { return at(i + 1, j + 1); }),
        "a view from heat that keeps its plate alive");
  double sum = 0;
  for (index_t i = 0; i < rows - 2; ++i)
    for (index_t j = 0; j < columns - 2; ++j)
      sum += at(i + 1, j + 1);
  check(stats::total(inside) == sum, "its sum from stats");
}

/// Each library gives an expression with a reduction, which weft knows by a number.
void expressions() {
  const heat::plate p = make();
  const auto expected = [](index_t i, index_t j) {
    double sum = 0, largest = at(0, j);
    for (index_t k = 0; k < rows; ++k) {
      sum += at(k, j);
      largest = at(k, j) > largest ? at(k, j) : largest;
    }
    return at(i, j) - sum / rows + (at(i, j) - largest);
  };
  const heat::plate both = heat::above_mean(p) + stats::below_largest(p);
  check(all_are(both, rows, columns, expected), "expressions of both in one");
}

void exceptions() {
  const auto fails = [] { heat::step(make(), heat::plate(2, 2)); };
  const std::string text = "weft: operator+: shape (32,37) and shape (2,2) do not broadcast on axis 1";
  try {
    fails();
    check(false, "heat does not throw");
  } catch (weft::shape_error const& e) {
    check(e.what() == text, "the text of an exception from heat");
  }
  check(stats::outcome(fails) == text, "an exception from heat that stats catches");

  std::optional<heat::plate> p = make();
  const auto e = heat::above_mean(*p);
  p.reset();
  try {
    weft::eval(e);
    check(false, "an expression from heat reads memory that is gone");
  } catch (weft::layout_error const&) {
  }
}

class counting_resource : public std::pmr::memory_resource {
public:
  int allocated = 0, freed = 0;

private:
  void* do_allocate(std::size_t bytes, std::size_t alignment) override {
    ++allocated;
    return std::pmr::new_delete_resource()->allocate(bytes, alignment);
  }
  void do_deallocate(void* p, std::size_t bytes, std::size_t alignment) override {
    ++freed;
    std::pmr::new_delete_resource()->deallocate(p, bytes, alignment);
  }
  bool do_is_equal(std::pmr::memory_resource const& other) const noexcept override { return this == &other; }
};

void memory(bool one_copy) {
  const heat::plate p = make();
  counting_resource resource;
  weft::set_memory_resource(&resource);
  heat::step(p, p);
  check((resource.allocated > 0) == one_copy, "where heat takes memory from");
  heat::inside(make());
  weft::set_memory_resource(nullptr);
  check(resource.allocated > 0 && resource.freed == resource.allocated, "a block goes back where it came from");
}

} // namespace

/// With an argument: each library hides a copy of weft of its own.
int main(int argc, char**) {
  expressions(); // first, so that both libraries begin to count
  values();
  exceptions();
  memory(argc == 1);
  return failures == 0 ? 0 : 1;
}
