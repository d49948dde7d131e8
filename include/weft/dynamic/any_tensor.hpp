#pragma once
#include <weft/dynamic/any_view.hpp>
#include <weft/dynamic/dispatch.hpp>

namespace weft {

namespace detail {
/// Returns true if `count` elements at a and b are equal. C++ compares them, so a NaN differs from itself.
WEFT_API bool equal_elements(dtype type, index_t count, void const* a, void const* b);
} // namespace detail

/// A tensor whose element type and rank are known at run time, such as one read from a file: a regular value that owns
/// row-major memory. Copies are deep. Moves are cheap and leave a tensor of shape (0). as<T, R>() returns a typed view
/// of the same memory, which is read-only if the tensor is const; tensor<double, 2> t = x.as<double, 2>() copies.
///
/// It is an operand, as any_expr<> is: a + 2 * b, sqrt(a), where(a > 0, a, b), sum(a, 0), matmul(a, b), a(0, all) are
/// expressions, which share its memory, so that it need not outlive them. Compound assignment, as in a += b, keeps the
/// element type and the shape. It throws dtype_error where the result would need a cast, and shape_error where its
/// shape is another one; the tensor is then unchanged.
class any_tensor {
public:
  using weft_untyped = void;
  static constexpr int static_rank = -1;

  /// Makes a tensor without elements: shape (0), float64.
  WEFT_API any_tensor();
  /// Makes a tensor of zeros.
  template <weft::Shape S>
  WEFT_FN any_tensor(weft::dtype t, S const& shape) : any_tensor(t, detail::convert_extents<dynamic_extents>(shape)) {}
  WEFT_API any_tensor(weft::dtype t, dynamic_extents const& shape);
  /// Makes a tensor whose elements are not initialised.
  template <weft::Shape S>
  WEFT_FN any_tensor(uninit_t, weft::dtype t, S const& shape)
      : any_tensor(uninit, t, detail::convert_extents<dynamic_extents>(shape)) {}
  WEFT_API any_tensor(uninit_t, weft::dtype t, dynamic_extents const& shape);
  /// Evaluates a tensor, view or expression, and copies its elements.
  template <Tensorial X>
    requires HasDtype<detail::value_t<X>>
  WEFT_FN explicit any_tensor(X const& x) : any_tensor(dtype_of<detail::value_t<X>>, detail::capture(x).extents()) {
    detail::refuse_followed<X>();
    typed<detail::value_t<X>>() = detail::capture(x);
  }
  /// Takes the memory of a row-major tensor that is moved. A tensor of a small static shape holds its elements in the
  /// object, so they are copied.
  template <class T, auto S>
    requires HasDtype<T>
  WEFT_FN explicit any_tensor(tensor<T, S, row_major>&& x) : type_(dtype_of<T>) {
    if constexpr (requires { static_cast<tensor<T, S, row_major>&&>(x).leaf().keep.get(); }) {
      if (x.data() != nullptr || x.empty()) {
        auto leaf = static_cast<tensor<T, S, row_major>&&>(x).leaf();
        shape_ = detail::convert_extents<dynamic_extents>(leaf.extents());
        keep_ = std::move(leaf.keep);
        return;
      }
    }
    *this = any_tensor(x); // copies the elements; throws if x was moved from
  }
  /// Evaluates an expression at once.
  WEFT_API any_tensor(any_expr<> const& e);
  /// Copies the elements of a view.
  WEFT_FN any_tensor(any_view const& v) : any_tensor(any_expr<>(v)) {}
  WEFT_API any_tensor(any_tensor const& other);
  WEFT_API any_tensor(any_tensor&& other) noexcept;
  WEFT_API any_tensor& operator=(any_tensor other) noexcept;
  /// Evaluates e and stores it as other tensors do. If element type and shape stay the same, the elements go to the
  /// same memory, which views may share.
  template <Untyped E> // a template, so that a = {} calls operator=(any_tensor)
    requires(!std::same_as<E, any_tensor>)
  WEFT_FN any_tensor& operator=(E const& e) {
    return store(e);
  }
  /// Sets all elements to a number, converted as an assignment converts.
  template <Scalar X>
  WEFT_FN any_tensor& operator=(X const& x) {
    whole() = x;
    return *this;
  }
  template <Scalar X>
  WEFT_FN void fill(X const& x) {
    whole() = x;
  }
  WEFT_FN ~any_tensor() = default;

  [[nodiscard]] WEFT_FN weft::dtype dtype() const { return type_; }
  [[nodiscard]] WEFT_FN int rank() const { return shape_.rank(); }
  [[nodiscard]] WEFT_FN index_t extent(index_t k) const {
    return shape_.entry(detail::asked_axis("extent", k, rank()));
  }
  [[nodiscard]] WEFT_FN dynamic_extents const& shape() const { return shape_; }
  [[nodiscard]] WEFT_FN index_t size() const { return detail::count_of(shape_); }
  [[nodiscard]] WEFT_FN bool empty() const { return size() == 0; }
  [[nodiscard]] WEFT_API stride_list<dynamic_extents> strides() const;
  [[nodiscard]] WEFT_FN index_t stride(index_t k) const {
    return strides().entry(detail::asked_axis("stride", k, rank()));
  }
  /// Always true: the memory is row-major, without gaps.
  [[nodiscard]] WEFT_FN bool is_contiguous() const { return true; }
  [[nodiscard]] WEFT_FN weft::ownership ownership() const { return owned; }
  void begin() const WEFT_REFUSED("weft: elements of an any_tensor have a type in u.as<double>() and in visit(f, u)");
  void end() const WEFT_REFUSED("weft: elements of an any_tensor have a type in u.as<double>() and in visit(f, u)");
  [[nodiscard]] WEFT_FN void* data() { return keep_.get() == nullptr ? nullptr : detail::block_data(keep_.get()); }
  [[nodiscard]] WEFT_FN void const* data() const { return const_cast<any_tensor*>(this)->data(); }
  [[nodiscard]] WEFT_FN std::size_t bytes() const { return static_cast<std::size_t>(size()) * item_size(type_); }

  /// Returns a view of the same memory. The view shares ownership of the memory. Throws dtype_error if the elements are
  /// not of type T, shape_error if the rank or a static extent differs from S, and layout_error if the elements are not
  /// in the order `Order`.
  template <class T, auto S = runtime_rank, class Order = strided>
  [[nodiscard]] WEFT_FN view<T, S, Order> as() {
    if (dtype_of<std::remove_const_t<T>> != type_)
      detail::throw_dtype("any_tensor::as", type_, dtype_of<std::remove_const_t<T>>);
    return typed<T>().template as<S, Order>();
  }
  template <class T, auto S = runtime_rank, class Order = strided>
  [[nodiscard]] WEFT_FN view<T const, S, Order> as() const {
    return const_cast<any_tensor*>(this)->as<T const, S, Order>();
  }

  /// Returns a view of the element or part that the subscripts select. The view can be assigned to, and shares
  /// ownership of the memory. The const function returns an expression.
  template <Subscript... A>
  [[nodiscard]] WEFT_FN any_view operator()(A... a) {
    return whole()(a...);
  }
  template <Subscript... A>
  [[nodiscard]] WEFT_FN any_expr<> operator()(A... a) const {
    return any_expr<>(*this)(a...);
  }
  /// Returns the elements that tensors of indices pick, each tensor along its own axis, as a typed tensor does: an
  /// expression, to which one can assign. A tensor of indices may be an any_tensor. Throws dtype_error if indices are
  /// not integers. An index outside its axis throws index_error when the elements are read or written. A single tensor
  /// of bools, which broadcasts to the shape of u, is a mask: u(u > 3) reads as compress(u > 3, u), and u(u > 3) = x
  /// writes as masked(u, u > 3) = x.
  template <class... A>
    requires detail::UntypedIndices<A...>
  [[nodiscard]] WEFT_FN detail::any_picked operator()(A&&... a) {
    return whole()(static_cast<A&&>(a)...);
  }
  template <class... A>
    requires detail::UntypedIndices<A...>
  [[nodiscard]] WEFT_FN any_expr<> operator()(A&&... a) const {
    return const_cast<any_tensor*>(this)->whole()(static_cast<A&&>(a)...);
  }
  template <class... A>
    requires detail::has_mask<A...>
  [[nodiscard]] detail::refused_value operator()(A const&...) const {
    return detail::refused_mask<A...>();
  }
  /// Returns a view of the part that a list of any_subscript selects, as in u.at({0, all}), or of one element, as in
  /// u.at(i, j).
  template <detail::SubscriptRange S>
  [[nodiscard]] WEFT_FN any_view at(S const& list) {
    return whole().at(list);
  }
  [[nodiscard]] WEFT_FN any_view at(std::initializer_list<any_subscript> list) { return whole().at(list); }
  template <class... At>
    requires(detail::Place<At> && ...)
  [[nodiscard]] WEFT_FN any_view at(At... i) {
    return whole().at(i...);
  }
  template <detail::SubscriptRange S>
  [[nodiscard]] WEFT_FN any_expr<> at(S const& list) const {
    return const_cast<any_tensor*>(this)->whole().at(list);
  }
  [[nodiscard]] WEFT_FN any_expr<> at(std::initializer_list<any_subscript> list) const {
    return const_cast<any_tensor*>(this)->whole().at(list);
  }
  template <class... At>
    requires(detail::Place<At> && ...)
  [[nodiscard]] WEFT_FN any_expr<> at(At... i) const {
    return const_cast<any_tensor*>(this)->whole().at(i...);
  }
  /// Returns a view of one element. A range or a braced list holds its indices, one for each axis.
  template <IndexRange At>
  [[nodiscard]] WEFT_FN any_view operator[](At const& index) {
    return whole()[index];
  }
  [[nodiscard]] WEFT_FN any_view operator[](std::initializer_list<detail::any_index> index) { return whole()[index]; }
  template <IndexRange At>
  [[nodiscard]] WEFT_FN any_expr<> operator[](At const& index) const {
    return const_cast<any_tensor*>(this)->whole()[index];
  }
  [[nodiscard]] WEFT_FN any_expr<> operator[](std::initializer_list<detail::any_index> index) const {
    return const_cast<any_tensor*>(this)->whole()[index];
  }

  template <AnyOperand X>
  WEFT_FN any_tensor& operator+=(X&& x) {
    return become("operator+=", *this + static_cast<X&&>(x));
  }
  template <AnyOperand X>
  WEFT_FN any_tensor& operator-=(X&& x) {
    return become("operator-=", *this - static_cast<X&&>(x));
  }
  template <AnyOperand X>
  WEFT_FN any_tensor& operator*=(X&& x) {
    return become("operator*=", *this * static_cast<X&&>(x));
  }
  template <AnyOperand X>
  WEFT_FN any_tensor& operator/=(X&& x) {
    return become("operator/=", *this / static_cast<X&&>(x));
  }
  template <AnyOperand X>
  WEFT_FN any_tensor& operator%=(X&& x) {
    return become("operator%=", *this % static_cast<X&&>(x));
  }
  template <AnyOperand X>
  WEFT_FN any_tensor& operator&=(X&& x) {
    return become("operator&=", *this & static_cast<X&&>(x));
  }
  template <AnyOperand X>
  WEFT_FN any_tensor& operator|=(X&& x) {
    return become("operator|=", *this | static_cast<X&&>(x));
  }
  template <AnyOperand X>
  WEFT_FN any_tensor& operator^=(X&& x) {
    return become("operator^=", *this ^ static_cast<X&&>(x));
  }

  template <class T, auto S, class O>
  operator tensor<T, S, O>() const WEFT_REFUSED("weft: x.as<double, 2>() names what the elements and the rank are");

  /// Returns true if element types, shapes and elements are equal. Never throws.
  [[nodiscard]] WEFT_FN friend bool operator==(any_tensor const& a, any_tensor const& b) {
    return a.type_ == b.type_ && a.shape_ == b.shape_ && detail::equal_elements(a.type_, a.size(), a.data(), b.data());
  }

private:
  friend struct detail::untyped_access;
  [[nodiscard]] WEFT_API detail::program_ref program() const;
  [[nodiscard]] WEFT_API any_view whole();
  WEFT_API any_tensor& store(any_expr<> const& e);
  WEFT_API any_tensor& become(char const* operation, any_expr<> const& e);
  template <class T>
  WEFT_FN view<T> typed() {
    return detail::row_major_view(static_cast<T*>(data()), shape_, detail::storage_ref::own(keep_.get()));
  }
  weft::dtype type_;
  dynamic_extents shape_;
  detail::storage_ref keep_;
  detail::kept_part part_;
};

/// Evaluates an expression and returns its elements.
template <Untyped X>
[[nodiscard]] WEFT_FN any_tensor eval(X const& x) {
  return any_tensor(any_expr<>(x));
}

/// Returns a new any_tensor with the elements of x, which may be a view: copy(transpose(x)) stores them in the order of
/// the view.
template <Untyped X>
[[nodiscard]] WEFT_FN any_tensor copy(X const& x) {
  return eval(x);
}

namespace detail {
WEFT_FN inline any_tensor const& evaluated_tensor(any_tensor const& x) {
  return x;
}
template <Untyped X>
WEFT_FN any_tensor evaluated_tensor(X const& x) {
  return any_tensor(any_expr<>(x));
}
WEFT_FN inline any_tensor untyped_access::relabelled(any_tensor&& bytes, dtype t) {
  bytes.type_ = t;
  return static_cast<any_tensor&&>(bytes);
}
WEFT_FN inline any_tensor untyped_access::adopted(dtype t, dynamic_extents const& shape, storage_ref keep) {
  any_tensor out;
  out.type_ = t;
  out.shape_ = shape;
  out.keep_ = std::move(keep);
  return out;
}
WEFT_FN inline any_view untyped_access::view_of(any_tensor& x) {
  return x.whole();
}
WEFT_FN inline any_view untyped_access::view_of(any_view const& x) {
  return x;
}
template <class F>
WEFT_FN any_view untyped_access::windowed_view(any_view const& x, F const& f) {
  return x.window({&f, &apply_transformation<F>});
}

/// A type of operand with memory to write to: an any_tensor that is not const, or an any_view.
template <class X>
concept UntypedMemory = std::same_as<X, any_tensor> || std::same_as<std::remove_const_t<X>, any_view>;
/// True if V, deduced from V&&, is a target that a function may write to: an any_tensor lvalue, or an any_view.
template <class V>
inline constexpr bool is_untyped_target =
    std::is_same_v<V, any_tensor&> || std::is_same_v<std::remove_cvref_t<V>, any_view>;
template <class V>
concept UntypedTarget = is_untyped_target<V>; // Clang lists each part of a concept, but only the value of a constant
template <UntypedMemory X, class F>
WEFT_FN any_view untyped_subview(answered_above, X& x, F const& f) {
  return untyped_access::windowed_view(untyped_access::view_of(x), f);
}
template <UntypedMemory X, class F>
WEFT_FN any_view regrouped_untyped(answered_above, X& x, F const& f) {
  return untyped_subview(answered_above{}, x, f);
}
} // namespace detail

/// Returns true if element types, shapes and elements are equal. Evaluates expressions first.
template <Untyped A, Untyped B>
  requires(!(std::same_as<A, any_tensor> && std::same_as<B, any_tensor>))
[[nodiscard]] WEFT_FN bool operator==(A const& a, B const& b) {
  return detail::evaluated_tensor(a) == detail::evaluated_tensor(b);
}

/// Returns true if shapes and element types are equal.
template <Untyped A, Untyped B>
[[nodiscard]] WEFT_FN bool same_shape_and_type(A const& a, B const& b) {
  return a.dtype() == b.dtype() && a.shape() == b.shape();
}
template <Untyped A, Tensorial B>
[[nodiscard]] WEFT_FN bool same_shape_and_type(A const& a, B const& b) {
  return same_shape_and_type(a, any_expr<>(b));
}
template <Tensorial A, Untyped B>
[[nodiscard]] WEFT_FN bool same_shape_and_type(A const& a, B const& b) {
  return same_shape_and_type(any_expr<>(a), b);
}

template <Untyped X>
void enumerate(X const&) WEFT_REFUSED("weft: enumerate(u.as<double>()) of an any_tensor, or visit(f, u)");
template <class = void, Untyped X>
void to_nested(X const&) WEFT_REFUSED("weft: to_nested(u.as<double>()) of an any_tensor, or visit(f, u)");
template <Untyped X, class E>
void explain(X const&, E const&)
    WEFT_REFUSED("weft: explain([&] { u = e; }) runs a statement of any_tensors and tells");

namespace detail {
template <class L, class F, class X, class... More>
WEFT_FN decltype(auto) visit_among(L list, F&& f, X&& x, More&&... more) {
  return with_dtype(list, x.dtype(), [&]<class T>(std::type_identity<T>) -> decltype(auto) {
    if constexpr (sizeof...(More) == 0)
      return f(x.template as<T>());
    else
      return visit_among(
          list, [&](auto... others) -> decltype(auto) { return f(x.template as<T>(), std::move(others)...); }, more...);
  });
}
} // namespace detail

/// Calls f with a typed view of each operand and returns its result. A view of a const any_tensor is read-only. Every
/// call must return the same type. f is compiled for each combination of element types: 15 for one operand, 225 for
/// two.
template <class F, class... X>
  requires(sizeof...(X) > 0 && (detail::UntypedMemory<std::remove_cvref_t<X>> && ...))
WEFT_FN decltype(auto) visit(F&& f, X&&... x) {
  return detail::visit_among(detail::every_type{}, f, x...);
}
/// Calls f with a typed view of each operand, for the listed element types only: visit(types<float, double>, f, x, y).
/// Throws dtype_error, which names the listed types, for an operand of another type.
template <class... T, class F, class... X>
  requires(sizeof...(T) > 0 && sizeof...(X) > 0 && (detail::UntypedMemory<std::remove_cvref_t<X>> && ...))
WEFT_FN decltype(auto) visit(types_t<T...> list, F&& f, X&&... x) {
  return detail::visit_among(list, f, x...);
}

} // namespace weft
