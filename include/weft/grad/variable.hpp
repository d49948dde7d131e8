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
// other deferred operand in it. Its gradient is one loop for all operands of its shape, fused as the statement is.
// Loops and branches of the program make the graph. Tensors and views in a statement are constants, which are copied,
// or evaluated, once. Values that leave the graph have no gradient: value(), item(), at(), and the number or tensor
// that an expression becomes.
//
// A slope of 0 or a gradient of 0 hands on 0, even if it meets infinity or NaN. So a branch that where() did not take
// gives nothing, even if it is a statement of its own, and sqrt(sum(d * d)) of a distance of 0 gives 0. Forward mode
// has the same rule (grad/dual.hpp). Products of matrices are sums of plain products: an infinite factor beside a
// gradient of 0 is NaN there. norm, hypot and stddev have no derivative where they are 0: the first derivative is 0 by
// convention, the second is NaN. So the second derivative of square(norm(x)) is NaN there; sum(square(x)) has the right
// one. Where several elements are the smallest or largest one, each has its share in both modes.
namespace weft::grad {

template <class T, auto Shape = runtime_rank>
class variable;

} // namespace weft::grad

namespace weft::detail {

template <class T, auto Shape>
using variable_leaf = followed_leaf<T, layout<extents_for_t<Shape>, dense<row_major>>>;

struct variable_maker; // of grad/computed.hpp

template <class T, class V>
inline constexpr bool is_variable_of = false;
template <class T, auto Shape>
inline constexpr bool is_variable_of<T, grad::variable<T, Shape>> = true;

/// A function of the program for gradients of values of one layout.
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

/// The value of a variable; layout_error where it has none.
template <class V>
WEFT_INLINE graph_value* graph_value_of(V const& x) {
  if (x.keep.get() == nullptr)
    throw_no_elements();
  return x.keep.get();
}

} // namespace weft::detail

namespace weft::grad {

/// Real floating elements, or duals of such elements, in memory that the graph shares, dense and row-major, and the
/// gradient by them. Without a Shape the rank is known at run time: it has the gradients that other variables have, and
/// ranks that do not fit throw shape_error. Copies are the same variable. Assigning an expression makes it another
/// variable; records of the old one stay valid.
template <class T, auto Shape>
class variable : public detail::variable_leaf<T, Shape> {
  static_assert(detail::is_differentiable<T>, "weft: a variable has real floating elements");

public:
  using captured_type = detail::variable_leaf<T, Shape>;
  using layout_type = typename captured_type::layout_type;
  using extents_type = typename captured_type::extents_type;
  using view_type = view<T const, Shape>;

  /// None: it has no elements, and is assigned before it is used.
  WEFT_INLINE variable() = default;
  WEFT_COPIED(variable);
  /// The elements of a tensor, view or expression. Over variables it is a statement and is recorded; of others they are
  /// copied, or evaluated, into memory of its own, and its gradient can be asked for.
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

  /// Its elements, which a graph does not follow; the view shares the memory, which overwrite() changes.
  [[nodiscard]] WEFT_FN view_type value() const { return shown(detail::graph_value_of(*this)->memory); }
  /// The one element.
  [[nodiscard]] WEFT_FN T item() const {
    if (this->size() != 1)
      detail::throw_shape_reason("item", "there is not one element");
    return *this->data;
  }
  /// The sum of the gradients of all calls of backward() so far, a view of memory that the next call adds to; error if
  /// there is none.
  [[nodiscard]] WEFT_FN view_type gradient() const {
    if (!has_gradient())
      detail::throw_no_gradient();
    return shown(this->keep->gradient);
  }
  [[nodiscard]] WEFT_INLINE bool has_gradient() const {
    return detail::graph_value_of(*this)->gradient.get() != nullptr;
  }
  /// Calls f(g) for each gradient that comes in here, once it is complete. g is a view that f may write; the gradient
  /// goes on as f leaves it. This holds for all copies of the variable, as long as one of them lives.
  template <class F>
  WEFT_FN void on_gradient(F f) {
    detail::graph_value_of(*this)->add_hook(new detail::hook_of<variable, F>(this->place, std::move(f)));
  }
  WEFT_FN void drop_gradient() { detail::graph_value_of(*this)->gradient = {}; }
  /// Writes the elements of a variable that the program made, in place. No graph records this. From now on, a gradient
  /// of a statement that read the old elements throws error. Throws error for a variable that a statement made: assign
  /// to it.
  template <Operand X>
  WEFT_FN void overwrite(X const& x) {
    detail::graph_value& value = *detail::graph_value_of(*this);
    if (value.maker != nullptr)
      detail::throw_made();
    strided_leaf<T, layout_type> const target(static_cast<T*>(value.data()), this->place, {});
    detail::store(target, detail::capture<T>(x));
    ++value.version;
  }

  /// The same variable, with a rank that is known at run time.
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

/// The variable of an operand: its element type, its rank, and what types know of its extents.
template <class X>
variable(X const&)
    -> variable<detail::value_t<X>, detail::shape_argument<typename detail::captured_t<X>::extents_type>>;

} // namespace weft::grad

namespace weft::detail {

/// Lets `gradient` come in at y, and hands it back by how(value of y).
template <class T, auto Shape, class G, class How>
WEFT_FN void hand_back_by(grad::variable<T, Shape> const& y, G const& gradient, How const& how) {
  graph_value& root = *graph_value_of(y);
  incoming_scope const scope(root);
  T* const to = static_cast<T*>(root.room_for_incoming(false));
  store(strided_leaf<T, typename grad::variable<T, Shape>::layout_type>(to, y.place, {}), capture<T>(gradient));
  how(root);
}
/// Computes gradients, where `gradient` comes in at y.
template <class T, auto Shape, class G>
WEFT_FN void hand_back_from(grad::variable<T, Shape> const& y, G const& gradient, gradient_request const& request) {
  hand_back_by(y, gradient, [&](graph_value& root) { hand_back(root, request); });
}
/// Computes the gradients of a loss by some values; a value may be listed twice.
template <class T>
WEFT_FN void take_gradients(grad::variable<T, 0> const& loss, value_list by, storage_ref* incoming) {
  hand_back_from(loss, T(1), {by, false, true});
  for (int k = 0; k < by.count; ++k)
    incoming[k] = by.first[k]->incoming;
  for (graph_value* const v : by)
    v->incoming = {};
}
/// A gradient that came in at x, as a tensor, which takes over its memory if nobody else owns it; zeros if there is
/// none.
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
/// from. The graph is freed on the way unless it is retained. Throws error if it has been freed, or if a variable was
/// overwritten since. A graph belongs to one thread at a time, and so does a variable whose gradient is computed.
template <class T>
WEFT_FN void backward(variable<T, 0> const& loss, bool retain = false) {
  detail::hand_back_from(loss, T(1), {{}, retain, false});
}
/// Takes the gradient of the sum of the elements of y, each times its element of `weights`, which broadcast to the
/// shape of y: a vector-Jacobian product.
template <class T, auto Shape, Tensorial G>
WEFT_FN void backward(variable<T, Shape> const& y, G const& weights, bool retain = false) {
  detail::hand_back_from(y, weights, {{}, retain, false});
}

/// The gradients of a loss by variables, whether the program made them or a statement, as tensors; the gradients that
/// variables hold stay as they are. 0 where the loss does not depend on one. The graph is freed. All are of one element
/// type.
///   auto [gx, gy] = gradients(loss, x, y);
template <class T, class... V>
  requires(detail::is_variable_of<T, V> && ...)
[[nodiscard]] WEFT_FN auto gradients(variable<T, 0> const& loss, V const&... by) {
  detail::graph_value* const wanted[] = {detail::graph_value_of(by)...};
  detail::storage_ref incoming[sizeof...(V)];
  detail::take_gradients(loss, {wanted, int(sizeof...(V))}, incoming);
  return detail::unpack<sizeof...(V)>(
      [&]<int... K>() { return make_pack(detail::gradient_tensor(by, incoming[K])...); });
}
/// The gradients by a list of variables of one type.
template <class T, auto Shape>
[[nodiscard]] WEFT_FN auto gradients(variable<T, 0> const& loss, std::initializer_list<variable<T, Shape>> by) {
  std::vector<detail::graph_value*> wanted;
  for (variable<T, Shape> const& x : by)
    wanted.push_back(detail::graph_value_of(x));
  std::vector<detail::storage_ref> incoming(wanted.size());
  detail::take_gradients(loss, {wanted.data(), int(wanted.size())}, incoming.data());
  detail::results_in<std::vector<tensor<T, Shape>>> out;
  for (variable<T, Shape> const& x : by)
    out.push_back(detail::gradient_tensor(x, incoming[out.size()]));
  return out;
}

/// The gradient of f at x, a tensor of the shape of x: f takes a variable and returns one number, a variable or an
/// expression of rank 0. auto g = gradient_of([&](auto const& x) { return sum(square(matmul(a, x) - b)); }, x0);
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
