#pragma once
#include <weft/base/plain_vector.hpp>
#include <weft/eval/in_memory.hpp>
#include <weft/grad/adjoints.hpp>
#include <weft/tensor/view.hpp>

#include <utility>

// A statement over variables becomes one node of the graph. Each deferred operand in it, such as a product or a
// reduction, becomes another node: it is evaluated before the loop of the statement, and its gradient is handed on
// after the gradient of the statement.
namespace weft::detail {

template <class T, class Layout>
using followed_leaf = strided_leaf<T const, Layout, graph_ref>;

/// Adds `count` numbers at `from` to the numbers at `to`.
template <class T>
WEFT_FN void add_range(void* to, void const* from, index_t count) {
  using place = layout<dims<1>, dense<row_major>>;
  place const all(shape(count));
  strided_leaf<T, place> const target(static_cast<T*>(to), all, {});
  store(target, updated<op::plus>(target, strided_leaf<T const, place>(static_cast<T const*>(from), all, {})));
}
/// Returns a new value with `count` elements, which are not initialised.
template <class T>
WEFT_FN graph_ref new_value(index_t count) {
  storage_ref memory = storage_ref::adopt(new_elements<T>(count, false));
  return graph_ref(new graph_value(std::move(memory), count, sizeof(T), &add_range<T>));
}

/// The number of followed leaves of an expression. list_values writes the value of each of them; a value that several
/// leaves read is written several times.
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

template <class E>
WEFT_INLINE void list_values(expression_list<E> const& list, graph_value**& to) {
  for (E const& entry : list.entries)
    list_values(entry, to);
}
/// Returns the number of values that list_values writes.
template <class E>
WEFT_INLINE int count_values(E const&) {
  return followed_leaves<E>;
}
template <class E>
WEFT_INLINE int count_values(expression_list<E> const& list) {
  return followed_leaves<E> * static_cast<int>(list.entries.size());
}

/// The values that a node was computed from, and the version of each at that time. Count is their number, or -1 if it
/// is known at run time only.
template <int Count>
struct input_values {
  graph_value* value[std::size_t(Count + 1)];
  std::uint64_t version[std::size_t(Count + 1)];
  WEFT_INLINE explicit input_values(int) {}
  WEFT_INLINE graph_value** first() { return value; }
};
template <>
struct input_values<-1> {
  plain_vector<graph_value*> value;
  plain_vector<std::uint64_t> version;
  WEFT_FN explicit input_values(int count) {
    for (int k = 0; k < count; ++k) {
      value.push_back(nullptr);
      version.push_back(0);
    }
  }
  WEFT_INLINE graph_value** first() { return value.data(); }
};
template <class E>
inline constexpr bool is_expression_list = false;
template <class E>
inline constexpr bool is_expression_list<expression_list<E>> = true;

/// The operands of a node, which may be given up before it: they are destroyed then. Each node has a type of operands
/// of its own, and for a std::optional of it the compiler instantiates 15 functions.
template <class Operands>
struct operands_until_given_up {
  union {
    Operands kept;
  };
  bool are_given_up = false;

  WEFT_INLINE explicit operands_until_given_up(Operands&& operands) : kept(static_cast<Operands&&>(operands)) {}
  operands_until_given_up(operands_until_given_up const&) = delete;
  operands_until_given_up& operator=(operands_until_given_up const&) = delete;
  WEFT_INLINE ~operands_until_given_up() { give_up(); }
  WEFT_FN void give_up() noexcept {
    if (!std::exchange(are_given_up, true))
      kept.~Operands();
  }
};

/// A node with the expressions that it was computed from, which give_up destroys. Task is the function object that
/// hands a gradient on: task(made, expressions...).
template <class Task, class... E>
class operand_node : public graph_node {
public:
  WEFT_FN operand_node(char const* name, Task t, pack<E...> e)
      : graph_node(name, functions_of_type()), task_(static_cast<Task&&>(t)), operands_(static_cast<pack<E...>&&>(e)),
        values_(count_of_operands(operands_.kept)) {
    graph_value** to = values_.first();
    [&]<int... K>(std::integer_sequence<int, K...>) {
      (list_values(get<K>(operands_.kept), to), ...);
    }(std::make_integer_sequence<int, int(sizeof...(E))>{});
    inputs = {values_.first(), int(to - values_.first())};
    for (int k = 0; k < inputs.count; ++k)
      values_.version[std::size_t(k)] = inputs.first[k]->version;
  }
  operand_node(operand_node const&) = delete;
  operand_node& operator=(operand_node const&) = delete;
  WEFT_INLINE ~operand_node() = default;

private:
  WEFT_FN static functions const& functions_of_type() {
    static constexpr functions these{&hand_on_of, &give_up_of, &destroy_of};
    return these;
  }
  WEFT_FN static void hand_on_of(graph_node& node, graph_value const& made) {
    auto& self = static_cast<operand_node&>(node);
    for (int k = 0; k < node.inputs.count; ++k)
      if (node.inputs.first[k]->version != self.values_.version[std::size_t(k)])
        throw_changed(self.operation);
    [&]<int... K>(std::integer_sequence<int, K...>) {
      self.task_(made, get<K>(self.operands_.kept)...);
    }(std::make_integer_sequence<int, int(sizeof...(E))>{});
  }
  WEFT_FN static void give_up_of(graph_node& node) noexcept {
    node.inputs = {};
    static_cast<operand_node&>(node).operands_.give_up();
  }
  WEFT_FN static void destroy_of(graph_node* node) noexcept { delete static_cast<operand_node*>(node); }

  WEFT_FN static int count_of_operands(pack<E...> const& e) {
    return [&]<int... K>(std::integer_sequence<int, K...>) {
      return (0 + ... + count_values(get<K>(e)));
    }(std::make_integer_sequence<int, int(sizeof...(E))>{});
  }

  static constexpr int static_value_count = (is_expression_list<E> || ...) ? -1 : (0 + ... + followed_leaves<E>);
  [[no_unique_address]] Task task_;
  operands_until_given_up<pack<E...>> operands_;
  input_values<static_value_count> values_;
};

/// Returns the incoming gradient of a value as a leaf.
template <class T, class Place>
WEFT_INLINE strided_leaf<T const, Place> incoming_leaf(graph_value const& made, Place const& place) {
  return {static_cast<T const*>(block_data(made.incoming.get())), place, {}};
}

/// The task of the node of an element-wise statement.
template <class T, class Place>
struct statement_task {
  Place place;
  template <class E>
  WEFT_FN void operator()(graph_value const& made, E const& e) const {
    hand_to(e, incoming_leaf<T>(made, place));
  }
};

/// The task of the node of a deferred operation.
template <class F>
struct deferred_task {
  F function;
  whole_layout<F> place;
  template <class... E>
  WEFT_FN void operator()(graph_value const& made, E const&... e) const {
    using T = typename F::value_type;
    strided_leaf<T const, whole_layout<F>> const result(static_cast<T const*>(made.data()), place, {});
    adjoint<F>::hand_on(function, result, incoming_leaf<T>(made, place), e...);
  }
};

/// Takes over the node: it becomes the maker of a value if an operand of it is followed, and is destroyed otherwise.
WEFT_FN inline void set_maker(graph_value& value, graph_node* node) {
  for (graph_value const* const v : node->inputs)
    if (v->is_followed()) {
      value.maker = node;
      return;
    }
  node->how.destroy(node);
}
/// Records the node that made a value, if an operand is followed and no no_grad_scope is active.
template <class Task, class... E>
WEFT_FN void record_maker(graph_value& value, char const* name, Task task, pack<E...> operands) {
  if (records_graph())
    set_maker(value,
              new operand_node<Task, E...>(name, static_cast<Task&&>(task), static_cast<pack<E...>&&>(operands)));
}

/// Returns the name of a deferred operation for messages.
template <class F>
WEFT_FN constexpr char const* name_of_deferred() {
  if constexpr (requires { F::name; })
    return F::name;
  else if constexpr (requires(F const& f) { f.reducer; })
    return std::remove_cvref_t<decltype(std::declval<F const&>().reducer)>::name;
  else
    return "statement";
}

/// The deferred operands of one statement while it is recorded, and their values in the graph.
class statement_record {
public:
  session work;

  WEFT_INLINE statement_record() = default;
  statement_record(statement_record const&) = delete;
  statement_record& operator=(statement_record const&) = delete;
  WEFT_INLINE ~statement_record() = default;

  /// Returns the value of the deferred operand with this id, or null if it has not been computed. Copies of an operand
  /// have the same id, so they are computed once.
  WEFT_FN graph_value* find(std::uint64_t id) const {
    for (std::size_t k = 0; k < numbers_.size(); ++k)
      if (id != 0 && numbers_[k] == id)
        return values_[k].get();
    return nullptr;
  }
  WEFT_FN void note(std::uint64_t id, graph_ref const& value) {
    numbers_.push_back(id);
    values_.push_back(value);
  }

private:
  plain_vector<std::uint64_t> numbers_;
  plain_vector<graph_ref> values_;
};

/// Returns a leaf of the elements of a value from `offset` on, with the layout `place`.
template <class T, class Layout>
WEFT_FN followed_leaf<T, Layout> leaf_of_value(graph_ref value, Layout const& place, index_t offset) {
  T const* const data = static_cast<T const*>(value->data()) + offset;
  return {data, place, std::move(value)};
}

// settled_operand returns an expression as the graph keeps it: without deferred operands, and with leaves that share
// ownership of their values. Operands that are not followed are evaluated into memory of the graph, so that the program
// may change or destroy the originals.
template <class T, class L>
WEFT_INLINE followed_leaf<T, L> settled_operand(followed_leaf<T, L> const& e, statement_record&) {
  if (e.keep.get() == nullptr)
    throw_no_elements();
  return e;
}
template <class T, class S>
WEFT_INLINE constant_leaf<T, S> settled_operand(constant_leaf<T, S> const& e, statement_record&) {
  return e;
}
template <class E>
  requires(!is_followed<E> && !is_expression_list<E>)
WEFT_FN auto settled_operand(E const& e, statement_record& r) {
  return evaluated(e, r.work);
}
/// Returns an expression_list as the graph keeps it. Its entries have one type, so all of them are followed, or none
/// is.
template <class E>
WEFT_FN auto settled_operand(expression_list<E> const& list, statement_record& r) {
  using settled = decltype(settled_operand(list.entries.front(), r));
  std::vector<settled> entries;
  entries.reserve(list.entries.size());
  for (E const& entry : list.entries)
    entries.push_back(settled_operand(entry, r));
  return expression_list<settled>(std::move(entries));
}
/// Returns the operands as settled_operand returns them, in their order.
template <class... C>
WEFT_FN auto settled_operands(pack<C...> const& p, statement_record& r) {
  return [&]<int... K>(std::integer_sequence<int, K...>) {
    return pack<decltype(settled_operand(get<K>(p), r))...>{settled_operand(get<K>(p), r)...};
  }(std::make_integer_sequence<int, int(sizeof...(C))>{});
}
/// The operation that computes F in a recorded statement with elements of type T. For duals, whose gradients are
/// differentiated along their tangents, it is F::recorded, if F has one.
template <class T, class F>
struct recorded_as {
  using type = F;
};
template <class T, class F>
  requires(!is_number<T> && requires { typename F::recorded; })
struct recorded_as<T, F> {
  using type = typename F::recorded;
};
/// The parts of complex operands in grad/complex_components.hpp, and the operations on them.
template <class F>
struct complex_adjoint;
template <class T, class F, class... C>
WEFT_FN auto settled_node(node<F, C...> const& e, statement_record& r);
template <class F, class... C>
  requires is_followed<node<F, C...>>
WEFT_FN auto settled_operand(node<F, C...> const& e, statement_record& r) {
  using T = typename node<F, C...>::value_type;
  static_assert(!is_complex<T>, "weft: gradients are those of real elements");
  if constexpr (!is_complex<T> && (is_complex<typename C::value_type> || ...))
    return real_of_components(F{}, components_of_complex(get<0>(e.children), r));
  else
    return settled_node<T>(e, r);
}
/// Returns a node of real operands, which are settled.
template <class T, class F, class... C>
WEFT_FN auto settled_node(node<F, C...> const& e, statement_record& r) {
  return [&]<class... X>(pack<X...> children) {
    using made = node<typename recorded_as<T, F>::type, X...>;
    auto const shape = convert_extents<typename made::extents_type>(e.extents());
    if constexpr (std::is_same_v<typename recorded_as<T, F>::type, F>)
      return made(e.function, std::move(children), shape);
    else
      return made({}, std::move(children), shape);
  }(settled_operands(e.children, r));
}
template <class F, class L, class... C>
WEFT_FN graph_ref recorded_deferred(deferred<F, L, C...> const& e, statement_record& r) {
  using T = typename F::value_type;
  F operation = e.operation;
  if constexpr (requires { operation.reducer.is_recorded; }) // for reducers in grad/dual_reducers.hpp
    operation.reducer.is_recorded = 1;
  return [&]<class... X>(pack<X...> operands) {
    whole_layout<F> const place(e.whole);
    graph_ref value = new_value<T>(place.size());
    strided_leaf<T, whole_layout<F>> const target(static_cast<T*>(value->data()), place, {});
    [&]<int... K>(std::integer_sequence<int, K...>) {
      operation.evaluate(target, r.work, get<K>(operands)...);
    }(std::make_integer_sequence<int, int(sizeof...(X))>{});
    record_maker(*value, name_of_deferred<F>(), deferred_task<F>{std::move(operation), place}, std::move(operands));
    return value;
  }(settled_operands(e.operands, r));
}
/// True for operands with complex elements. A list of operands has none of its own.
template <class C>
inline constexpr bool is_complex_operand = false;
template <class C>
  requires requires { typename C::value_type; }
inline constexpr bool is_complex_operand<C> = is_complex<typename C::value_type>;
template <class F, class L, class... C>
  requires is_followed<deferred<F, L, C...>>
WEFT_FN auto settled_operand(deferred<F, L, C...> const& e, statement_record& r) {
  using T = typename F::value_type;
  static_assert(!is_complex<T>, "weft: gradients are those of real elements");
  if constexpr (is_differentiable<T> && (is_complex_operand<C> || ...)) {
    return complex_adjoint<F>::real_result(e, r);
  } else if constexpr (is_differentiable<T>) {
    if (graph_value* const found = r.find(e.id)) {
      found->retain();
      return leaf_of_value<T>(graph_ref(found), e.place, e.offset);
    }
    graph_ref value = recorded_deferred(e, r);
    r.note(e.id, value);
    return leaf_of_value<T>(std::move(value), e.place, e.offset);
  } else {
    return materialise(e, r.work);
  }
}

/// Evaluates e into a new value, records its node if an operand is followed, and returns the value.
template <class T, class Place, class E>
WEFT_FN graph_ref recorded_ordinary(E const& e, Place const& place) {
  graph_ref value = new_value<T>(place.size());
  strided_leaf<T, Place> const target(static_cast<T*>(value->data()), place, {});
  if constexpr (is_followed<E>) {
    statement_record r;
    auto settled = settled_operand(e, r);
    assign(target, settled, r.work);
    record_maker(*value, "statement", statement_task<T, Place>{place}, make_pack(std::move(settled)));
  } else {
    session s;
    assign(target, e, s);
  }
  return value;
}
/// Evaluates e, which may be in index notation, into a new value, records its node if an operand is followed, and
/// returns the value.
template <class T, class Place, class E>
WEFT_FN graph_ref recorded(E const& e, Place const& place) {
  if constexpr (names_indices<E>)
    return recorded_ordinary<T>(without_indices(answered_above{}, e), place);
  else
    return recorded_ordinary<T>(e, place);
}

} // namespace weft::detail
