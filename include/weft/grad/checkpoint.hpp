#pragma once
#include <weft/grad/computed.hpp>

// Checkpoints save memory and cost time: a part of a program is computed once more on the way back.
namespace weft::detail {

/// Another variable of the program with the elements of a leaf of the graph, which it shares.
template <class T, class Layout>
WEFT_FN auto detached_leaf(followed_leaf<T, Layout> const& e) {
  graph_value const& of = *e.keep.get();
  graph_ref value(new graph_value(of.memory, of.count, sizeof(T), &add_range<T>));
  value->is_variable = true;
  return followed_leaf<T, Layout>(e.data, e.place, std::move(value));
}

/// Calls the function again, recorded, and hands the gradient back through this record.
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

/// f(x...), a variable. The graph keeps only the x: intermediate values of f are dropped, and computed once more when
/// the gradient comes back. f takes variables, as many as there are x, and returns a variable or an expression of them;
/// it gives the same values each time. Variables of the program that it captures have their gradients too; a variable
/// that a statement outside made must be an x, else computing gradients throws error. n steps in parts of sqrt(n), each
/// in a checkpoint, keep 2 sqrt(n) states in place of n, for the time of one more pass.
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
