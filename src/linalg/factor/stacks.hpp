#pragma once
#include <weft/eval/materialise.hpp>
#include <weft/layout/walk.hpp>
#include <weft/linalg/stack.hpp>

// Private to src: walks stacks of matrices, one matrix of each stack at a time.
namespace weft::detail {

/// The places of the matrices of N stacks. The first stack gives the leading axes. The others are aligned at the last
/// leading axis, and repeat along axes that they lack.
template <int N>
class stack_places {
public:
  template <class C, class... M>
  explicit stack_places(matrix_stack<C> const& first, matrix_stack<M> const&... others) : outer_(first.lead) {
    static_assert(N == 1 + sizeof...(M));
    int list = 0;
    set_steps(list++, first);
    (set_steps(list++, others), ...);
  }

  index_t count() const { return count_of(outer_); }
  /// Calls f(at) for each product. Its matrix of stack j begins at[j] elements after the first matrix of the stack.
  template <class F>
  void for_each(F const& f) const {
    walk_rows(outer_, steps_, [&](index_t const*, index_t const* offset, index_t n) {
      for (index_t i = 0; i < n; ++i) {
        index_t at[N];
        for (int j = 0; j < N; ++j)
          at[j] = offset[j] + i * row_step(steps_[j]);
        f(static_cast<index_t const*>(at));
      }
    });
  }

private:
  template <class T>
  void set_steps(int list, matrix_stack<T> const& m) {
    dynamic_extents steps(outer_.rank());
    for (int k = 0; k < outer_.rank(); ++k) {
      int const mine = k - (outer_.rank() - m.lead.rank());
      steps.set(k, mine < 0 ? 0 : m.step.entry(mine));
    }
    steps_[list] = steps;
  }
  dynamic_extents outer_, steps_[N];
};

/// Returns the letter of explain() for a triangle of a row-major matrix: N the lower one, T the upper one, which is the
/// lower one transposed; R and C if it is conjugated.
inline char triangle_letter(bool lower, bool conj) {
  return lower ? (conj ? 'R' : 'N') : (conj ? 'C' : 'T');
}

} // namespace weft::detail
