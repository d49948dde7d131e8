#pragma once
#include <weft/grad/computed.hpp>

// Checkpoints save memory and cost time: a part of a program is computed again when its gradient is computed.
namespace weft::detail {

/// Returns a new variable without a maker that shares the elements of a leaf of the graph.
template <class T, class Layout>
WEFT_FN auto detached_leaf(followed_leaf<T, Layout> const& e) {
  graph_value const& of = *e.keep.get();
  graph_ref value(new graph_value(of.memory, of.count, sizeof(T), &add_range<T>));
  value->is_variable = true;
  return followed_leaf<T, Layout>(e.data, e.place, std::move(value));
}

/// Calls the function again and records it, then hands the gradient back through that record to the operands.
template <class F>
struct computed_again {
  F function;

  template <class L, class G, class... E>
  WEFT_FN void operator()(L const&, G const& gradient, E const&... operands) const {
    auto const inner = make_pack(detached_leaf(operands)...);
    graph_again const inside;
    unpack<sizeof...(E)>([&]<int... K>() {
      grad::variable const y = function(variable_maker::from(get<K>(inner))...);
      graph_value* const inputs[] = {get<K>(inner).keep.get()...};
      hand_back_by(y, gradient, [&](graph_value& root) { inside.hand_back(root, {inputs, int(sizeof...(K))}); });
      (hand_on(operands, get<K>(inner)), ...);
    });
  }

private:
  template <class T, class Layout>
  WEFT_FN static void hand_on(followed_leaf<T, Layout> const& to, followed_leaf<T, Layout> const& from) {
    if (from.keep->incoming.get() != nullptr)
      hand_to(to, incoming_leaf<T>(*from.keep.get(), from.place));
  }
};

} // namespace weft::detail

namespace weft::grad {

/// Returns f(x...) as a variable. The graph keeps only the arguments x: intermediate values of f are freed, and
/// computed again when the gradient is computed. f takes one variable for each x and returns a variable or an
/// expression of variables. It must return the same values each time. Variables that f captures also get their
/// gradients, but a variable that a statement outside f made must be an argument x, else computing gradients throws
/// error. If n steps are split into parts of sqrt(n) steps, each in a checkpoint, the graph keeps 2 sqrt(n) states in
/// place of n, for the time of one more pass.
///   for (int k = 0; k < 10; ++k)
///     u = grad::checkpoint([](auto const& v) { return ten_steps(v); }, u);
template <class F, class... T, auto... Shape>
[[nodiscard]] WEFT_FN auto checkpoint(F f, variable<T, Shape> const&... x) {
  auto const values = [&] {
    no_grad_scope const unrecorded;
    return variable(f(x...));
  }();
  return detail::variable_maker::make("checkpoint", values.value(), detail::computed_again<F>{std::move(f)},
                                      detail::recorded_operands(x...));
}

} // namespace weft::grad
