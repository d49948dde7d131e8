#pragma once
#include <weft/grad/picked.hpp>
#include <weft/grad/solutions.hpp>
#include <weft/linalg/einsum.hpp>

// The gradient of einsum, which is computed by contractions too.
namespace weft::detail {

/// The adjoint of einsum. The gradient of an operand is the contraction of G with the other operands over the indices
/// that the operand does not have. It goes to the diagonal if an index occurs twice in the operand, and is the same
/// along an axis whose index occurs in no other operand and not in G.
template <class T, class Extents, int N>
struct adjoint<einsum_operation<T, Extents, N>> {
  template <class F, class L, class G, class... E>
  WEFT_FN static void hand_on(F const& f, L const&, G const& g, E const&... operands) {
    int k = 0;
    (hand_to_operand(f, k++, operands, g, operands...), ...);
  }

private:
  using place = layout<dynamic_extents, strided>;

  template <class F, class X, class G, class... E>
  WEFT_FN static void hand_to_operand(F const& f, int number, X const& x, G const& g, E const&... operands) {
    if constexpr (is_followed<X>) {
      session s;
      contraction_slot slots[std::size_t(2 * N)];
      int used = 0, k = 0;
      T factor = store_as<T>(multiply(fill_slot<T>(slots[used++], f.names[N], g, s), T(1)));
      auto const add = [&](auto const& other) {
        if (k != number)
          factor = store_as<T>(multiply(fill_slot<T>(slots[used++], f.names[k], unfollowed(other), s), factor));
        ++k;
      };
      (add(operands), ...);

      named_layout found;
      for (int i = 0; i < f.names[number].rank; ++i) {
        char const c = f.names[number].name[i];
        index_t const n = x.extents().entry(i);
        bool has_axis = false; // if false, the gradient is the same along axis c
        for (int j = 0; j < N && !has_axis; ++j)
          if (int const axis = slots[j].place.axis_of(c); axis >= 0)
            has_axis = slots[j].place.extent[axis] == n;
        if (has_axis && found.axis_of(c) < 0)
          found.push(c, n, 0);
      }
      pack_axes(found);
      auto const values = new_temporary<T>(shape(found.size()), s);
      contraction_slot const to(values.data, found);
      contract(slots, N, factor, T(0), to, s);
      collect_gradient(x, [&](auto const& target) { add_to_diagonal(target, f.names[number], values.data, found); });
    }
  }

  template <class U, class S>
  WEFT_FN static void add_to_diagonal(gradient_target<U, S> const& target, axis_names const& names, T const* values,
                                      named_layout const& found) {
    named_layout diagonal;
    for (int i = 0; i < names.rank; ++i)
      if (int const before = diagonal.axis_of(names.name[i]); before >= 0)
        diagonal.stride[before] += target.place.stride(i);
      else
        diagonal.push(names.name[i], target.place.extent(i), target.place.stride(i));
    dynamic_extents extents(diagonal.rank), strides(diagonal.rank), from(diagonal.rank);
    for (int i = 0; i < diagonal.rank; ++i) {
      extents.set(i, diagonal.extent[i]);
      strides.set(i, diagonal.stride[i]);
      from.set(i, found.stride_of(diagonal.name[i]));
    }
    gradient_target<U, dynamic_extents> const to(target.data, place(extents, strides), {});
    strided_leaf<T const, place> const gradient(values, place(extents, from), {});
    if (may_repeat(to.place))
      add_singly(to, gradient_values<U>(gradient));
    else
      set_or_add(to, gradient, false);
  }
};

} // namespace weft::detail
