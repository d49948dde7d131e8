#pragma once
#include <weft/grad/statement.hpp>
#include <weft/ops/take.hpp>

// Gradients of operations that pick elements: take, a(i, all) and their like, and sorted lines. The gradient of each
// element of a result is added to the gradient of the element that it is a copy of. The additions run one after the
// other, because an index may occur several times.
namespace weft::detail {

template <class T, class Extents, class Order>
struct ordering; // defined in ops/sort.hpp, which would include <algorithm>
template <class Extents, class Order>
struct ordering_indices;
template <class T, class Places>
struct chosen_elements; // defined in ops/choice.hpp

/// Calls f(target), which adds to the gradient of e; `target` has the shape of e. If e is a leaf, `target` is its
/// incoming gradient. If e is an expression, `target` is a temporary, which is then handed on to e.
template <class E, class F>
WEFT_FN void collect_gradient(E const& e, F const& f) {
  if constexpr (is_followed<E>) {
    using T = typename E::value_type;
    using extents_type = dims<E::static_rank>;
    auto const extents = convert_extents<extents_type>(e.extents());
    if constexpr (is_followed_leaf<E>) {
      graph_value& value = *e.keep.get();
      if (!value.is_asked_for())
        return;
      T* const incoming = static_cast<T*>(value.room_for_incoming(true));
      f(gradient_target<T, extents_type>(incoming + (e.data - static_cast<T const*>(value.data())),
                                         {extents, convert_extents<extents_type>(e.place.strides())}, {}));
    } else {
      session s;
      auto values = new_temporary<T>(extents, s);
      auto strides = extents;
      for (int k = 0; k < extents.rank(); ++k)
        strides.set(k, values.place.stride(k));
      gradient_target<T, extents_type> const target(values.data, {extents, strides}, {});
      assign(target, constant_leaf<T, extents_type>(T(0), extents), s);
      f(target);
      hand_to(e, std::move(values).to_read());
    }
  }
}

/// Adds the values to the elements of the target that How picks, one after the other, because an index may occur twice.
template <class T, class S, class How, class V, class L, class... At>
WEFT_FN void add_picked(gradient_target<T, S> const& target, How const& how, strided_leaf<V const, L> const& values,
                        At const&... indices) {
  session s;
  auto const steps = convert_extents<dynamic_extents>(values.place.strides());
  auto const add = [&](pick_layout const& m, auto const* index, index_t unit) {
    dynamic_extents const strides[] = {m.strides, m.table, steps};
    index_t const along = row_step(m.strides), next = row_step(m.table), step = row_step(steps);
    walk_rows(m.extents, strides, [&](index_t const*, index_t const* at, index_t n) {
      for (index_t k = 0; k < n; ++k)
        target.data[at[0] + k * along + static_cast<index_t>(index[at[1] + k * next]) * unit] +=
            static_cast<T>(values.data[at[2] + k * step]);
    });
  };
  how(target.place, s, nullptr, add, indices...);
}

/// The adjoint of picked elements. It reads the indices as they were when the statement was recorded.
template <class T, class Extents, class How>
struct adjoint<gathering<T, Extents, How>> {
  template <class F, class L, class G, class E, class... At>
  WEFT_FN static void hand_on(F const& f, L const&, G const& g, E const& e, At const&... indices) {
    collect_gradient(e, [&](auto const& target) { add_picked(target, f.how, g, indices...); });
  }
};

/// The adjoint of randomly drawn elements: the gradient goes to the drawn elements, which are found again from the
/// seed, with or without weights.
template <class T, class Places>
struct adjoint<chosen_elements<T, Places>> {
  template <class F, class L, class G, class E, class... W>
  WEFT_FN static void hand_on(F const& f, L const&, G const& g, E const& e, W const&... weights) {
    session s;
    index_t const n = g.place.size();
    auto const place = f.places.ready(n, s, weights...);
    collect_gradient(e, [&](auto const& target) {
      for (index_t i = 0; i < n; ++i)
        target.data[place(i) * target.place.stride(0)] += g.data[i * g.place.stride(0)];
    });
  }
};

/// The adjoint of sorted lines. It sorts the indices again; equal elements keep their order.
template <class T, class Extents, class Order>
struct adjoint<ordering<T, Extents, Order>> {
  template <class F, class L, class G, class E>
  WEFT_FN static void hand_on(F const& f, L const&, G const& g, E const& e) {
    session s;
    auto const indices = new_temporary<index_t>(convert_extents<Extents>(e.extents()), s);
    ordering_indices<Extents, Order> const find{{}, f.axis, f.order};
    find.evaluate(indices.template borrowed<index_t>(), s, e);
    line_picker const how{"sort", f.axis};
    auto const from = indices.template borrowed<index_t const>();
    collect_gradient(e, [&](auto const& target) { add_picked(target, with_lines{how}, g, from); });
  }

private:
  /// Picks elements as line_picker does, but does not check the indices, because sorting made them.
  struct with_lines {
    line_picker how;
    template <class Layout, class A, class At>
    WEFT_FN void operator()(Layout const& l, session&, footprint const*, A const& add, At const& indices) const {
      auto const whole = convert_extents<dynamic_extents>(l.extents()),
                 strides = convert_extents<dynamic_extents>(l.strides());
      add(pick_along(how.operation, whole, strides, how.axis, convert_extents<dynamic_extents>(indices.extents()),
                     convert_extents<dynamic_extents>(indices.place.strides())),
          indices.data, strides[how.axis]);
    }
  };
};

} // namespace weft::detail
