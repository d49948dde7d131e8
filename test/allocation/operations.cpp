#include "heap.hpp"

#include <support/message.hpp>

#include <weft/ops/choice.hpp>
#include <weft/ops/random.hpp>
#include <weft/ops/searchsorted.hpp>
#include <weft/ops/sort.hpp>
#include <weft/ops/unique.hpp>
#include <weft/weft.hpp>

#include <doctest/doctest.h>

#include <string>
#include <vector>

// Under a no_alloc_scope an operation takes no memory, or throws: none takes it in silence.
using namespace weft;

namespace {

constexpr index_t rows = 60, columns = 50;

struct operands {
  tensor<double, 2> a, b, t, u, square, turned, large;
  tensor<double, 1> row, column, many;
  tensor<index_t, 2> places;
  tensor<index_t, 1> list;
  tensor<bool, 2> mask;
  tensor<double> any;
  tensor<int, 2> whole;
  tensor<double, fixed<3, 3>> small;
  double number = 0;

  operands()
      : a(shape(rows, columns), 0.5), b(shape(rows, columns), 2.0), t(rows, columns), u(2 * rows, columns),
        square(shape(columns, columns), 1.0), turned(columns, rows), large(shape(300, 400), 1.0), row(columns),
        column(rows), many(shape(200000), 0.25), places(rows, columns), list(columns), mask(rows, columns),
        any(shape(rows, columns)), whole(shape(rows, columns), 3) {
    for (index_t i = 0; i < a.size(); ++i)
      a.data()[i] = static_cast<double>(i * 7919 % 101);
    for (index_t k = 0; k < columns; ++k)
      list(k) = (k * 7) % columns;
    row.fill(0.5);
  }
};

struct operation {
  char const* code;
  void (*run)(operands&);
};
#define OPERATION(...)                                                                                                 \
  { #__VA_ARGS__, [](operands& o) { __VA_ARGS__; } }

const operation elementwise[] = {
    OPERATION(o.t = o.a * o.b + 2.0),
    OPERATION(o.t = exp(o.a) + sqrt(abs(o.b))),
    OPERATION(o.t = o.a + transpose(o.turned)),
    OPERATION(o.t += o.a(0, all)),
    OPERATION(o.any = o.any + o.a),
    OPERATION(o.whole = o.whole / (o.whole + 1)),
    OPERATION(o.mask = o.a > 1.0),
    OPERATION(masked(o.t, o.a > 1.0) = o.b),
    OPERATION(o.square = transpose(o.square)),
    OPERATION(o.t(range(1, rows), all) = o.t(range(0, rows - 1), all)),
    OPERATION(o.t = o.a + o.b + o.a + o.b + o.a + o.b + o.a + o.b + o.a + o.b + o.a + o.b + o.a + o.b + o.a + o.b +
                    o.a + o.b),
    OPERATION(o.number = sum(o.a + o.b + o.a + o.b + o.a + o.b + o.a + o.b + o.a + o.b + o.a + o.b + o.a + o.b + o.a +
                             o.b + o.a + o.b + o.a)),
    OPERATION(o.t = random_uniform(shape(rows, columns), 7)),
    OPERATION(o.list = random_permutation(columns, 3)),
    OPERATION(o.small = matmul(o.small, o.small) + o.small),
    OPERATION(swap(o.t(ellipsis), o.b(ellipsis))),
    OPERATION(o.number = o.a == o.b ? 1 : 0),
    OPERATION(o.number = all_close(o.a, o.b) ? 1 : 0),
};
const operation folds[] = {
    OPERATION(o.number = sum(o.a)),
    OPERATION(o.number = sum(o.many)),
    OPERATION(o.number = mean(transpose(o.a) * o.turned)),
    OPERATION(o.number = norm(o.a)),
    OPERATION(o.row = sum(o.a, 0)),
    OPERATION(o.column = sum(o.a, 1)),
    OPERATION(o.column = sum(o.large(range(0, rows), all), 1)),
    OPERATION(o.number = stddev(o.large)),
    OPERATION(o.row = sum(transpose(o.turned), 0)),
    OPERATION(o.many(range(0, 400)) = sum(o.large, 0)),
    OPERATION(o.many(range(0, 300)) = var(o.large, 1)),
    OPERATION(o.many(range(0, 400)) = logsumexp(o.large, 0)),
    OPERATION(o.list = argmax(o.a, 0)),
    OPERATION(o.t = o.a - mean(o.a, 1, keep_dims)),
    OPERATION(o.row = median(o.a, 0)),
    OPERATION(o.number = quantile(o.a, 0.25)),
    OPERATION(o.t = cumsum(o.a, 1)),
    OPERATION(o.t(range(0, rows - 2), all) = diff(o.a, 2, 0)),
    OPERATION(o.t = cumsum(o.t, 0) + o.a),
};
const operation rearrangements[] = {
    OPERATION(o.t = sort(o.a, 0)),
    OPERATION(o.t = sort(o.a, 1)),
    OPERATION(o.places = argsort(o.a, 0)),
    OPERATION(o.t = partition(o.a, 3, 0)),
    OPERATION(o.u = concatenate(0, o.a, o.b)),
    OPERATION(o.u = tile(o.a, 2, 1)),
    OPERATION(o.u = repeat(o.a, 2, 0)),
    OPERATION(o.t = roll(o.a, 3, 1)),
    OPERATION(o.t = pad(o.a(range(1, rows - 1), all), shape(1, 0))),
    OPERATION(o.t = take(o.a, o.list, 1)),
    OPERATION(o.t = o.a(all, o.list)),
    OPERATION(o.t(0, o.list) = o.row),
    OPERATION(o.row = compress(o.row > 0.0, o.row)),
    OPERATION(o.places = argwhere(o.mask)),
    OPERATION(o.row = unique(o.row)),
    OPERATION(o.list = searchsorted(o.many(range(0, 10)), o.row)),
    OPERATION(o.row = random_choice(o.column, columns, 7)),
    OPERATION(o.row = random_choice(o.row, columns, 7, o.row)),
    OPERATION(o.row = random_choice(o.row, columns, 7, o.row, false)),
    OPERATION(o.row = random_choice(o.many, columns, 7, o.many, false)),
    OPERATION(o.number = static_cast<double>(histogram(o.a, 10).counts(0))),
    OPERATION(o.turned = reshape(o.a * 2.0, shape(columns, rows))),
};
const operation products[] = {
    OPERATION(o.number = dot(o.many, o.many)),
    OPERATION(o.number = vdot(transpose(o.a), o.turned)),
    OPERATION(o.column = matmul(o.a, o.row)),
    OPERATION(o.t = matmul(o.a, o.square)),
    OPERATION(o.t = 2.0 * matmul(reverse(o.a, 0), o.square) + o.t),
    OPERATION(o.t = matmul(o.t, o.square)),
    OPERATION(o.t = matmul(matmul(o.a, o.square), o.square)),
    OPERATION(o.column = matmul(o.a, matmul(o.square, matmul(o.square, matmul(o.square, matmul(o.square, o.row)))))),
    OPERATION(o.t = matmul(o.a, matmul(o.square, matmul(o.square, matmul(o.square, matmul(o.square,
              matmul(o.square, matmul(o.square, matmul(o.square, o.square))))))))),
    OPERATION(o.square = matmul(transpose(o.a), o.a)),
    OPERATION(o.square = cov(o.a, 0)),
    OPERATION(o.number = trace(o.square)),
    OPERATION(o.row = tensordot(o.column, o.a, 1)),
};

template <std::size_t N>
void check_operations(operation const (&list)[N], bool deterministic, int threads) {
  const thread_scope some(threads);
  for (operation const& each : list) {
    const std::string code = each.code; // doctest prints an address of a char const*
    CAPTURE(code);
    CAPTURE(deterministic);
    CAPTURE(threads);
    const auto run = [&](operands& o) {
      if (!deterministic)
        return each.run(o);
      const deterministic_scope scope;
      each.run(o);
    };
    quiet_resource resource;
    operands first, o, free;
    run(first); // what is done once
    std::pmr::memory_resource* const usual = set_memory_resource(&resource);
    heap::calls = 0;
    heap::counting = true;
    run(free);
    heap::counting = false;
    const std::int64_t taken = heap::calls + resource.blocks;
    heap::calls = 0;
    resource.blocks = 0;
    bool refused = false;
    std::int64_t silent = 0;
    {
      const no_alloc_scope none;
      heap::counting = true;
      try {
        run(o);
        silent = heap::calls + resource.blocks;
      } catch (error const& e) { // the message itself is on the heap
        heap::counting = false;
        refused = std::string(e.what()).rfind("weft: no_alloc_scope: ", 0) == 0;
        CHECK(refused);
      }
      heap::counting = false;
    }
    CHECK(silent == 0);
    CHECK(refused == (taken != 0));
    first = o = free = operands(); // blocks go back to the resource
    set_memory_resource(usual);
  }
}

} // namespace

TEST_CASE("under a no_alloc_scope no operation takes memory in silence, and those that need none run") {
  for (const bool deterministic : {false, true})
    for (const int threads : {1, 2}) {
      check_operations(elementwise, deterministic, threads);
      check_operations(folds, deterministic, threads);
      check_operations(rearrangements, deterministic, threads);
      check_operations(products, deterministic, threads);
    }
}
