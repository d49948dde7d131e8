#pragma once
#include <weft/eval/gather.hpp>

// a(i, all) with tensors of indices among the subscripts: an operand like others, and elements to which one can assign.
//
// Between other subscripts the tensors broadcast to one shape, whose axes stand where the first of them stands; NumPy
// moves them to the front where another subscript but an integer separates them. Of several values for one element the
// last one stays, in row-major order; a(i) += x adds once, however often an index occurs.
namespace weft::detail {

/// Axes that tensors index.
template <class... I>
struct axes_picker {
  pack<I...> indices;
  int axes[sizeof...(I)];

  WEFT_INLINE axes_picker(int const* a, I... i) : indices(static_cast<I&&>(i)...) {
    for (int k = 0; k < int(sizeof...(I)); ++k)
      axes[k] = a[k];
  }
  WEFT_INLINE axes_picker(axes_picker const&) = default;
  WEFT_INLINE axes_picker(axes_picker&&) = default;
  WEFT_INLINE axes_picker& operator=(axes_picker const&) = default;
  WEFT_INLINE axes_picker& operator=(axes_picker&&) = default;
  WEFT_INLINE ~axes_picker() = default;

  WEFT_FN bool reads(footprint const& bytes, session& s) const {
    return with_indices([&](auto const&... i) { return (int(reads_memory(i, bytes, s)) | ...) != 0; });
  }
  template <class Layout, class F>
  WEFT_FN void operator()(Layout const& l, session& s, F const& f) const {
    const auto whole = convert_extents<dynamic_extents>(l.extents());
    const auto strides = convert_extents<dynamic_extents>(l.strides());
    const auto table = [&]<int... K>(std::integer_sequence<int, K...>) {
      return offset_table(
          added(node<axis_offset, I>(axis_offset{axes[K], whole[axes[K]], strides[axes[K]]}, I(get<K>(indices)))...),
          s);
    }(std::make_integer_sequence<int, int(sizeof...(I))>{});
    f(pick_axes(whole, strides, axes, sizeof...(I), convert_extents<dynamic_extents>(table.extents())), table.data);
  }
  /// The shape to which the indices broadcast.
  WEFT_FN auto extents() const {
    return with_indices([](auto const&... i) { return common_extents("subscript", i.extents()...); });
  }

private:
  template <class F>
  WEFT_FN auto with_indices(F const& f) const {
    return [&]<int... K>(std::integer_sequence<int, K...>) {
      return f(get<K>(indices)...);
    }(std::make_integer_sequence<int, int(sizeof...(I))>{});
  }
  template <class A>
  WEFT_FN static A added(A a) {
    return a;
  }
  template <class A, class B, class... C>
  WEFT_FN static auto added(A a, B b, C... c) {
    return added(node<op::plus, A, B>(op::plus{}, std::move(a), std::move(b)), std::move(c)...);
  }
};

/// The rank of an operand whose `Picked` axes are indexed.
template <int R, int Picked, int Indices>
inline constexpr int picked_rank = R < 0 || Indices < 0 ? -1 : R - Picked + Indices;

template <int Rank, class E, class How>
WEFT_FN auto gathered(E e, How how, dynamic_extents const& shape) {
  using to = dims<Rank>;
  return gathering<E, to, How>(static_cast<E&&>(e), static_cast<How&&>(how), convert_extents<to>(shape));
}

template <int Rank, class E, class... I>
WEFT_FN auto gathered_axes(E e, axes_picker<I...> how) {
  const auto whole = convert_extents<dynamic_extents>(e.extents());
  const auto shape =
      pick_axes(whole, whole, how.axes, sizeof...(I), convert_extents<dynamic_extents>(how.extents())).extents;
  return gathered<Rank>(static_cast<E&&>(e), std::move(how), shape);
}

/// What a(indices, ...) of a tensor or view is: an operand like others, and elements to assign to.
template <class Op, class T, class Layout>
class picked_elements : public deferred<Op, whole_layout<Op>> {
  using base = deferred<Op, whole_layout<Op>>;
  using V = std::remove_const_t<T>;

public:
  using captured_type = base; ///< what an expression takes

  WEFT_INLINE picked_elements(Op op, T* data, Layout const& from)
      : base(make_deferred(std::move(op), "take")), data_(data), from_(from) {}
  WEFT_INLINE picked_elements(picked_elements const&) = default;
  WEFT_INLINE picked_elements(picked_elements&&) = default;
  WEFT_INLINE ~picked_elements() = default;

  WEFT_INLINE picked_elements const& operator=(picked_elements const& x) const {
    return write(static_cast<base const&>(x));
  }
  WEFT_INLINE picked_elements& operator=(picked_elements const& x) {
    write(static_cast<base const&>(x));
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
      scatter(strided_leaf<T, Layout>(data_, from_, base::operation.operand.keep.watched()), base::extents(),
              base::operation.how, e);
    return *this;
  }
  template <class F, class X>
  WEFT_FN picked_elements const& write_with(X const& x) const {
    return write(make_binary<F>(static_cast<base const&>(*this), x));
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

template <class... I>
WEFT_INLINE auto make_axes_picker(int const* axes, I... i) {
  return axes_picker<I...>(axes, static_cast<I&&>(i)...);
}
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

/// The elements of e that subscripts pick, tensors of indices among them.
template <class E, class... A>
WEFT_FN auto pick(answered_above, E const& e, A&&... a) {
  using subscripts = tensor_subscripts<std::remove_cvref_t<A>...>;
  const auto whole = window_of(e, typename subscripts::slices{make_pack(without_tensor(a)...)});
  int axes[subscripts::count];
  subscripts::find_axes(e.extents().rank(), axes);
  auto how = with_tensors([&](auto... i) { return make_axes_picker(axes, std::move(i)...); }, static_cast<A&&>(a)...);
  constexpr int indices = decltype(how.extents())::static_rank,
                from = std::remove_cvref_t<decltype(whole)>::static_rank;
  constexpr int rank = picked_rank<from, subscripts::count, indices>;
  if constexpr (requires {
                  whole.data;
                  whole.keep;
                }) {
    using V = std::remove_cvref_t<decltype(*whole.data)>;
    auto op = gathered_axes<rank>(leaf_as<const V>(whole), std::move(how));
    using element = std::remove_pointer_t<decltype(whole.data)>;
    return picked_elements<decltype(op), element, std::remove_cvref_t<decltype(whole.place)>>(std::move(op), whole.data,
                                                                                              whole.place);
  } else {
    return make_deferred(gathered_axes<rank>(whole, std::move(how)), "take");
  }
}

} // namespace weft::detail
