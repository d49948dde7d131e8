#pragma once
#include <weft/eval/gather.hpp>

// a(i, all) with tensors of indices among the subscripts: it is an operand like others, and elements that one can
// assign to.
//
// The tensors broadcast to one shape. In the result its axes are at the position of the first tensor; NumPy moves them
// to the front if another subscript than an integer separates the tensors. If several values are written to one
// element, the last one in row-major order stays; a(i) += x adds once, however often an index occurs. add_at(a, i, x)
// of ops/scatter.hpp adds for each.
namespace weft::detail {

/// Picks elements by `Count` axes that tensors index; `axes` are their numbers.
template <int Count>
struct axes_picker {
  int axes[std::size_t(Count)];

  template <class Layout, class F, class... At>
  WEFT_FN void operator()(Layout const& l, session& s, footprint const* written, F const& f,
                          At const&... indices) const {
    auto const whole = convert_extents<dynamic_extents>(l.extents());
    auto const strides = convert_extents<dynamic_extents>(l.strides());
    if constexpr (Count == 1) {
      int const axis = axes[0];
      with_checked_indices("subscript", axis, whole[axis], indices..., written, s,
                           [&](auto const* index, dynamic_extents const& extents, dynamic_extents const& steps) {
                             f(pick_axes(whole, strides, axes, 1, extents, steps), index, strides[axis]);
                           });
    } else {
      int k = 0;
      auto const offset_on_next_axis = [&] {
        int const axis = axes[k++];
        return axis_offset{axis, whole[axis], strides[axis]};
      };
      // Braces evaluate left to right, so each call gets its own axis.
      pack<node<axis_offset, At>...> const offsets{node<axis_offset, At>(offset_on_next_axis(), At(indices))...};
      auto const move = [&](index_t const* offset, dynamic_extents const& extents, dynamic_extents const& steps) {
        f(pick_axes(whole, strides, axes, Count, extents, steps), offset, 1);
      };
      [&]<int... K>(std::integer_sequence<int, K...>) {
        with_copy<index_t>(added(get<K>(offsets)...), s, move);
      }(std::make_integer_sequence<int, Count>{});
    }
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

/// The rank of the result if `Picked` axes are indexed by tensors with the broadcast rank `Indices`.
template <int R, int Picked, int Indices>
inline constexpr int picked_rank = R < 0 || Indices < 0 ? -1 : R - Picked + Indices;

/// The extents of the result of pick_axes, as far as types know them, for an operand with extents E, indices with
/// extents P, and the axes A::axes, which are constants.
template <class E, class P, class A>
struct picked_extents {
  static constexpr int count = int(std::size(A::axes)), rank = picked_rank<E::static_rank, count, P::static_rank>;
  WEFT_FN static constexpr index_t entry(int k) {
    int const first = A::axes[0];
    if (k < first)
      return E::statics[k];
    if (k < first + P::static_rank)
      return P::statics[k - first];
    int axis = first + 1, left = k - first - P::static_rank;
    for (int next = 1;; ++axis)
      if (next < count && A::axes[next] == axis)
        ++next;
      else if (left-- == 0)
        return E::statics[axis];
  }
  template <int... K>
  WEFT_FN static constexpr auto made(std::integer_sequence<int, K...>) {
    return extents<entry(K)...>{};
  }
  using type = decltype(made(std::make_integer_sequence<int, rank>{}));
};
template <class E, class P, class A>
  requires(E::static_rank < 0 || P::static_rank < 0)
struct picked_extents<E, P, A> {
  using type = dynamic_extents;
};
/// A list of one axis, which is a constant of the type.
template <int Axis>
struct constant_axis {
  static constexpr int axes[] = {Axis};
};

/// Returns the deferred operation that picks elements of e by `how`. Its extents are `shape`, of type To.
template <class To, class How, class E, class... At>
WEFT_FN auto gathered(char const* operation, How const& how, dynamic_extents const& shape, E e, At... indices) {
  using to = To;
  return make_deferred(operation, gathering<typename E::value_type, to, How>{{}, how}, convert_extents<to>(shape),
                       static_cast<E&&>(e), static_cast<At&&>(indices)...);
}

template <class To, class E, class... At>
WEFT_FN auto gathered_axes(int const* axes, E e, At... indices) {
  axes_picker<int(sizeof...(At))> how;
  for (int k = 0; k < int(sizeof...(At)); ++k)
    how.axes[k] = axes[k];
  auto const whole = convert_extents<dynamic_extents>(e.extents());
  auto const picked = convert_extents<dynamic_extents>(common_extents("subscript", indices.extents()...));
  return gathered<To>("take", how, pick_axes(whole, whole, axes, sizeof...(At), picked, picked).extents,
                      static_cast<E&&>(e), static_cast<At&&>(indices)...);
}

/// The type of a(indices, ...) for a tensor or view: an operand of the type Picked, whose elements can be assigned to.
template <class Picked, class T, class Layout>
class picked_elements : public Picked {
  using V = std::remove_const_t<T>;

public:
  using captured_type = Picked; ///< the type that an expression stores in place of this one

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
  template <class E, int... At>
  WEFT_FN void write_at(E const& e, std::integer_sequence<int, At...>) const {
    strided_leaf<T, Layout> const target(data_, from_, get<0>(Picked::operands).keep.watched());
    scatter(target, Picked::extents(), Picked::operation.how, e, get<At + 1>(Picked::operands)...);
  }
  template <class F, class X>
  WEFT_FN picked_elements const& write_with(X const& x) const {
    return write(make_binary<F>(static_cast<Picked const&>(*this), x));
  }
  T* data_;
  Layout from_;
};

/// The subscripts with all in the place of each tensor; find_axes() gives the axes that the tensors index.
template <class A>
WEFT_INLINE auto without_tensor(A const& a) {
  if constexpr (Subscript<A>)
    return a;
  else
    return weft::all;
}
template <class... A>
struct tensor_subscripts {
  static constexpr bool is_tensor[sizeof...(A)] = {!Subscript<A>...};
  static constexpr int count = (0 + ... + int(!Subscript<A>));
  using slices = slicer<decltype(without_tensor(std::declval<A const&>()))...>;

  /// Writes the axes that tensors index, for an operand of rank `rank`.
  WEFT_FN static constexpr void find_axes(int rank, int* axes) {
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

/// The axes that tensors index in an operand of static rank R.
template <class Subscripts, int R>
struct found_axes {
  int at[std::size_t(Subscripts::count)]{};
  WEFT_FN constexpr found_axes() { Subscripts::find_axes(R, at); }
};
template <class Subscripts, int R>
struct axes_of_tensors {
  static constexpr found_axes<Subscripts, R> found{};
  static constexpr auto const& axes = found.at;
};

/// Calls f with those subscripts that are tensors, captured.
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

/// A mask as the only subscript. ops/mask_subscript.hpp handles it; this overload tells a program to include that
/// header.
template <class M>
concept OnlyMask = MaskTensor<std::remove_cvref_t<M>> && !names_indices<std::remove_cvref_t<M>>;
template <class E, OnlyMask M>
WEFT_FN refused_value pick(answered_above, E const&, M&&) {
  static_assert(always_false<E>, "weft: a(mask) is declared in weft/ops/mask_subscript.hpp");
  return {};
}

/// Returns the elements of e that subscripts pick, at least one of them a tensor of indices.
template <class E, class... A>
WEFT_FN auto pick(answered_above, E const& e, A&&... a) {
  using subscripts = tensor_subscripts<std::remove_cvref_t<A>...>;
  auto const whole = window_of(e, typename subscripts::slices{make_pack(without_tensor(a)...)});
  int axes[subscripts::count];
  subscripts::find_axes(e.extents().rank(), axes);
  return with_tensors(
      [&](auto... indices) {
        using from = typename std::remove_cvref_t<decltype(whole)>::extents_type;
        using shape_of_indices = std::remove_cvref_t<decltype(common_extents("subscript", indices.extents()...))>;
        using to = typename picked_extents<from, shape_of_indices, axes_of_tensors<subscripts, E::static_rank>>::type;
        if constexpr (requires {
                        whole.data;
                        whole.keep;
                      }) {
          using element = std::remove_pointer_t<decltype(whole.data)>;
          auto picked =
              gathered_axes<to>(axes, leaf_as<std::remove_const_t<element> const>(whole), std::move(indices)...);
          using place = std::remove_cvref_t<decltype(whole.place)>;
          return picked_elements<decltype(picked), element, place>(std::move(picked), whole.data, whole.place);
        } else {
          return gathered_axes<to>(axes, whole, std::move(indices)...);
        }
      },
      static_cast<A&&>(a)...);
}

} // namespace weft::detail
