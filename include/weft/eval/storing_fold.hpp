#pragma once
#include <weft/eval/fold.hpp>
#include <weft/eval/several.hpp>
#include <weft/eval/together.hpp>

#include <cstddef>
#include <tuple>

// A fold of all elements that also stores values: one loop writes the first values of each element to targets, and
// folds the others. It is a fold in every other respect, so threads and strides change no bit of its results. A target
// is an operand of numbers, which are the addresses of its elements; the kernel asks for the first two of a row.
WEFT_KERNELS_BEGIN
namespace weft::detail {

/// The function of a generator of addresses of elements of type T.
template <class T>
struct element_address {
  WEFT_INLINE constexpr index_t operator()(index_t address) const { return address; }
};
template <class T, class S>
using address_leaf = generator_leaf<element_address<T>, dims<1>, layout<S, strided>>;
template <class T, class L>
inline constexpr bool is_number_slot<generator_slot<generator_leaf<element_address<T>, dims<1>, L>>> = true;
template <class T, class L>
inline constexpr std::uint16_t stored_bytes<generator_leaf<element_address<T>, dims<1>, L>> = sizeof(T);

/// Returns the addresses of the elements of a target of the shape `space`.
template <class T, class S, class L, class K>
WEFT_FN address_leaf<T, S> addresses_of(S const& space, strided_leaf<T, L, K> const& to) {
  auto steps = convert_extents<dims<S::static_rank>>(space);
  for (int k = 0; k < space.rank(); ++k)
    steps.set(k, to.place.stride(k) * index_t(sizeof(T)));
  return {{}, shape(count_of(space)), layout<S, strided>(space, steps), reinterpret_cast<index_t>(to.data)};
}

/// The operation of the core: its children are the addresses of all targets, and the joined values.
struct stored_values {
  static constexpr char const* name = "together";
  static constexpr bool total = true;
  static constexpr int cost = 0;
  template <class... X>
  WEFT_INLINE constexpr int operator()(X const&...) const {
    return 0;
  }
};
/// The values of a row of such a core: storing_reducer reads them.
template <class... C, class Row>
struct core_values<core_node<stored_values, C...>, Row> {
  static constexpr int targets = int(sizeof...(C)) - 1;
  core_node<stored_values, C...> const& core;
  Row const& row;
  WEFT_INLINE auto const& joined() const { return child<targets>(core); }
};
/// A core at the elements of a row from element `first` on.
template <class Core>
struct core_from {
  static constexpr bool total = Core::total;
  Core const& core;
  index_t first;
  template <int J, class Row>
  WEFT_INLINE auto at(Row const& row, index_t i) const {
    return core.template at<J>(row, first + i);
  }
};

template <class... T>
struct target_list {};
/// Stores the first values of each element to targets with elements T, and folds each of the others by a reducer R.
/// Values that are folded, and values for a target whose elements are not side by side, go to buffers first.
template <class Targets, class... R>
struct storing_reducer;
template <class... T, class... R>
struct storing_reducer<target_list<T...>, R...> : joint_reducer<R...> {
  static constexpr bool has_identity = true; // require_values() has asked each reducer
  using accumulator = typename joint_reducer<R...>::accumulator;

  WEFT_INLINE explicit storing_reducer(pack<R...> r) : joint_reducer<R...>(r) {}
  template <class Values>
  WEFT_INLINE void add_row(accumulator& a, Values const& x, index_t n) const {
    add_pieces(a, x.joined(), x.row, n, std::make_integer_sequence<int, targets>{},
               std::make_integer_sequence<int, int(sizeof...(R))>{});
  }

private:
  static constexpr int targets = sizeof...(T);
  static constexpr index_t piece = fold_stretch; // as in a fold of one reducer that reads values again
  template <class... X>
  static constexpr std::size_t widest = [] {
    std::size_t most = 0;
    ((most = sizeof(X) > most ? sizeof(X) : most), ...);
    return most;
  }();
  template <int At, class Core>
  using value_at = core_value_t<std::remove_cvref_t<decltype(child<At>(std::declval<Core const&>()))>>;

  template <class Core, class Row, int... K, int... J>
  WEFT_INLINE void add_pieces(accumulator& a, Core const& core, Row const& row, index_t n,
                              std::integer_sequence<int, K...>, std::integer_sequence<int, J...>) const {
    constexpr std::size_t bytes = widest<T..., value_at<targets + J, Core>...>;
    alignas(64) unsigned char memory[std::size_t(targets) + sizeof...(R)][std::size_t(piece) * bytes];
    for (index_t begin = 0; begin < n; begin += piece) {
      index_t const count = n - begin < piece ? n - begin : piece;
      auto const to = make_pack(row_of_target<T>(get<K>(row), begin, memory[K])...,
                                reinterpret_cast<value_at<targets + J, Core>*>(memory[targets + J])...);
      store_elements<targets>(to, core_from<Core>{core, begin}, row, count);
      (scatter(get<K>(to), get<K>(row), begin, count), ...);
      (fold_row(get<J>(this->reducers), get<J>(a), buffered_values<value_at<targets + J, Core>>{get<targets + J>(to)},
                count),
       ...);
    }
  }
  /// Returns where elements of a target are written: in place if they are side by side, else in a buffer.
  template <class X>
  WEFT_INLINE static X* row_of_target(number_column const& address, index_t begin, unsigned char* buffer) {
    return unrelated(
        reinterpret_cast<X*>(address.step == index_t(sizeof(X)) ? address[begin] : reinterpret_cast<index_t>(buffer)));
  }
  template <class X>
  WEFT_INLINE static void scatter(X const* values, number_column const& address, index_t begin, index_t count) {
    if (address.step != index_t(sizeof(X)))
      for (index_t i = 0; i < count; ++i)
        *reinterpret_cast<X*>(address[begin + i]) = values[i];
  }
};

/// Returns the kernel of a fold that stores values. It serves every layout: a target of any strides is written by it,
/// and operands that it cannot read in place go through buffers.
template <class R, class Core, int Folds>
WEFT_INLINE fold_kind const& storing_kind() {
  using partials = partial_results<R>;
  using result = folded_t<R>;
  static constexpr fold_kind kind{.operands = 1 + Core::slots,
                                  .operations = Core::operations - 2 + Folds,
                                  .acc_size = index_t(sizeof(typename R::accumulator)),
                                  .partial_step = index_t(sizeof(typename R::accumulator)),
                                  .init = &partials::init,
                                  .merge = partials::merger(),
                                  .finish = &partials::template finish<result>,
                                  .rows = cloned<fold_rows_body<R, Core>>::variant(),
                                  .columns = {},
                                  .strided_rows = {},
                                  .strided_columns = {},
                                  .windows = {},
                                  .cost = Folds + cost_of<Core>};
  return kind;
}

/// Returns the targets that must be computed into temporaries first, because they share memory with what the loop
/// reads or with an earlier target, other than element for element: bit k for the target that is operand 1 + k of the
/// table. Throws layout_error if a target repeats elements.
WEFT_API std::uint64_t shared_targets(loop_table const& table, int targets);

/// A target of a fold that stores values, or the temporary in its place.
template <class T, class S>
struct stored_target {
  address_leaf<T, S> addresses;
  strided_leaf<T, layout<S, dense<row_major>>, storage_ref> temporary{};
};

/// Does what store_and_fold() does, and returns true, if targets and operands are one run that is folded as one row,
/// with the same bits. Otherwise does nothing and returns false. For 64 elements it takes a sixth of the time.
template <class E, class... R, class Results, class T, class L, class... More>
WEFT_INLINE bool store_and_fold_run(E const& e, pack<R...> const& reducers, Results& results,
                                    strided_leaf<T, L> const& to, strided_leaf<More, L> const&... others) {
  using reducer = storing_reducer<target_list<T, More...>, R...>;
  using S = typename L::extents_type;
  using inner = core_t<E>;
  using core =
      core_node<stored_values, generator_slot<address_leaf<T, S>>, generator_slot<address_leaf<More, S>>..., inner>;
  constexpr int count = 1 + sizeof...(More);
  constexpr bool stepped = is_stepped<L> || has_steps<E>;
  if constexpr (rule_of<typename L::order> == stride_rule::by_columns)
    if (deterministic())
      return false;
  index_t position[std::size_t(1 + count + inner::slots)], step[std::size_t(stepped ? count + inner::slots : 1)];
  one_run_into<L, stepped, false, T, More...> run(position + 1, step, to, others...);
  inner const values = core_type<E>::template of<count>(run, e);
  run.note_recordings();
  index_t const elements = to.place.size();
  if ((run.differences | run.gaps) != 0 || elements == 0 || !is_one_row(elements))
    return false;
  constexpr index_t size[] = {index_t(sizeof(T)), index_t(sizeof(More))...};
  index_t address[std::size_t(count)][2];
  for (int k = 0; k < count; ++k) {
    address[k][0] = position[1 + k];
    address[k][1] = position[1 + k] + size[k];
    position[1 + k] = reinterpret_cast<index_t>(address[k]);
  }
  fold_core<reducer, core> const c{reducer(reducers), remade(stored_values{}, generator_slot<address_leaf<T, S>>{},
                                                             generator_slot<address_leaf<More, S>>{}..., values)};
  typename reducer::accumulator total = c.reducer.start();
  position[0] = reinterpret_cast<index_t>(&total);
  storing_kind<reducer, core, int(sizeof...(R))>().rows.run[chosen_isa](
      &c, frame_of_run(position, elements, position, position));
  results = c.reducer.finish(total, elements);
  return true;
}

/// Writes the first values of each element of e, whose values are joined, to targets of the shape `space`, and returns
/// a pack of what the reducers make of the others. Nothing in e is deferred, and e broadcasts to `space`.
template <Shape S, class E, class... R, class... T, class... L>
WEFT_FN auto store_and_fold(S const& space, E const& e, pack<R...> const& reducers, session& s,
                            strided_leaf<T, L> const&... to) {
  using reducer = storing_reducer<target_list<T...>, R...>;
  using inner = core_t<E>;
  using core = core_node<stored_values, generator_slot<address_leaf<T, S>>..., inner>;
  constexpr int count = sizeof...(T);
  (require_values<R>(count_of(space) == 0), ...);
  folded_t<reducer> out{};
  room_for<core, S::static_rank> room(space);
  auto into = room.enter();
  into.position[0] = reinterpret_cast<index_t>(&out);
  for (int k = 0; k < into.rank; ++k)
    into.steps[k * into.operands] = 0;
  inner const values = core_type<E>::template of<1 + count>(into, e);
  fold_pass<reducer> const pass{reducer(reducers)};
  fold_core<reducer, core> const c{pass.reducer,
                                   remade(stored_values{}, generator_slot<address_leaf<T, S>>{}..., values)};
  [&]<int... K>(std::integer_sequence<int, K...>) {
    std::tuple<stored_target<T, S>...> targets{stored_target<T, S>{addresses_of<T>(space, to)}...};
    auto const enter = [&] { (into.template leaf<1 + K>(std::get<K>(targets).addresses), ...); };
    enter();
    loop_table const table = room.table(kinds_of<folded_t<reducer>>(slots_t<core>{}));
    layout<S, dense<row_major>> const dense_place(space);
    std::uint64_t moved = may_refuse<E> ? ~std::uint64_t{0} : shared_targets(table, count);
    if (deterministic())
      ((moved |= lie_alike(to.place, dense_place) ? 0 : std::uint64_t{1} << K), ...);
    [[maybe_unused]] auto const move = [&]<class X>(stored_target<X, S>& target) {
      target.temporary = new_temporary<X>(space, s);
      target.addresses.offset = reinterpret_cast<index_t>(target.temporary.data);
      target.addresses.place = addresses_of<X>(space, target.temporary).place;
    };
    ((moved >> K & 1 ? move(std::get<K>(targets)) : void()), ...);
    enter();
    run_fold(storing_kind<reducer, core, int(sizeof...(R))>(), table, &c, &pass, s);
    ((moved >> K & 1 ? assign(to, std::move(std::get<K>(targets).temporary).to_read(), s) : void()), ...);
  }(std::make_integer_sequence<int, count>{});
  return out;
}

} // namespace weft::detail
WEFT_KERNELS_END
