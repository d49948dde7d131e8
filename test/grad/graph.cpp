#include <weft/grad/variable.hpp>
#include <weft/weft.hpp>

#include <support/counting.hpp>
#include <support/message.hpp>

#include <cmath>
#include <doctest/doctest.h>
#include <string>
#include <thread>
#include <vector>

using namespace weft;
using grad::count_nodes;
using support::message_of;

TEST_CASE("graph: a statement is one node, and one more for each reduction and product in it") {
  grad::variable<double, 2> x = ones<double>(3, 3);
  CHECK(count_nodes() == 0);
  {
    const grad::variable y = sin(x) * cos(x) + x * x - exp(x) / (1.0 + x);
    CHECK(count_nodes() == 1);
    const grad::variable z = matmul(y, x) + y;
    CHECK(count_nodes() == 3);
    const grad::variable s = sum(square(z)); // a fold of an expression, and the statement that takes its result
    CHECK(count_nodes() == 5);
    const auto f = sum(x, 0); // an expression is none before it is assigned
    CHECK(count_nodes() == 5);
    const grad::variable twice = f * f; // copies of a deferred operand are one
    CHECK(count_nodes() == 7);
    const grad::variable same = y;
    CHECK(count_nodes() == 7);
    const grad::variable constant = y.value() * 2.0;
    CHECK(count_nodes() == 7);
  }
  CHECK(count_nodes() == 0);
}

namespace {

/// What stands for tensors here: three letters. The graph sees no numbers, and so cannot compute with any.
struct letters {
  char text[3];
};
std::vector<std::string> calls;
void join_letters(void* to, void const* from, index_t count) {
  calls.push_back("add " + std::to_string(count));
  static_cast<letters*>(to)->text[0] = static_cast<letters const*>(from)->text[0];
}
struct mock_node : detail::graph_node {
  std::vector<detail::graph_value*> read;
  mock_node(char const* name, std::vector<detail::graph_value*> from)
      : graph_node(name, how_mocks_work), read(std::move(from)) {
    inputs = {read.data(), int(read.size())};
  }
  static void hand_on(graph_node& node, detail::graph_value const& made) {
    calls.push_back(std::string("hand on ") + node.operation);
    for (detail::graph_value* const v : node.inputs)
      *static_cast<letters*>(v->room_for_incoming(true)) = *static_cast<letters const*>(block_data(made.incoming.get()));
  }
  static void give_up(graph_node& node) noexcept {
    calls.push_back(std::string("give up ") + node.operation);
    for (detail::graph_value* const v : static_cast<mock_node&>(node).read)
      v->release();
    node.inputs = {};
  }
  static void destroy(graph_node* node) noexcept {
    calls.push_back(std::string("destroy ") + node->operation);
    delete static_cast<mock_node*>(node);
  }
  static constexpr functions how_mocks_work{&hand_on, &give_up, &destroy};
};
detail::graph_value* mock_value(mock_node* maker) {
  auto* const v = new detail::graph_value(
      detail::storage_ref::adopt(detail::allocate_block(1, sizeof(letters), true, nullptr)), 1, sizeof(letters),
      &join_letters);
  v->maker = maker;
  v->is_variable = maker == nullptr;
  return v;
}
/// For what reads it.
detail::graph_value* shared_value(detail::graph_value* v) {
  v->retain();
  return v;
}

} // namespace

TEST_CASE("graph: it computes nothing: what stands in for tensors sees every call") {
  detail::graph_value* const x = mock_value(nullptr);
  const detail::graph_ref x_stays(x);
  {
    detail::graph_value* const a = mock_value(new mock_node("a", {shared_value(x)}));
    const detail::graph_ref b(mock_value(new mock_node("b", {a, shared_value(x)})));
    const auto hand_back = [&](char letter, bool retain) {
      calls.clear();
      static_cast<letters*>(b->room_for_incoming(true))->text[0] = letter;
      detail::hand_back(*b, {{}, retain, false});
      CHECK(static_cast<letters const*>(block_data(x->gradient.get()))->text[0] == letter);
    };
    hand_back('p', true);
    CHECK(calls == std::vector<std::string>{"hand on b", "hand on a"}); // what comes in first stays as it is
    hand_back('q', false);
    CHECK(calls == std::vector<std::string>{"hand on b", "give up b", "hand on a", "give up a", "destroy a", "add 1"});
    calls.clear();
  }
  CHECK(calls == std::vector<std::string>{"destroy b"});
}

TEST_CASE("graph: loops and branches of the program make it") {
  grad::variable<double, 1> x = linspace(0.5, 1.5, 5);
  grad::variable y = x * 1.0;
  for (int k = 0; k < 4; ++k)
    if (k % 2 == 0)
      y = y * x;
    else
      y += 2.0 * x;
  // (((x x) + 2x) x) + 2x = x^3 + 2x^2 + 2x
  backward(grad::variable<double, 0>(sum(y)));
  for (index_t i = 0; i < 5; ++i) {
    const double t = 0.5 + 0.25 * double(i);
    CHECK(x.gradient()(i) == doctest::Approx(3 * t * t + 4 * t + 2).epsilon(1e-14));
  }
}

TEST_CASE("graph: it is freed as it is used, unless it is retained") {
  grad::variable<double, 1> x = linspace(1.0, 3.0, 3);
  const grad::variable y = exp(x) * x;
  const grad::variable<double, 0> loss = sum(y);
  backward(loss, true);
  const tensor<double, 1> once = x.gradient();
  backward(loss, true);
  CHECK(x.gradient() == tensor<double, 1>(2.0 * once));
  backward(loss);
  CHECK(message_of([&] { backward(loss); }).find("retain") != std::string::npos);
  CHECK(message_of([&] { (void)gradients(grad::variable<double, 0>(sum(y)), x); }).find("retain") != std::string::npos);
  CHECK(x.gradient() == tensor<double, 1>(3.0 * once)); // what was refused has changed nothing
}

TEST_CASE("graph: what a statement reads beside variables may change and go") {
  grad::variable<double, 2> x = ones<double>(2, 2);
  grad::variable<double, 2> y;
  double factor = 5;
  {
    tensor<double, 2> w = {{1, 2}, {3, 4}};
    auto kept = tensor<double, 2>{{1, 1}, {2, 2}}(all, all);
    y = matmul(x, transpose(w)) * w(0, all) + x * kept + x * any_expr<double>(w * 2.0) +
        x * from_function(shape(2, 2), [&factor](index_t i, index_t) { return factor + double(i); }) + x * x.value();
    w = 0.0;
    kept = 0.0;
    factor = 0;
  }
  const auto [g] = gradients(grad::variable<double, 0>(sum(y)), x);
  // W^T (1 2), the view, 2 W, 5 + i and the value
  const tensor<double, 2> product = {{1 * 1 + 2 * 3, 1 * 2 + 2 * 4}, {1 * 1 + 2 * 3, 1 * 2 + 2 * 4}};
  CHECK(g ==
        tensor<double, 2>(product + tensor<double, 2>{{1 + 2 + 5 + 1, 1 + 4 + 5 + 1}, {2 + 6 + 6 + 1, 2 + 8 + 6 + 1}}));
}

TEST_CASE("graph: what fails leaves nothing behind for the next gradient") {
  support::counting_resource memory;
  {
    const support::memory_scope scope(memory);
    grad::variable<double, 1> x = linspace(1.0, 3.0, 3), w = linspace(1.0, 3.0, 3);
    const grad::variable y = x * w;
    CHECK_THROWS_AS(backward(y, ones<double>(7)), shape_error);
    for (int granted = 0;; ++granted) {
      x.drop_gradient();
      w.drop_gradient();
      memory.run_dry_after(granted);
      try {
        backward(y, tensor<double, 1>{1, 1, 1}, true);
        memory.run_dry_after(-1);
        break;
      } catch (std::bad_alloc const&) {
        memory.run_dry_after(-1);
      }
    }
    CHECK(x.gradient() == tensor<double, 1>{1, 2, 3});
    CHECK(w.gradient() == tensor<double, 1>{1, 2, 3});
  }
  CHECK(memory.live_blocks() == 0);
}

TEST_CASE("graph: what changes after it was recorded") {
  grad::variable<double, 1> x = linspace(1.0, 3.0, 3);
  tensor<double, 1> a = {1, 2, 3};
  const grad::variable y = x * a;
  a = 0.0; // tensors are constants of the statement
  const auto [g] = gradients(grad::variable<double, 0>(sum(y)), x);
  CHECK(g == tensor<double, 1>{1, 2, 3});
  const grad::variable z = x * x;
  x.overwrite(x.value() + 1.0);
  CHECK(x.value() == tensor<double, 1>{2, 3, 4});
  const std::string message = message_of([&] { backward(grad::variable<double, 0>(sum(z))); });
  CHECK(message.find("overwritten") != std::string::npos);
  CHECK(message.find("statement") != std::string::npos);
  backward(grad::variable<double, 0>(sum(x * x))); // recorded anew
  CHECK(x.gradient() == tensor<double, 1>{4, 6, 8});
}

TEST_CASE("graph: without it") {
  grad::variable<double, 1> x = linspace(1.0, 3.0, 3);
  {
    const grad::no_grad_scope scope;
    const grad::variable y = matmul(ones<double>(2, 3), x * x);
    CHECK(count_nodes() == 0);
    CHECK(y.value() == tensor<double, 1>{14, 14});
    {
      const grad::no_grad_scope again;
    }
    const grad::variable z = x + 1.0;
    CHECK(count_nodes() == 0);
    std::thread([&] { CHECK(grad::variable(x + 1.0).size() + count_nodes() == 4); }).join(); // a scope is of its thread
  }
  const grad::variable y = x + 1.0;
  CHECK(count_nodes() == 1);
}

TEST_CASE("graph: as deep as memory is large") {
  grad::variable<double, 0> x = 1.0;
  grad::variable<double, 0> y = x * 1.0;
  for (int k = 0; k < 200000; ++k)
    y = y + 1e-6 * x;
  CHECK(y.item() == doctest::Approx(1.2));
  backward(y, true); // the graph is taken apart below
  CHECK(x.gradient().at() == doctest::Approx(1.2));
  y = x;
  CHECK(count_nodes() == 0);
  grad::variable<double, 0> z = x * 1.0;
  for (int k = 0; k < 200000; ++k)
    z = z * 1.0;
  backward(z);
  CHECK(x.gradient().at() == doctest::Approx(2.2));
}

TEST_CASE("graph: memory, also where an allocation fails in mid-graph") {
  support::counting_resource memory;
  {
    const support::memory_scope scope(memory);
    grad::variable<double, 2> x = ones<double>(8, 8);
    const auto run = [&] {
      const grad::variable y = matmul(sin(x), x) + x;
      const grad::variable<double, 0> loss = sum(exp(y * 0.1) / sum(exp(y * 0.1), 1, keep_dims));
      backward(loss);
    };
    run();
    const tensor<double, 2> wanted = x.gradient();
    const auto before = memory.live_blocks();
    int failures = 0;
    for (int granted = 0;; ++granted) {
      x.drop_gradient();
      memory.run_dry_after(granted);
      try {
        run();
        memory.run_dry_after(-1);
        break;
      } catch (std::bad_alloc const&) {
        ++failures;
        memory.run_dry_after(-1);
        CHECK(count_nodes() == 0);
      }
    }
    CHECK(failures > 10);
    CHECK(x.gradient() == wanted);
    CHECK(memory.live_blocks() == before);
  }
  CHECK(memory.live_blocks() == 0);
  CHECK(memory.faults() == 0);
}

TEST_CASE("graph: threads of the program, each with a graph of its own over shared variables") {
  const grad::variable<double, 1> x = linspace(1.0, 2.0, 100);
  std::vector<double> results(4);
  std::vector<std::thread> threads;
  for (std::size_t k = 0; k < results.size(); ++k)
    threads.emplace_back([&, k] {
      for (int round = 0; round < 20; ++round) {
        const grad::variable<double, 1> mine = x.value() * (1.0 + double(k));
        const grad::variable y = mine * sin(x); // a share in x, which has no gradient of this
        results[k] = sum(get<0>(gradients(grad::variable<double, 0>(sum(y * mine)), mine)));
      }
    });
  for (std::thread& t : threads)
    t.join();
  for (std::size_t k = 0; k < results.size(); ++k)
    CHECK(results[k] == doctest::Approx((1.0 + double(k)) * results[0]));
}

TEST_CASE("graph: gradients that are asked for own the memory in which they came in") {
  const grad::variable<double, 2> x(ones<double>(20, 30)), y(ones<double>(20, 30));
  const auto loss = [&] { return grad::variable<double, 0>(sum(x * y * 3.0)); };
  support::counting_resource counter; // outlives what is in its memory
  tensor<double, 2> gx, gy;
  {
    const grad::variable<double, 0> l = loss();
    const support::memory_scope scope(counter);
    auto g = gradients(l, x, y);
    CHECK(counter.allocations() == 4); // the loss, the product, and two gradients
    gx = std::move(get<0>(g));
    gy = std::move(get<1>(g));
  }
  const auto [first, second] = gradients(loss(), x, x); // one gradient for two
  CHECK(first.data() != second.data());
  for (tensor<double, 2> const& g : {gx, gy, first, second})
    CHECK(g == full(shape(20, 30), 3.0));
}
