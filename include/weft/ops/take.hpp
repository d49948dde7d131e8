#pragma once
#include <weft/eval/gather.hpp>
#include <weft/ops/rearrange.hpp>

// Elements picked by tensors of indices: take(a, i, 0), and a(i, all), to which one can assign. Lazy: an assignment
// moves the elements straight into its target, in one loop over a table of offsets, which is the one temporary. Where
// the target overlaps what is read, or the result stands inside a larger expression, there is one more. An operand that
// is no tensor or view is evaluated before, whole. Indices are always checked: index_error, and nothing is written;
// negative ones never wrap.
//
// Between other subscripts the tensors broadcast to one shape, whose axes stand where the first of them stands; NumPy
// moves them to the front where another subscript but an integer separates them. Of several values for one element the
// last one stays, in row-major order; a(i) += x adds once, however often an index occurs.
namespace weft {

namespace detail {

/// Axes that tensors index.
template <int Count>
struct axes_picker {
  int axes[Count];

  template <class Layout, class F, class... I>
  WEFT_FN void operator()(Layout const& l, session& s, F const& f, I const&... indices) const {
    const auto whole = convert_extents<dynamic_extents>(l.extents());
    const auto strides = convert_extents<dynamic_extents>(l.strides());
    int k = 0;
    const auto offset_on_next_axis = [&] {
      const int axis = axes[k++];
      return axis_offset{axis, whole[axis], strides[axis]};
    };
    // Braces evaluate left to right.
    const pack<node<axis_offset, I>...> offsets{node<axis_offset, I>(offset_on_next_axis(), I(indices))...};
    const auto table = [&]<int... K>(std::integer_sequence<int, K...>) {
      return offset_table(added(get<K>(offsets)...), s);
    }(std::make_integer_sequence<int, Count>{});
    f(pick_axes(whole, strides, axes, Count, convert_extents<dynamic_extents>(table.extents())), table.data);
  }

private:
  template <class A>
  WEFT_FN static A added(A a) {
    return a;
  }
  template <class A, class B, class... C>
  WEFT_FN static auto added(A a, B b, C... c) {
    return added(node<op::plus, A, B>(op::plus{}, std::move(a), std::move(b)), std::move(c)...);
  }
};

/// One axis, indexed at each place of the others.
struct line_picker {
  char const* operation;
  int axis;

  template <class Layout, class F, class I>
  WEFT_FN void operator()(Layout const& l, session& s, F const& f, I const& indices) const {
    const auto whole = convert_extents<dynamic_extents>(l.extents()),
               strides = convert_extents<dynamic_extents>(l.strides());
    const auto table = offset_table(node<axis_offset, I>(axis_offset{axis, whole[axis], strides[axis]}, I(indices)), s);
    f(pick_along(operation, whole, strides, axis, convert_extents<dynamic_extents>(table.extents())), table.data);
  }
};

/// Row-major numbers.
struct number_picker {
  template <class Layout, class F, class I>
  WEFT_FN void operator()(Layout const& l, session& s, F const& f, I const& numbers) const {
    const auto table = offset_table(node<number_offset, I>(number_offset(l), I(numbers)), s);
    f(pick_numbers(convert_extents<dynamic_extents>(table.extents())), table.data);
  }
};

/// The rank of an operand whose `Picked` axes are indexed.
template <int R, int Picked, int Indices>
inline constexpr int picked_rank = R < 0 || Indices < 0 ? -1 : R - Picked + Indices;

template <int Rank, class How, class E, class... I>
WEFT_FN auto gathered(char const* operation, How const& how, dynamic_extents const& shape, E e, I... indices) {
  using to = dims<Rank>;
  return make_deferred(operation, gathering<typename E::value_type, to, How>{{}, how}, convert_extents<to>(shape),
                       static_cast<E&&>(e), static_cast<I&&>(indices)...);
}

template <int Rank, class E, class... I>
WEFT_FN auto gathered_axes(int const* axes, E e, I... indices) {
  axes_picker<int(sizeof...(I))> how;
  for (int k = 0; k < int(sizeof...(I)); ++k)
    how.axes[k] = axes[k];
  const auto whole = convert_extents<dynamic_extents>(e.extents());
  const auto picked = convert_extents<dynamic_extents>(common_extents("subscript", indices.extents()...));
  return gathered<Rank>("take", how, pick_axes(whole, whole, axes, sizeof...(I), picked).extents, static_cast<E&&>(e),
                        static_cast<I&&>(indices)...);
}

/// What a(indices, ...) of a tensor or view is: an operand like others, of the type Picked, and elements to assign to.
template <class Picked, class T, class Layout>
class picked_elements : public Picked {
  using V = std::remove_const_t<T>;

public:
  using captured_type = Picked; ///< what an expression takes

  WEFT_INLINE picked_elements(Picked p, T* data, Layout const& from)
      : Picked(static_cast<Picked&&>(p)), data_(data), from_(from) {}
  WEFT_INLINE picked_elements(picked_elements const&) = default;
  WEFT_INLINE picked_elements(picked_elements&&) = default;
  WEFT_INLINE ~picked_elements() = default;

  WEFT_INLINE picked_elements const& operator=(picked_elements const& x) const {
    return write(static_cast<Picked const&>(x));
  }
  WEFT_INLINE picked_elements& operator=(picked_elements const& x) {
    write(static_cast<Picked const&>(x));
    return *this;
  }
  template <Operand X>
  WEFT_INLINE picked_elements const& operator=(X const& x) const {
    return write(capture<V>(x));
  }
  template <Operand X>
  WEFT_INLINE picked_elements const& operator+=(X const& x) const {
    return write_with<op::plus>(x);
  }
  template <Operand X>
  WEFT_INLINE picked_elements const& operator-=(X const& x) const {
    return write_with<op::minus>(x);
  }
  template <Operand X>
  WEFT_INLINE picked_elements const& operator*=(X const& x) const {
    return write_with<op::times>(x);
  }
  template <Operand X>
  WEFT_INLINE picked_elements const& operator/=(X const& x) const {
    return write_with<op::divide>(x);
  }

private:
  template <class E>
  WEFT_FN picked_elements const& write(E const& e) const {
    if constexpr (may_store<T, E>())
      write_at(e, std::make_integer_sequence<int, std::remove_cvref_t<decltype(Picked::operands)>::count - 1>{});
    return *this;
  }
  template <class E, int... I>
  WEFT_FN void write_at(E const& e, std::integer_sequence<int, I...>) const {
    const strided_leaf<T, Layout> target(data_, from_, get<0>(Picked::operands).keep.watched());
    scatter(target, Picked::extents(), Picked::operation.how, e, get<I + 1>(Picked::operands)...);
  }
  template <class F, class X>
  WEFT_FN picked_elements const& write_with(X const& x) const {
    return write(make_binary<F>(static_cast<Picked const&>(*this), x));
  }
  T* data_;
  Layout from_;
};

/// Subscripts with all in the place of each tensor, and the axes of what they give that the tensors index.
template <class A>
WEFT_INLINE auto without_tensor(A const& a) {
  if constexpr (Subscript<A>)
    return a;
  else
    return weft::all;
}
template <class... A>
struct tensor_subscripts {
  static constexpr bool is_tensor[] = {!Subscript<A>...};
  static constexpr int count = (0 + ... + int(!Subscript<A>));
  using slices = slicer<decltype(without_tensor(std::declval<A const&>()))...>;

  /// `rank` is that of the operand.
  WEFT_FN static void find_axes(int rank, int* axes) {
    constexpr int produces[] = {produced<decltype(without_tensor(std::declval<A const&>()))>...};
    constexpr bool is_ellipsis[] = {std::same_as<A, ellipsis_t>...};
    int axis = 0;
    for (int k = 0; k < int(sizeof...(A)); ++k) {
      if (is_tensor[k])
        *axes++ = axis;
      axis += is_ellipsis[k] ? rank - slices::taken : produces[k];
    }
  }
};

/// Calls f with the tensors among subscripts, captured.
template <class F>
WEFT_INLINE auto with_tensors(F const& f) {
  return f();
}
template <class F, class A, class... B>
WEFT_INLINE auto with_tensors(F const& f, A&& a, B&&... b) {
  if constexpr (Subscript<std::remove_cvref_t<A>>)
    return with_tensors(f, static_cast<B&&>(b)...);
  else
    return with_tensors([&](auto... rest) { return f(capture(static_cast<A&&>(a)), std::move(rest)...); },
                        static_cast<B&&>(b)...);
}

template <class E, class... A>
WEFT_FN auto pick(E const& e, A&&... a) {
  using subscripts = tensor_subscripts<std::remove_cvref_t<A>...>;
  const auto whole = window_of(e, typename subscripts::slices{make_pack(without_tensor(a)...)});
  int axes[subscripts::count];
  subscripts::find_axes(e.extents().rank(), axes);
  return with_tensors(
      [&](auto... indices) {
        constexpr int from = std::remove_cvref_t<decltype(whole)>::static_rank;
        using shape_of_indices = std::remove_cvref_t<decltype(common_extents("subscript", indices.extents()...))>;
        constexpr int rank = picked_rank<from, subscripts::count, shape_of_indices::static_rank>;
        if constexpr (requires {
                        whole.data;
                        whole.keep;
                      }) {
          using element = std::remove_pointer_t<decltype(whole.data)>;
          auto picked =
              gathered_axes<rank>(axes, leaf_as<const std::remove_const_t<element>>(whole), std::move(indices)...);
          using place = std::remove_cvref_t<decltype(whole.place)>;
          return picked_elements<decltype(picked), element, place>(std::move(picked), whole.data, whole.place);
        } else {
          return gathered_axes<rank>(axes, whole, std::move(indices)...);
        }
      },
      static_cast<A&&>(a)...);
}

template <class V, class How, class S, class X, class I>
WEFT_FN void put_at(V&& v, How const& how, S const& shape, X const& x, I const& indices) {
  const auto leaf = static_cast<V&&>(v).window().window_leaf();
  using T = std::remove_pointer_t<decltype(leaf.data)>;
  const auto e = capture<std::remove_const_t<T>>(x);
  if constexpr (may_store<T, std::remove_const_t<decltype(e)>>())
    scatter(leaf.template borrowed<T>(), shape, how, e, indices);
}

} // namespace detail

/// The elements of x whose indices along an axis are listed, in that order: the axes of `indices` stand in the place of
/// the axis. An index may occur any number of times.
template <Tensorial X, detail::IndexTensor I, detail::Axis A>
[[nodiscard]] WEFT_FN auto take(X&& x, I&& indices, A axis) {
  auto e = detail::capture(static_cast<X&&>(x));
  const int k = detail::check_axis("take", detail::as_axis<X>(axis), e.rank());
  constexpr int rank = detail::picked_rank<detail::rank_of<X>, 1, detail::rank_of<I>>;
  return detail::gathered_axes<rank>(&k, std::move(e), detail::capture(static_cast<I&&>(indices)));
}
/// The elements of x with the row-major numbers listed, in the shape of `numbers`.
template <Tensorial X, detail::IndexTensor I>
[[nodiscard]] WEFT_FN auto take(X&& x, I&& numbers) {
  auto i = detail::capture(static_cast<I&&>(numbers));
  const auto shape = detail::convert_extents<dynamic_extents>(i.extents());
  return detail::gathered<detail::rank_of<I>>("take", detail::number_picker{}, shape,
                                              detail::capture(static_cast<X&&>(x)), std::move(i));
}
template <Tensorial X, class I, class... A>
  requires(Scalar<I> || detail::ForeignRange<I>)
void take(X&&, I&&, A...) WEFT_REFUSED("weft: indices are a tensor, as borrow(v) is; of one index: slice(a, k, i)");
/// At each place of the other axes the elements whose indices along one axis stand there, as of NumPy's
/// take_along_axis: take_along(a, argsort(a, k), k) is sorted. On the other axes x and indices broadcast.
template <Tensorial X, detail::IndexTensor I, detail::Axis A>
[[nodiscard]] WEFT_FN auto take_along(X&& x, I&& indices, A axis) {
  auto e = detail::capture(static_cast<X&&>(x));
  auto i = detail::capture(static_cast<I&&>(indices));
  const auto whole = detail::convert_extents<dynamic_extents>(e.extents());
  const index_t k = detail::as_axis<X>(axis);
  const auto map =
      detail::pick_along("take_along", whole, whole, k, detail::convert_extents<dynamic_extents>(i.extents()));
  constexpr int rank = detail::rank_of<X> < 0 ? -1 : detail::rank_of<I> < 0 ? -1 : detail::rank_of<X>;
  const detail::line_picker how{"take_along", static_cast<int>(k)};
  return detail::gathered<rank>("take_along", how, map.extents, std::move(e), std::move(i));
}

/// Writes the elements of v with the row-major numbers listed; x broadcasts to the shape of `numbers`. Of several
/// values for one element the last one stays, in row-major order.
template <Stored V, detail::IndexTensor I, Operand X>
WEFT_FN void put(V&& v, I const& numbers, X const& x) {
  const auto i = detail::capture(numbers);
  detail::put_at(static_cast<V&&>(v), detail::number_picker{}, i.extents(), x, i);
}
/// Writes the elements that take_along reads.
template <Stored V, detail::IndexTensor I, Operand X, detail::Axis A>
WEFT_FN void put_along(V&& v, I const& indices, X const& x, A axis) {
  auto i = detail::capture(indices);
  const auto whole = detail::convert_extents<dynamic_extents>(v.shape());
  const index_t k = detail::as_axis<V>(axis);
  const auto map =
      detail::pick_along("put_along", whole, whole, k, detail::convert_extents<dynamic_extents>(i.extents()));
  detail::put_at(static_cast<V&&>(v), detail::line_picker{"put_along", static_cast<int>(k)}, map.extents, x, i);
}

} // namespace weft
