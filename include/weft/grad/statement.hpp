#pragma once
#include <weft/eval/in_memory.hpp>
#include <weft/grad/adjoints.hpp>
#include <weft/tensor/view.hpp>

#include <array>
#include <memory>
#include <optional>

// A statement over variables becomes one node of the graph, and each deferred operand in it, a product or a reduction,
// one more: it is evaluated before the loop of the statement, and so is its gradient after it.
namespace weft::detail {

template <class T, class Layout>
using followed_leaf = strided_leaf<const T, Layout, graph_ref>;

template <class T>
WEFT_FN void add_range(void* to, void const* from, index_t count) {
  T* const a = static_cast<T*>(to);
  T const* const b = static_cast<T const*>(from);
  for (index_t i = 0; i < count; ++i)
    a[i] += b[i];
}
/// A value for elements that lie densely in memory of their own.
template <class T>
WEFT_FN graph_ref new_value(storage_ref memory, index_t count) {
  return graph_ref(new graph_value(std::move(memory), count, sizeof(T), &add_range<T>));
}

/// The values that the followed leaves of an expression read, each as often as there is a leaf.
template <class E>
inline constexpr int followed_leaves = int(is_followed<E>);
template <class F, class... C>
inline constexpr int followed_leaves<node<F, C...>> = (0 + ... + followed_leaves<C>);
template <class E>
WEFT_INLINE void list_values(E const& e, graph_value**& to) {
  if constexpr (is_followed<E>)
    *to++ = e.keep.get();
}
template <class F, class... C>
WEFT_INLINE void list_values(node<F, C...> const& e, graph_value**& to) {
  [&]<int... K>(std::integer_sequence<int, K...>) {
    (list_values(get<K>(e.children), to), ...);
  }(std::make_integer_sequence<int, int(sizeof...(C))>{});
}

/// A node and the expressions that it was computed from, as long as they are needed.
template <class... E>
class operand_node : public graph_node {
public:
  static constexpr int count = (0 + ... + followed_leaves<E>);

  operand_node(char const* name, pack<E...> e) : graph_node(name), operands_(std::move(e)) {
    graph_value** to = values_.data();
    [&]<int... K>(std::integer_sequence<int, K...>) {
      (list_values(get<K>(*operands_), to), ...);
    }(std::make_integer_sequence<int, int(sizeof...(E))>{});
    for (int k = 0; k < count; ++k)
      versions_[std::size_t(k)] = values_[std::size_t(k)]->version;
  }
  value_list inputs() const final { return {values_.data(), operands_ ? count : 0}; }
  void give_up() noexcept final { operands_.reset(); }

protected:
  /// The operands, if nobody has written to them since they were recorded.
  pack<E...> const& operands() const {
    for (int k = 0; k < count; ++k)
      if (values_[std::size_t(k)]->version != versions_[std::size_t(k)])
        throw_changed(operation);
    return *operands_;
  }

private:
  std::optional<pack<E...>> operands_;
  std::array<graph_value*, std::size_t(count)> values_;
  std::array<std::uint64_t, std::size_t(count)> versions_;
};

/// target = e, element by element.
template <class T, class Layout, class E>
class statement_node final : public operand_node<E> {
public:
  statement_node(Layout const& place, E e) : operand_node<E>("statement", make_pack(std::move(e))), place_(place) {}
  void hand_on(graph_value const& made) override {
    const strided_leaf<const T, Layout> g(static_cast<T const*>(block_data(made.incoming.get())), place_, {});
    hand_to(get<0>(this->operands()), g);
  }

private:
  Layout place_;
};

/// The result of a deferred operation.
template <class F, class... E>
class deferred_node final : public operand_node<E...> {
public:
  using T = typename F::value_type;
  deferred_node(char const* name, F f, typename F::extents_type const& whole, pack<E...> e)
      : operand_node<E...>(name, std::move(e)), function_(std::move(f)), whole_(whole) {}
  void hand_on(graph_value const& made) override {
    using place = whole_layout<F>;
    const strided_leaf<const T, place> r(static_cast<T const*>(made.data()), place(whole_), {});
    const strided_leaf<const T, place> g(static_cast<T const*>(block_data(made.incoming.get())), place(whole_), {});
    [&]<int... K>(std::integer_sequence<int, K...>) {
      adjoint<F>::hand_on(function_, r, g, get<K>(this->operands())...);
    }(std::make_integer_sequence<int, int(sizeof...(E))>{});
  }

private:
  F function_;
  typename F::extents_type whole_;
};

/// Makes a node the maker of a value, if there is anything that a gradient would be handed to.
template <class Node>
WEFT_INLINE void attach(graph_value& value, std::unique_ptr<Node> n) {
  for (graph_value const* const v : n->inputs())
    if (v->is_followed()) {
      value.maker = n.release();
      return;
    }
}
/// The name of a deferred operation, for errors.
template <class F>
WEFT_FN constexpr char const* name_of_deferred() {
  if constexpr (requires { F::name; })
    return F::name;
  else if constexpr (requires(F const& f) { f.reducer; })
    return std::remove_cvref_t<decltype(std::declval<F const&>().reducer)>::name;
  else
    return "statement";
}

/// What becomes of the operands of one statement while it is recorded.
struct statement_record {
  session work;
  struct made {
    std::uint64_t id;
    graph_ref value;
  };
  std::vector<made> values; ///< of deferred operands that have a number, so that copies are one

  graph_value* find(std::uint64_t id) const {
    for (made const& m : values)
      if (id != 0 && m.id == id)
        return m.value.get();
    return nullptr;
  }
};

/// A value as the leaf of a window of it.
template <class T, class Layout>
WEFT_FN followed_leaf<T, Layout> leaf_of_value(graph_ref value, Layout const& place, index_t offset) {
  T const* const data = static_cast<T const*>(value->data()) + offset;
  return {data, place, std::move(value)};
}

// An expression as a graph keeps it: nothing in it is deferred, followed leaves are shared, and what a program may change
// or drop meanwhile is copied.
template <class T, class L>
WEFT_INLINE followed_leaf<T, L> settled_operand(followed_leaf<T, L> const& e, statement_record&) {
  return e;
}
template <class T, class L>
WEFT_FN auto settled_operand(strided_leaf<T, L, watch_ref> const& e, statement_record& r) {
  return evaluated(e, r.work);
}
template <class E>
  requires(!E::is_deferred && !requires(E const& e) { e.children; })
WEFT_INLINE E settled_operand(E const& e, statement_record&) {
  return e;
}
template <class F, class L, class... C>
WEFT_FN auto settled_operand(deferred<F, L, C...> const& e, statement_record& r);
template <class F, class... C>
WEFT_FN auto settled_operand(node<F, C...> const& e, statement_record& r) {
  return [&]<int... K>(std::integer_sequence<int, K...>) {
    using made = node<F, decltype(settled_operand(get<K>(e.children), r))...>;
    return made(e.function,
                pack<decltype(settled_operand(get<K>(e.children), r))...>{settled_operand(get<K>(e.children), r)...},
                convert_extents<typename made::extents_type>(e.extents()));
  }(std::make_integer_sequence<int, int(sizeof...(C))>{});
}
template <class F, class L, class... C>
WEFT_FN graph_ref recorded_deferred(deferred<F, L, C...> const& e, statement_record& r) {
  using T = typename F::value_type;
  return [&]<int... K>(std::integer_sequence<int, K...>) {
    using operands_t = pack<decltype(settled_operand(get<K>(e.operands), r))...>;
    operands_t operands{settled_operand(get<K>(e.operands), r)...};
    const whole_layout<F> place(e.whole);
    graph_ref value = new_value<T>(storage_ref::take(new_elements<T>(place.size(), false)), place.size());
    e.operation.evaluate(strided_leaf<T, whole_layout<F>>(static_cast<T*>(value->data()), place, {}), r.work,
                         get<K>(operands)...);
    using node_type = deferred_node<F, std::remove_cvref_t<decltype(get<K>(operands))>...>;
    if (records_graph())
      attach(*value, std::make_unique<node_type>(name_of_deferred<F>(), e.operation, e.whole, std::move(operands)));
    return value;
  }(std::make_integer_sequence<int, int(sizeof...(C))>{});
}
template <class F, class L, class... C>
WEFT_FN auto settled_operand(deferred<F, L, C...> const& e, statement_record& r) {
  using T = typename F::value_type;
  if constexpr (is_followed<deferred<F, L, C...>>) {
    if (graph_value* const known = r.find(e.id)) {
      known->retain();
      return leaf_of_value<T>(graph_ref(known), e.place, e.offset);
    }
    graph_ref value = recorded_deferred(e, r);
    r.values.push_back({e.id, value});
    return leaf_of_value<T>(std::move(value), e.place, e.offset);
  } else {
    return materialise(e, r.work);
  }
}

/// e in a value of its own; what is followed in it is recorded.
template <class T, class Place, class E>
WEFT_FN graph_ref recorded(E const& e, Place const& place) {
  graph_ref value = new_value<T>(storage_ref::take(new_elements<T>(place.size(), false)), place.size());
  const strided_leaf<T, Place> target(static_cast<T*>(value->data()), place, {});
  if constexpr (is_followed<E>) {
    statement_record r;
    auto settled = settled_operand(e, r);
    assign(target, settled, r.work);
    if (records_graph())
      attach(*value, std::make_unique<statement_node<T, Place, decltype(settled)>>(place, std::move(settled)));
  } else {
    session s;
    assign(target, e, s);
  }
  return value;
}

} // namespace weft::detail
