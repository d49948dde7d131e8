#pragma once
#include <weft/base/results.hpp>
#include <weft/grad/statement.hpp>
#include <weft/tensor/tensor.hpp>

// Gradients of programs. A variable is an operand like a tensor; statements over variables compute at once and are
// recorded:
//   grad::variable<double, 1> x = linspace(0.0, 1.0, 5);
//   grad::variable loss = sum(square(sin(x) - 0.5));
//   backward(loss);
//   x.gradient()
// A statement is one node of the graph, however many operations it has, and one more for each product, reduction or
// other deferred operand in it. One loop computes its gradients by all operands of its shape. The graph has the
// statements that were executed, so the program may use any loops and branches. Tensors and views in a statement are
// constants, which are copied, or evaluated, once. The results of value(), item() and at(), and a number or tensor that
// is made of an expression, are not followed: no gradient goes through them.
//
// The product of a slope and a gradient is 0 if one of them is 0, even if the other is infinite or NaN. So the branch
// that where() did not take gets the gradient 0, even if it is a separate statement, and the gradient of sqrt(sum(d *
// d)) is 0 at d = 0. Forward mode has the same rule (grad/dual.hpp). Products of matrices are sums of plain products:
// there an infinite factor times a gradient of 0 is NaN. norm, hypot and stddev have no derivative where they are 0:
// the first derivative is 0 by convention, the second is NaN. So the second derivative of square(norm(x)) is NaN there;
// sum(square(x)) has the right one. If several elements are the smallest or largest one, each gets an equal share in
// both modes.
namespace weft::grad {

template <class T, auto Shape = runtime_rank>
class variable;

} // namespace weft::grad

namespace weft::detail {

template <class T, auto Shape>
using variable_leaf = followed_leaf<T, layout<extents_for_t<Shape>, dense<row_major>>>;

struct variable_maker; // defined in grad/computed.hpp

template <class T, class V>
inline constexpr bool is_variable_of = false;
template <class T, auto Shape>
inline constexpr bool is_variable_of<T, grad::variable<T, Shape>> = true;

/// A hook that calls a function F of the program with the gradient as a view. V is the type of the variable.
template <class V, class F>
struct hook_of : gradient_hook {
  using place_type = typename V::layout_type;
  place_type place;
  F function;

  WEFT_FN hook_of(place_type const& p, F f)
      : gradient_hook{&call_it, &destroy_it, nullptr}, place(p), function(std::move(f)) {}

private:
  WEFT_FN static void call_it(gradient_hook& self, void* gradient) {
    auto& hook = static_cast<hook_of&>(self);
    using leaf = strided_leaf<typename V::value_type, place_type>;
    hook.function(make_view(leaf(static_cast<typename V::value_type*>(gradient), hook.place, {})));
  }
  WEFT_FN static void destroy_it(gradient_hook* self) noexcept { delete static_cast<hook_of*>(self); }
};

/// Returns the value of a variable. Throws layout_error if it has none.
template <class V>
WEFT_INLINE graph_value* graph_value_of(V const& x) {
  if (x.keep.get() == nullptr)
    throw_no_elements();
  return x.keep.get();
}

} // namespace weft::detail

namespace weft::grad {

/// A tensor that statements follow, and the gradient by it. Its elements are real floating numbers, or duals of such
/// numbers, dense and row-major, in memory whose ownership the graph shares. Without a Shape the rank is known at run
/// time: gradients are the same, and ranks that do not fit throw shape_error. Copies are the same variable. Assigning
/// an expression makes it another variable; nodes that read the old one stay valid.
template <class T, auto Shape>
class variable : public detail::variable_leaf<T, Shape> {
  static_assert(detail::is_differentiable<T>, "weft: a variable has real floating elements");

public:
  using captured_type = detail::variable_leaf<T, Shape>;
  using layout_type = typename captured_type::layout_type;
  using extents_type = typename captured_type::extents_type;
  using view_type = view<T const, Shape>;

  /// Makes a variable without elements, which must be assigned before it is used.
  WEFT_INLINE variable() = default;
  WEFT_COPIED(variable);
  /// Makes a variable with the elements of a tensor, view or expression. An expression of variables is a statement and
  /// is recorded. Other operands are copied, or evaluated, into new memory, and gradients by this variable can be
  /// computed.
  template <Tensorial X>
    requires(!std::same_as<std::remove_cvref_t<X>, variable>)
  WEFT_FN variable(X&& x) : variable(made(detail::to_evaluate(static_cast<X&&>(x))), 0) {}
  WEFT_FN variable(T const& value)
    requires(extents_type::static_rank == 0)
      : variable(constant_leaf<T, extents_type>(value)) {}

  template <Tensorial X>
    requires(!std::same_as<std::remove_cvref_t<X>, variable>)
  WEFT_FN variable& operator=(X&& x) {
    return *this = variable(static_cast<X&&>(x));
  }
  template <Operand X>
  WEFT_FN variable& operator+=(X const& x) {
    return *this = variable(*this + x);
  }
  template <Operand X>
  WEFT_FN variable& operator-=(X const& x) {
    return *this = variable(*this - x);
  }
  template <Operand X>
  WEFT_FN variable& operator*=(X const& x) {
    return *this = variable(*this * x);
  }
  template <Operand X>
  WEFT_FN variable& operator/=(X const& x) {
    return *this = variable(*this / x);
  }

  /// Returns a view of the elements, which the graph does not follow. The view shares ownership of the memory, and
  /// overwrite() changes the elements that it shows.
  [[nodiscard]] WEFT_FN view_type value() const { return shown(detail::graph_value_of(*this)->memory); }
  /// Returns the one element. Throws shape_error unless the size is 1.
  [[nodiscard]] WEFT_FN T item() const {
    if (this->size() != 1)
      detail::throw_shape_reason("item", "there is not one element");
    return *this->data;
  }
  /// Returns the sum of the gradients of all calls of backward() so far, as a view of memory that the next call adds
  /// to. Throws error if there is none.
  [[nodiscard]] WEFT_FN view_type gradient() const {
    if (!has_gradient())
      detail::throw_no_gradient();
    return shown(this->keep->gradient);
  }
  [[nodiscard]] WEFT_INLINE bool has_gradient() const {
    return detail::graph_value_of(*this)->gradient.get() != nullptr;
  }
  /// Registers f: each later computation of gradients calls f(g) when the gradient g by this variable is complete. g is
  /// a view that f may write; the gradient that is handed on is the one that f leaves. All copies of the variable have
  /// the same functions, which are kept as long as the variable exists in a copy or in the graph.
  template <class F>
  WEFT_FN void on_gradient(F f) {
    detail::graph_value_of(*this)->add_hook(new detail::hook_of<variable, F>(this->place, std::move(f)));
  }
  WEFT_FN void drop_gradient() { detail::graph_value_of(*this)->gradient = {}; }
  /// Overwrites the elements of a variable that the program made, in place. No graph records this. Computing a gradient
  /// of a statement that read the old elements throws error from then on. Throws error for a variable that a statement
  /// made: assign to it.
  template <Operand X>
  WEFT_FN void overwrite(X const& x) {
    detail::graph_value& value = *detail::graph_value_of(*this);
    if (value.maker != nullptr)
      detail::throw_made();
    strided_leaf<T, layout_type> const target(static_cast<T*>(value.data()), this->place, {});
    detail::store(target, detail::capture<T>(x));
    ++value.version;
  }

  /// Returns the same variable with a rank that is known at run time.
  [[nodiscard]] WEFT_FN variable<T> with_runtime_rank() const {
    typename variable<T>::layout_type const whole(
        detail::convert_extents<typename variable<T>::extents_type>(this->extents()));
    return variable<T>(typename variable<T>::captured_type(this->data, whole, this->keep), 0);
  }

private:
  template <class U, auto S>
  friend class variable;
  friend struct detail::variable_maker;

  template <class E>
  WEFT_FN static captured_type made(E const& e) {
    layout_type const place(detail::convert_extents<extents_type>(e.extents()));
    detail::graph_ref const value = detail::recorded<T, layout_type>(e, place);
    value->is_variable = !detail::is_followed<E>;
    return {static_cast<T const*>(value->data()), place, value};
  }
  WEFT_INLINE explicit variable(captured_type&& leaf, int) : captured_type(static_cast<captured_type&&>(leaf)) {}
  [[nodiscard]] WEFT_FN view_type shown(detail::storage_ref const& memory) const {
    using leaf = strided_leaf<T const, layout_type, detail::storage_ref>;
    return detail::make_view(leaf(static_cast<T const*>(detail::block_data(memory.get())), this->place, memory));
  }
};

/// Deduces a variable with the element type, the static rank and the static extents of the operand.
template <class X>
variable(X const&)
    -> variable<detail::value_t<X>, detail::shape_argument<typename detail::captured_t<X>::extents_type>>;

} // namespace weft::grad

namespace weft::detail {

/// Makes `gradient` the incoming gradient of y and calls how(value of y), which hands it on.
template <class T, auto Shape, class G, class How>
WEFT_FN void hand_back_by(grad::variable<T, Shape> const& y, G const& gradient, How const& how) {
  graph_value& root = *graph_value_of(y);
  incoming_scope const scope(root);
  T* const to = static_cast<T*>(root.room_for_incoming(false));
  store(strided_leaf<T, typename grad::variable<T, Shape>::layout_type>(to, y.place, {}), capture<T>(gradient));
  how(root);
}
/// Computes gradients with `gradient` as the incoming gradient of y.
template <class T, auto Shape, class G>
WEFT_FN void hand_back_from(grad::variable<T, Shape> const& y, G const& gradient, gradient_request const& request) {
  hand_back_by(y, gradient, [&](graph_value& root) { hand_back(root, request); });
}
/// Computes the gradients of a loss by the values `by` and stores them in `incoming`. A value may be listed twice.
template <class T>
WEFT_FN void compute_gradients(grad::variable<T, 0> const& loss, value_list by, storage_ref* incoming) {
  hand_back_from(loss, T(1), {by, false, true});
  for (int k = 0; k < by.count; ++k)
    incoming[k] = by.first[k]->incoming;
  for (graph_value* const v : by)
    v->incoming = {};
}
/// Returns the gradient `incoming` by x as a tensor. The tensor takes over the memory if it has no other owner, else it
/// is a copy. Returns zeros if there is no gradient.
template <class T, auto Shape>
WEFT_FN tensor<T, Shape> gradient_tensor(grad::variable<T, Shape> const& x, storage_ref const& incoming) {
  using made = tensor<T, Shape>;
  if (incoming.get() == nullptr)
    return made(x.shape());
  if constexpr (requires(owned_block b) { made(x.place.extents(), b); } && std::is_trivially_destructible_v<T> &&
                std::is_same_v<typename made::layout_type, typename grad::variable<T, Shape>::layout_type>)
    if (!block_shared(incoming.get())) {
      retain(incoming.get());
      return made(x.place.extents(), owned_block{incoming.get()});
    }
  return strided_leaf<T const, typename grad::variable<T, Shape>::layout_type>(
      static_cast<T const*>(block_data(incoming.get())), x.place, {});
}

} // namespace weft::detail

namespace weft::grad {

/// Adds the gradient of a loss, one number, to the gradient of each variable of the program that the loss was computed
/// from. The operands in the graph are freed unless `retain` is true. Throws error if they have been freed before, or
/// if a variable was overwritten after a statement read it. Only one thread at a time may use a graph, or a variable
/// whose gradient is computed.
template <class T>
WEFT_FN void backward(variable<T, 0> const& loss, bool retain = false) {
  detail::hand_back_from(loss, T(1), {{}, retain, false});
}
/// Adds the gradient of the sum of y * weights to the gradients of variables, as backward(loss) does: a vector-Jacobian
/// product. `weights` broadcast to the shape of y.
template <class T, auto Shape, Tensorial G>
WEFT_FN void backward(variable<T, Shape> const& y, G const& weights, bool retain = false) {
  detail::hand_back_from(y, weights, {{}, retain, false});
}

/// Returns the gradients of a loss by variables, which the program or a statement made, as tensors. A gradient is 0 if
/// the loss does not depend on the variable. The gradients that variables hold do not change. The operands in the graph
/// are freed. All variables have the element type of the loss.
///   auto [gx, gy] = gradients(loss, x, y);
template <class T, class... V>
  requires(detail::is_variable_of<T, V> && ...)
[[nodiscard]] WEFT_FN auto gradients(variable<T, 0> const& loss, V const&... by) {
  detail::graph_value* const wanted[] = {detail::graph_value_of(by)...};
  detail::storage_ref incoming[sizeof...(V)];
  detail::compute_gradients(loss, {wanted, int(sizeof...(V))}, incoming);
  return detail::unpack<sizeof...(V)>(
      [&]<int... K>() { return make_pack(detail::gradient_tensor(by, incoming[K])...); });
}
/// Returns the gradients of a loss by a list of variables of the same type, as a std::vector of tensors.
template <class T, auto Shape>
[[nodiscard]] WEFT_FN auto gradients(variable<T, 0> const& loss, std::initializer_list<variable<T, Shape>> by) {
  std::vector<detail::graph_value*> wanted;
  for (variable<T, Shape> const& x : by)
    wanted.push_back(detail::graph_value_of(x));
  std::vector<detail::storage_ref> incoming(wanted.size());
  detail::compute_gradients(loss, {wanted.data(), int(wanted.size())}, incoming.data());
  detail::results_in<std::vector<tensor<T, Shape>>> out;
  for (variable<T, Shape> const& x : by)
    out.push_back(detail::gradient_tensor(x, incoming[out.size()]));
  return out;
}

/// Returns the gradient of f at x as a tensor of the shape of x. f takes a variable and returns one number, as a
/// variable or an expression of rank 0. auto g = gradient_of([&](auto const& x) { return sum(square(matmul(a, x) - b));
/// }, x0);
template <class F, Tensorial X>
[[nodiscard]] WEFT_FN auto gradient_of(F const& f, X const& x) {
  static_assert(!detail::is_followed<detail::captured_t<X const&>>,
                "weft: gradient_of: that of a variable is followed too: include weft/grad/gradient_of.hpp");
  variable const by = x;
  constexpr bool followed = detail::is_followed<detail::captured_t<decltype(f(by))>>;
  static_assert(followed,
                "weft: gradient_of: f is generic, auto const& x, and returns a variable or an expression of x");
  if constexpr (followed) {
    variable<detail::value_t<X>, 0> const loss = f(by);
    return get<0>(gradients(loss, by));
  } else {
    return tensor<detail::value_t<X>, detail::shape_argument<dims<detail::rank_of<X>>>>();
  }
}

} // namespace weft::grad
