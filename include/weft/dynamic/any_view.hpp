#pragma once
#include <weft/dynamic/untyped.hpp>
#include <weft/tensor/memory.hpp>

namespace weft {

class any_view;

namespace detail {

/// A list of subscripts of which at least one is a tensor of indices, or a single mask.
template <class... A>
concept UntypedIndices = (((Subscript<A> || IndexTensor<A> || Untyped<A>) && ...) && !(Subscript<A> && ...)) ||
                         (sizeof...(A) == 1 && (MaskTensor<A> && ...));
/// True for a mask beside other subscripts, which is refused.
template <class... A>
inline constexpr bool has_mask = sizeof...(A) > 1 && (MaskTensor<A> || ...);

template <class... A>
WEFT_FN refused_value refused_mask() {
  static_assert(always_false<A...>, "weft: a mask stands alone, as in u(mask): among others nonzero(mask)[0] picks");
  return {};
}

/// The subscripts of a call of which at least one is a tensor of indices. Where `indices` holds a tensor, `at` holds
/// all.
template <class... A>
struct pick_list {
  static constexpr int count = sizeof...(A);
  any_subscript at[sizeof...(A)];
  program_ref indices[sizeof...(A)]; ///< a tensor of indices, or null where `at` holds a subscript

  WEFT_FN explicit pick_list(A&&... a) : at{subscript(a)...}, indices{index(static_cast<A&&>(a))...} {
    static_assert((0 + ... + int(std::same_as<std::remove_cvref_t<A>, ellipsis_t>)) <= 1,
                  "weft: more than one ellipsis");
  }

private:
  template <class B>
  WEFT_FN static any_subscript subscript(B const& b) {
    if constexpr (Subscript<B>)
      return b;
    else
      return {};
  }
  template <class B>
  WEFT_FN static program_ref index(B&& b) {
    if constexpr (Subscript<B>)
      return {};
    else
      return as_untyped(static_cast<B&&>(b)).program;
  }
};

/// Returns the elements of `whole` that tensors of indices pick, as in a(i, all). The indices are checked when the
/// elements are read.
[[nodiscard]] WEFT_API program_ref picked_program(program_ref const& whole, any_subscript const* at,
                                                  program_ref const* indices, int count);

/// Gives the handle D compound assignments to elements whose type is known at run time. D has a function update(name,
/// operation, value); operation -1 is a plain assignment.
template <class D>
class untyped_target {
public:
  template <AnyOperand X>
  WEFT_FN D const& operator+=(X&& x) const {
    return change<op::plus>(op::plus::compound_name, static_cast<X&&>(x));
  }
  template <AnyOperand X>
  WEFT_FN D const& operator-=(X&& x) const {
    return change<op::minus>(op::minus::compound_name, static_cast<X&&>(x));
  }
  template <AnyOperand X>
  WEFT_FN D const& operator*=(X&& x) const {
    return change<op::times>(op::times::compound_name, static_cast<X&&>(x));
  }
  template <AnyOperand X>
  WEFT_FN D const& operator/=(X&& x) const {
    return change<op::divide>(op::divide::compound_name, static_cast<X&&>(x));
  }
  template <AnyOperand X>
  WEFT_FN D const& operator%=(X&& x) const {
    return change<op::modulo>("operator%=", static_cast<X&&>(x));
  }
  template <AnyOperand X>
  WEFT_FN D const& operator&=(X&& x) const {
    return change<op::bit_and>("operator&=", static_cast<X&&>(x));
  }
  template <AnyOperand X>
  WEFT_FN D const& operator|=(X&& x) const {
    return change<op::bit_or>("operator|=", static_cast<X&&>(x));
  }
  template <AnyOperand X>
  WEFT_FN D const& operator^=(X&& x) const {
    return change<op::bit_xor>("operator^=", static_cast<X&&>(x));
  }

protected:
  template <class X>
  WEFT_FN D const& write(X&& x) const {
    D const& self = static_cast<D const&>(*this);
    self.update("assignment", -1, as_untyped(static_cast<X&&>(x)));
    return self;
  }

private:
  template <class F, class X>
  WEFT_FN D const& change(char const* name, X&& x) const {
    D const& self = static_cast<D const&>(*this);
    self.update(name, operation_number<F>, as_untyped(static_cast<X&&>(x)));
    return self;
  }
};

/// The result of u(indices, ...) of an any_tensor or any_view: an expression, and elements to which one can assign. If
/// several values go to one element, the last one stays; u(i) += x adds once to an element that i lists several times.
/// u(mask) has the elements where the mask is true, row by row, as a vector; the mask is read when u(mask) is made. In
/// u(mask) = x, x must broadcast to the shape of u, and not to the shape of the vector.
class any_picked : public any_expr<>, public untyped_target<any_picked> {
public:
  WEFT_FN explicit any_picked(any_expr<> const& picked) : any_expr<>(picked) {}
  WEFT_FN any_picked(any_picked const&) = default;
  WEFT_FN any_picked const& operator=(any_picked const& x) const { return write(static_cast<any_expr<> const&>(x)); }
  template <AnyOperand X>
  WEFT_FN any_picked const& operator=(X&& x) const {
    return write(static_cast<X&&>(x));
  }
  WEFT_FN ~any_picked() = default;

private:
  friend untyped_target;
  WEFT_API void update(char const* name, int operation, untyped_operand value) const;
};

} // namespace detail

/// A strided window of the memory of an any_tensor, or of a tensor: a handle, as view<T> is, whose element type and
/// rank are known at run time. It shares ownership of the memory of an any_tensor, and borrows the memory of a named
/// tensor. It is an operand as an any_tensor is. An assignment writes to that memory: the elements are broadcast to the
/// shape of the view and converted as an assignment to a typed view converts them. It throws shape_error where the
/// shapes do not broadcast, and dtype_error where the conversion needs cast<T>; then nothing is written. v = w of two
/// views could mean elements or handles and is refused: v(ellipsis) = w writes, v.rebind(w) points elsewhere.
class any_view : public detail::untyped_target<any_view> {
public:
  using weft_untyped = void;
  static constexpr int static_rank = -1;

  /// Makes a view of the memory of a tensor or view, which must be writable.
  template <Stored X>
    requires HasDtype<detail::value_t<X>>
  WEFT_FN explicit any_view(X&& x) : any_view(static_cast<X&&>(x).window().window_leaf(), made_of{}) {}
  WEFT_FN any_view(any_view const&) = default;
  WEFT_FN ~any_view() = default;

  [[nodiscard]] WEFT_FN weft::dtype dtype() const { return type_; }
  [[nodiscard]] WEFT_FN int rank() const { return place_.rank(); }
  [[nodiscard]] WEFT_FN index_t extent(index_t k) const {
    return place_.extent(detail::asked_axis("extent", k, rank()));
  }
  [[nodiscard]] WEFT_FN dynamic_extents const& shape() const { return place_.extents(); }
  [[nodiscard]] WEFT_FN index_t stride(index_t k) const {
    return place_.stride(detail::asked_axis("stride", k, rank()));
  }
  [[nodiscard]] WEFT_FN auto strides() const { return place_.strides(); }
  [[nodiscard]] WEFT_FN index_t size() const { return place_.size(); }
  [[nodiscard]] WEFT_FN bool empty() const { return size() == 0; }
  [[nodiscard]] WEFT_FN void* data() const { return data_; }
  void begin() const WEFT_REFUSED("weft: elements of an any_view have a type in v.as<double>() and in visit(f, v)");
  void end() const WEFT_REFUSED("weft: elements of an any_view have a type in v.as<double>() and in visit(f, v)");
  /// Returns true if the elements lie without gaps in row-major order.
  [[nodiscard]] WEFT_FN bool is_contiguous() const { return detail::is_gapless(place_, true); }
  [[nodiscard]] WEFT_FN weft::ownership ownership() const { return keep_.owns() ? shared : borrowed; }

  /// Returns a typed view of the same memory, with the errors of any_tensor::as.
  template <class T, auto S = runtime_rank, class Order = strided>
  [[nodiscard]] WEFT_FN view<T, S, Order> as() const {
    if (dtype_of<std::remove_const_t<T>> != type_)
      detail::throw_dtype("any_view::as", type_, dtype_of<std::remove_const_t<T>>);
    return detail::strided_view(static_cast<T*>(data_), place_.extents(), place_.strides(), keep_)
        .template as<S, Order>();
  }
  /// Returns the one element of a view of rank 0. Throws shape_error for another rank, and dtype_error where an
  /// assignment would not convert the element to U.
  template <class U>
    requires(is_number<U> && HasDtype<U>)
  WEFT_FN explicit operator U() const {
    U value{};
    detail::write_element(program(), dtype_of<U>, &value);
    return value;
  }

  /// Returns a view of the part, or of the one element, that the subscripts select.
  template <Subscript... A>
  [[nodiscard]] WEFT_FN any_view operator()(A... a) const {
    detail::subscript_list<A...> const list(a...);
    return subview(list.at, list.count);
  }
  /// Returns the elements that tensors of indices, or a single mask, pick.
  template <class... A>
    requires detail::UntypedIndices<A...>
  [[nodiscard]] WEFT_FN detail::any_picked operator()(A&&... a) const {
    detail::pick_list<A...> const list(static_cast<A&&>(a)...);
    return picked(list.at, list.indices, list.count);
  }
  template <class... A>
    requires detail::has_mask<A...>
  [[nodiscard]] detail::refused_value operator()(A const&...) const {
    return detail::refused_mask<A...>();
  }
  /// Returns a view of the part that a list of subscripts selects. The program can make the list at run time: u.at({0,
  /// all}), u.at(vector).
  template <detail::SubscriptRange S>
  [[nodiscard]] WEFT_FN any_view at(S const& list) const {
    return subview(std::data(list), static_cast<int>(std::size(list)));
  }
  [[nodiscard]] WEFT_FN any_view at(std::initializer_list<any_subscript> list) const {
    return subview(list.begin(), static_cast<int>(list.size()));
  }
  /// Returns a view of one element, which has the index i along the axes.
  template <class... At>
    requires(detail::Place<At> && ...)
  [[nodiscard]] WEFT_FN any_view at(At... i) const {
    any_subscript const list[] = {any_subscript(i)..., {}};
    return element(list, int(sizeof...(At)));
  }
  template <IndexRange At>
  [[nodiscard]] WEFT_FN any_view operator[](At const& index) const {
    index_t i[max_rank];
    detail::resolve_element_range(shape(), i, index);
    any_subscript list[max_rank];
    for (int k = 0; k < rank(); ++k)
      list[k] = i[k];
    return element(list, rank());
  }
  [[nodiscard]] WEFT_FN any_view operator[](std::initializer_list<detail::any_index> index) const {
    return operator[]<std::initializer_list<detail::any_index>>(index);
  }

  /// Makes this view a view of the memory, type and shape of `other`. Copies no elements.
  WEFT_FN void rebind(any_view const& other) {
    type_ = other.type_;
    place_ = other.place_;
    data_ = other.data_;
    keep_ = other.keep_;
  }
  void operator=(any_view const&) const& WEFT_REFUSED("weft: v(ellipsis) = w writes, v.rebind(w) points elsewhere");
  WEFT_FN any_view const& operator=(any_view const& x) const&& { return write(x); }
  template <AnyOperand X>
    requires(!std::same_as<std::remove_cvref_t<X>, any_view>)
  WEFT_FN any_view const& operator=(X&& x) const {
    return write(static_cast<X&&>(x));
  }
  /// Sets all elements to a number.
  template <Scalar X>
  WEFT_FN void fill(X const& x) const {
    write(x);
  }

  template <class T, auto S, class O>
  operator tensor<T, S, O>() const WEFT_REFUSED("weft: v.as<double, 2>() names what the elements and the rank are");

private:
  friend struct detail::untyped_access;
  friend detail::untyped_target<any_view>;
  friend class any_tensor;
  struct made_of {};
  template <class T, class L, class K>
  WEFT_FN any_view(strided_leaf<T, L, K> const& leaf, made_of)
      : any_view(dtype_of<T>, leaf.data, detail::any_strides(leaf.place), detail::storage_ref(leaf.keep)) {
    static_assert(!std::is_const_v<T>, "weft: an any_view writes: of what only reads, any_expr<>(x) is an expression");
  }
  WEFT_FN any_view(weft::dtype type, void* data, layout<dynamic_extents, strided> const& place,
                   detail::storage_ref keep)
      : type_(type), data_(data), place_(place), keep_(std::move(keep)) {}
  [[nodiscard]] WEFT_API detail::program_ref program() const;
  [[nodiscard]] WEFT_API any_view subview(any_subscript const* at, int count) const;
  [[nodiscard]] WEFT_API any_view element(any_subscript const* at, int count) const;
  [[nodiscard]] WEFT_API any_view window(detail::erased_transformation const& f) const;
  [[nodiscard]] WEFT_FN detail::any_picked picked(any_subscript const* at, detail::program_ref const* indices,
                                                  int count) const {
    return detail::any_picked(
        detail::untyped_access::expression_of(detail::picked_program(program(), at, indices, count)));
  }
  WEFT_API void update(char const* name, int operation, detail::untyped_operand value) const;

  weft::dtype type_;
  void* data_;
  layout<dynamic_extents, strided> place_;
  detail::storage_ref keep_;
};

} // namespace weft
