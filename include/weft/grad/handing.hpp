#pragma once
#include <weft/eval/in_memory.hpp>
#include <weft/eval/several.hpp>
#include <weft/grad/graph.hpp>
#include <weft/grad/swept.hpp>
#include <weft/ops/reduce.hpp>

#include <bit>

// Functions that compute the gradients of the variables in an element-wise expression from the gradient of the
// expression, and add them to the incoming gradients of the variables.
namespace weft::detail {

/// Returns false if each index of a layout has its own element, as far as strides tell: in the order of the strides,
/// each stride must be larger than the reach of the axes before it. Returns true if two indices may share an element.
template <class Layout>
WEFT_FN bool may_repeat(Layout const& l) {
  index_t extent[max_rank], stride[max_rank];
  int rank = 0;
  for (int k = 0; k < l.rank(); ++k)
    if (l.extent(k) != 1) {
      index_t const s = l.stride(k) < 0 ? -l.stride(k) : l.stride(k);
      int at = rank++;
      for (; at > 0 && stride[at - 1] > s; --at) {
        stride[at] = stride[at - 1];
        extent[at] = extent[at - 1];
      }
      stride[at] = s;
      extent[at] = l.extent(k);
    }
  index_t reach = 0; // the largest offset along the axes so far
  for (int k = 0; k < rank; ++k) {
    if (stride[k] <= reach)
      return l.size() != 0;
    reach += stride[k] * (extent[k] - 1);
  }
  return false;
}

/// A target with any strides, to which a gradient is added.
template <class T, class S>
using gradient_target = strided_leaf<T, layout<S, strided>>;

template <class T, class Layout>
WEFT_FN auto target_at(T* to, Layout const& place) {
  using S = dims<Layout::extents_type::static_rank>;
  return gradient_target<T, S>(to, convert_layout<layout<S, strided>>(place), {});
}

/// Adds the values to the target one after the other, because an element of the target may occur several times.
template <class T, class S, class L>
WEFT_FN void add_singly(gradient_target<T, S> const& target, strided_leaf<T const, L, storage_ref> const& values) {
  auto const whole = convert_extents<dynamic_extents>(values.extents());
  index_t index[max_rank]{}, from = 0, to = 0;
  index_t const size = count_of(whole);
  for (index_t n = 0; n < size; ++n) {
    target.data[to] += values.data[from];
    next_index(whole, whole.rank(), index, [&](int k, index_t by) {
      from += by * values.place.stride(k);
      to += by * target.place.stride(k);
    });
  }
}

/// Assigns e to the target if `fresh`, else adds it. For element-wise e one kernel does both: it adds e to the target
/// or to 0. With a kernel for each, gradients took twice the time to compile.
template <class T, class S, class E>
WEFT_FN void set_or_add(gradient_target<T, S> const& target, E const& e, bool fresh) {
  session s;
  if constexpr (E::is_deferred) {
    if (fresh)
      assign(target, e, s);
    else
      assign(target, updated<op::plus>(target, e), s);
  } else {
    using base = gradient_target<T const, S>;
    using sum = node<op::plus, base, E>;
    static constexpr T zero = 0;
    auto const& extents = target.extents();
    auto nowhere = extents;
    for (int k = 0; k < extents.rank(); ++k)
      nowhere.set(k, 0);
    base const before = fresh ? base(&zero, {extents, nowhere}, {}) : target.template borrowed<T const>();
    auto const shape = convert_extents<typename sum::extents_type>(extents);
    assign(target, sum(op::plus{}, pack<base, E>(base(before), E(e)), shape), s);
  }
}

/// Returns the elements of e in memory, computed by the kernel of set_or_add.
template <class T, class E>
WEFT_FN auto gradient_values(E const& e) {
  session s;
  auto values = new_temporary<T>(convert_extents<dims<E::static_rank>>(e.extents()), s);
  set_or_add(target_at(values.data, values.place), e, true);
  return std::move(values).to_read();
}

template <class T, class V>
WEFT_FN constexpr void require_gradient_of() {
  static_assert(storable<V, T>(),
                "weft: gradient: a variable of numbers beside one of duals, as one that the function captures which "
                "gradient_of differentiates twice: its gradient would be lost: x.value() is a constant");
}

/// Returns true if a leaf reads all elements of its value, in the order of memory.
template <class T, class Layout>
WEFT_FN bool is_whole_value(strided_leaf<T const, Layout, graph_ref> const& leaf) {
  return leaf.place.size() == leaf.keep->count && is_gapless(leaf.place, true);
}

/// Adds a gradient e of the shape of a statement to the incoming gradient of one of its leaves. Along axes where the
/// leaf broadcasts, e is summed. The gradient of a value has the layout of the value, so the gradient of a view is a
/// view of it.
template <class T, class Layout, class E>
WEFT_FN void hand_to_leaf(strided_leaf<T const, Layout, graph_ref> const& leaf, E const& e) {
  require_gradient_of<T, typename E::value_type>();
  graph_value& value = *leaf.keep.get();
  if (!value.is_asked_for())
    return;
  bool const fresh = value.incoming.get() == nullptr;
  bool const is_whole = is_whole_value(leaf);
  T* const incoming = static_cast<T*>(value.room_for_incoming(!is_whole));
  T* const to = incoming + (leaf.data - static_cast<T const*>(value.data()));
  constexpr int rank = E::static_rank;
  int const axes = e.extents().rank(), missing = axes - leaf.place.rank();
  unsigned summed = 0;
  auto extents = convert_extents<dims<rank>>(e.extents()), strides = extents;
  for (int k = 0; k < axes; ++k) {
    bool const repeats = k < missing || leaf.place.stride(k - missing) == 0 || leaf.place.extent(k - missing) == 1;
    strides.set(k, repeats ? 0 : leaf.place.stride(k - missing));
    if (repeats && extents.entry(k) != 1) {
      summed |= 1u << k;
      extents.set(k, 1);
    }
  }
  gradient_target<T, dims<rank>> const target(to, {extents, strides}, {});
  add_to_target<(rank >= 0 && Layout::static_rank == rank)>(target, e, summed, fresh && is_whole);
}

/// Adds e, summed along the axes in `summed`, to the target. If AllAxes, the leaf has the static rank of the statement,
/// so sums are rare: they read e from memory, by one kernel for all expressions. Else the sum is computed from the
/// expression.
template <bool AllAxes, class T, class S, class E>
WEFT_FN void add_to_target(gradient_target<T, S> const& target, E const& e, unsigned summed, bool fresh) {
  auto const sum_of = [&](auto const& x) { return make_fold(reducer::sum<T>{}, x, target.extents(), summed); };
  auto const add = [&](auto const& x) {
    if (may_repeat(target.place))
      add_singly(target, gradient_values<T>(x));
    else
      set_or_add(target, x, fresh);
  };
  if constexpr (!AllAxes)
    add(sum_of(e));
  else if (summed != 0)
    add(sum_of(gradient_values<T>(e)));
  else
    add(e);
}

template <class E>
inline constexpr bool is_followed_leaf = is_followed<E> && !requires(E const& e) { e.children; };

/// Returns the slots whose leaves have the type of leaf K.
template <class Leaves, int K>
WEFT_FN constexpr slot_set slots_of_type() {
  return []<class... L>(pack<L...>*) {
    using leaf = std::remove_cvref_t<decltype(get<K>(std::declval<pack<L...>&>()))>;
    bool const same[] = {std::is_same_v<L, leaf>..., false};
    slot_set set = 0;
    for (int k = 0; k < int(sizeof...(L)); ++k)
      set |= slot_set(same[k]) << k;
    return set;
  }(static_cast<Leaves*>(nullptr));
}

/// Returns the slots of a statement whose leaves are followed and by which the statement has a derivative.
template <class E, class... L>
WEFT_FN constexpr slot_set slots_with_gradient(pack<L...> const*) {
  slot_set set = 0;
  int k = 0;
  ((set |= slot_set(is_followed<L>) << k++), ...);
  return set & reached<0, core_t<E>>::slots;
}
/// Returns the slots whose gradients one loop writes: two or more leaves with the rank of the statement. A leaf of a
/// smaller static rank broadcasts, so its gradient is a separate sum.
template <class E, slot_set Wanted, class... L>
WEFT_FN constexpr slot_set slots_together(pack<L...> const*) {
  slot_set set = 0;
  int k = 0;
  ((set |= slot_set(L::static_rank == E::static_rank && is_bytewise<typename L::value_type>) << k++), ...);
  set &= Wanted;
  return std::popcount(set) > 1 && bytewise_slots(slots_t<core_t<E>>{}) && !may_refuse<E> ? set : 0;
}
template <int K, class Leaves>
using slot_leaf = std::remove_cvref_t<decltype(get<K>(std::declval<Leaves&>()))>;

/// True if rows of a layout have unit stride and follow one another, each behind the one before.
template <class Layout>
WEFT_FN bool is_by_rows(Layout const& l) {
  index_t reach = 0;
  for (int k = l.rank() - 1; k >= 0; --k)
    if (l.extent(k) != 1) {
      if (reach == 0 ? l.stride(k) != 1 : l.stride(k) < reach)
        return false;
      reach = l.stride(k) * l.extent(k);
    }
  return true;
}

/// The memory to which a loop writes the gradient by one leaf: the incoming gradient of the leaf, or a temporary.
template <class T, class S>
struct gradient_place {
  several_target<T, layout<S, strided>> target;
  strided_leaf<T, layout<S, dense<row_major>>, storage_ref> temporary;
};
/// Chooses the memory for the gradient by a leaf. It is the incoming gradient itself if the leaf has the shape and the
/// rows of the loop. Windows of one value, as u(range(1, end)) - u(range(0, end - 1)), may share elements there, so in
/// several threads they have temporaries: of 10^6 numbers these took 1.6 times as long.
template <class T, class L, class S>
WEFT_FN gradient_place<T, S> place_for_gradient(strided_leaf<T const, L, graph_ref> const& leaf, S const& shape,
                                                session& s) {
  graph_value& value = *leaf.keep.get();
  if (!value.is_asked_for())
    return {{target_at<T>(nullptr, layout<S, dense<row_major>>(shape)), several_use::skip}, {}};
  bool const is_whole = is_whole_value(leaf);
  if (leaf.place.extents() == shape &&
      (is_whole || (is_by_rows(leaf.place) && num_threads() == 1 && !deterministic()))) {
    bool const fresh = value.incoming.get() == nullptr;
    T* const to = static_cast<T*>(value.room_for_incoming(!is_whole));
    return {{target_at(to + (leaf.data - static_cast<T const*>(value.data())), leaf.place),
             fresh && is_whole ? several_use::store : several_use::add},
            {}};
  }
  auto temporary = new_temporary<T>(shape, s);
  return {{target_at(temporary.data, temporary.place), several_use::store}, std::move(temporary)};
}

/// Computes the gradients by the slots K in one loop and hands them to the leaves of these slots.
template <slot_set Together, class E, class G, class Leaves, int... K>
WEFT_FN void hand_to_together(E const& e, G const& g, Leaves const& leaves, std::integer_sequence<int, K...>) {
  auto const gradients = swept<Together>(g, e, listed_ends{});
  using S = dims<E::static_rank>;
  using values = typename std::remove_cvref_t<decltype(gradients)>::value_type;
  auto const shape = convert_extents<S>(gradients.extents());
  session s;
  pack<gradient_place<typename slot_leaf<K, Leaves>::value_type, S>...> places{
      place_for_gradient(get<K>(leaves), shape, s)...};
  [&]<int... At>(std::integer_sequence<int, At...>) {
    (require_gradient_of<typename slot_leaf<K, Leaves>::value_type, std::tuple_element_t<std::size_t(At), values>>(),
     ...);
    if ((... || (get<At>(places).target.use != several_use::skip)))
      write_several(gradients, s, get<At>(places).target...);
    ((get<At>(places).temporary.data != nullptr
          ? hand_to_leaf(get<K>(leaves), std::move(get<At>(places).temporary).to_read())
          : void()),
     ...);
  }(std::make_integer_sequence<int, int(sizeof...(K))>{});
}

/// Returns the numbers of the slots in a set, in ascending order.
template <slot_set Set, int... K>
WEFT_FN constexpr auto numbers_in(std::integer_sequence<int, K...> found = {}) {
  if constexpr (Set == 0)
    return found;
  else
    return numbers_in<(Set & (Set - 1))>(std::integer_sequence<int, K..., std::countr_zero(Set)>());
}

/// Hands the gradient to the leaf of slot K, together with the gradients of all slots that read the same elements.
/// `done` holds the slots that have their gradient.
template <int K, class E, class G, class Leaves>
WEFT_FN void hand_to_slot(E const& e, G const& g, Leaves const& leaves, slot_set& done) {
  constexpr slot_set alike = slots_of_type<Leaves, K>() & reached<0, core_t<E>>::slots;
  if constexpr (alike == slot_set(1) << K) {
    hand_to_leaf(get<K>(leaves), swept<alike>(g, e, ends_of_one{}));
  } else if ((done >> K & 1) == 0) {
    slot_set on = 0;
    auto const compare = [&]<int... J>(std::integer_sequence<int, J...>) {
      ((on |=
        slot_set(get<J>(leaves).keep.get() == get<K>(leaves).keep.get() && read_alike(get<J>(leaves), get<K>(leaves)))
        << J),
       ...);
    };
    compare(numbers_in<alike>());
    done |= on;
    hand_to_leaf(get<K>(leaves), swept<alike>(g, e, ends_selected(on)));
  }
}

/// Returns g summed along its leading axes, which e does not have.
template <class E, class G>
WEFT_FN auto without_leading_axes(E const& e, G const& g, session& s) {
  int const leading = g.rank() - e.rank();
  dims<E::static_rank> left;
  for (int k = 0; k < e.rank(); ++k)
    left.set(k, g.extents()[leading + k]);
  return evaluated(make_fold(reducer::sum<typename G::value_type>{}, capture(g), left, (1u << leading) - 1), s);
}

/// Hands the gradient g of e to the variables in e. g has the shape of e, or a shape that e broadcasts to. One loop
/// serves all operands of that shape, and one loop each other operand.
template <class E, class G>
WEFT_FN void hand_to(E const& e, G const& g) {
  if constexpr (!is_followed<E>) {
    return;
  } else if constexpr (G::is_deferred && !is_followed_leaf<E>) {
    session s;
    hand_to(e, evaluated(g, s));
  } else if constexpr (is_followed_leaf<E>) {
    hand_to_leaf(e, g);
  } else if constexpr (E::static_rank >= 0 && G::static_rank > E::static_rank) {
    session s;
    hand_to(e, without_leading_axes(e, g, s));
  } else {
    using core = core_t<E>;
    static_assert(core::slots <= 64, "weft: gradient: more than 64 operands in one statement: divide it");
    auto const leaves = slot_leaves(e);
    using leaves_type = std::remove_const_t<decltype(leaves)>;
    constexpr slot_set wanted = slots_with_gradient<E>(static_cast<leaves_type*>(nullptr)),
                       at_once = slots_together<E, wanted>(static_cast<leaves_type*>(nullptr));
    if constexpr (at_once != 0)
      hand_to_together<at_once>(e, g, leaves, numbers_in<at_once>());
    slot_set done = 0;
    auto const hand = [&]<int... K>(std::integer_sequence<int, K...>) { (hand_to_slot<K>(e, g, leaves, done), ...); };
    hand(numbers_in<(wanted & ~at_once)>());
  }
}

} // namespace weft::detail
