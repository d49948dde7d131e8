#pragma once
#include <weft/eval/fold.hpp>
#include <weft/linalg/contraction.hpp>
#include <weft/linalg/matmul.hpp>
#include <weft/ops/reducers.hpp>

// Runs contractions, step by step. The library compiles it for the element types of BLAS, for int and for index_t. For
// other element types the program compiles it, which takes some seconds.
namespace weft::detail {

template <class T>
inline constexpr bool has_compiled_contraction =
    kind_of<T> != element_kind::other || std::is_same_v<T, int> || std::is_same_v<T, index_t>;

/// Computes target = alpha * the contraction of `count` operands + beta * target, or notes the steps in a report, if
/// the session has one. `slots` has 2 * count - 1 elements; the first `count` are the operands. Each axis of the target
/// has the name of an axis of an operand.
template <class T>
WEFT_API void run_contraction(contraction_slot* slots, int count, T alpha, T beta, contraction_slot const& target,
                              session& s);

template <class T>
class contraction_run {
public:
  WEFT_FN contraction_run(contraction_slot* slots, int count, session& s) : slots_(slots), count_(count), session_(s) {}

  WEFT_FN void run(T alpha, T beta, contraction_slot const& whole) {
    contraction_slot target(whole.data, {});
    bool is_empty = false;
    for (int k = 0; k < whole.place.rank; ++k)
      if (whole.place.extent[k] != 1)
        target.place.push(whole.place.name[k], whole.place.extent[k], whole.place.stride[k]);
    for (int k = 0; k < count_; ++k)
      is_empty = shorten(slots_[k].place) || is_empty;
    if (target.place.size() == 0)
      return;
    if (is_empty)
      return store(target, constant_leaf<T, dynamic_extents>(T(0), shape_of(target.place)), alpha, beta);
    if (count_ == 1)
      return finish_one(alpha, beta, target);
    unsigned short times[128]{}; // how often each name stands in an operand or in the target
    note_names(target.place, times);
    for (int k = 0; k < count_; ++k)
      note_names(slots_[k].place, times);
    for (int k = 0; k < count_; ++k)
      sum_alone(slots_[k], times);
    constexpr int usual = 16;
    contraction_step on_stack[usual];
    auto const more =
        count_ > usual
            ? storage_ref::adopt(allocate_block(count_ * index_t(sizeof(contraction_step)), 1, false, nullptr))
            : storage_ref{};
    contraction_step* const steps = count_ > usual ? static_cast<contraction_step*>(block_data(more.get())) : on_stack;
    order_contraction(slots_, count_, target.place, steps);
    for (int k = 0; k < count_ - 1; ++k) {
      contraction_slot &a = slots_[steps[k].left], &b = slots_[steps[k].right];
      if (k == count_ - 2)
        return multiply(a, b, target, alpha, beta, {false, true, !is_zero(beta)});
      contraction_slot& c = slots_[count_ + k];
      c.place = names_left(steps, k, target.place);
      multiply(a, b, c, T(1), T(0), {true, true, false});
      a.keep = {};
      b.keep = {};
    }
  }

private:
  using place = layout<dynamic_extents, strided>;
  using leaf = strided_leaf<T const, place>;

  WEFT_FN static dynamic_extents shape_of(named_layout const& l) {
    dynamic_extents e(l.rank);
    for (int k = 0; k < l.rank; ++k)
      e.set(k, l.extent[k]);
    return e;
  }
  /// Returns a leaf with the axes of `order`, in that order; elements repeat along the axes that l lacks.
  template <class U>
  WEFT_FN static strided_leaf<U, place> leaf_of(U* data, named_layout const& l, named_layout const& order) {
    dynamic_extents e(order.rank), steps(order.rank);
    for (int k = 0; k < order.rank; ++k) {
      e.set(k, order.extent[k]);
      steps.set(k, l.stride_of(order.name[k]));
    }
    return {data, place(e, steps), {}};
  }
  WEFT_FN static strided_leaf<T, place> target_of(contraction_slot const& c, named_layout const& l,
                                                  named_layout const& order, index_t shift = 0) {
    return leaf_of(static_cast<T*>(const_cast<void*>(c.data)) + shift, l, order);
  }

  /// Drops axes of extent 1, and joins axes with one name to their diagonal. Returns true if there are no elements.
  WEFT_FN static bool shorten(named_layout& l) {
    named_layout out;
    bool is_empty = false;
    for (int k = 0; k < l.rank; ++k) {
      is_empty = is_empty || l.extent[k] == 0;
      if (l.extent[k] == 1)
        continue;
      if (int const before = out.axis_of(l.name[k]); before >= 0)
        out.stride[before] += l.stride[k];
      else
        out.push(l.name[k], l.extent[k], l.stride[k]);
    }
    l = out;
    return is_empty;
  }
  WEFT_FN static void note_names(named_layout const& l, unsigned short* times) {
    for (int k = 0; k < l.rank; ++k)
      ++times[static_cast<int>(l.name[k])];
  }
  /// Returns the axes that the result of a step keeps: the axes of its two operands that the target or a later operand
  /// has too.
  WEFT_FN named_layout names_left(contraction_step const* steps, int step, named_layout const& target) const {
    named_layout out;
    for (int side = 0; side < 2; ++side) {
      named_layout const& l = slots_[side == 0 ? steps[step].left : steps[step].right].place;
      for (int k = 0; k < l.rank; ++k)
        if (out.axis_of(l.name[k]) < 0 && is_asked_for(l.name[k], steps, step, target))
          out.push(l.name[k], l.extent[k], 0);
    }
    return out;
  }
  WEFT_FN bool is_asked_for(char name, contraction_step const* steps, int step, named_layout const& target) const {
    bool asked = target.axis_of(name) >= 0;
    for (int k = step + 1; k < count_ - 1; ++k)
      for (int const slot : {steps[k].left, steps[k].right})
        asked = asked || (slot < count_ + step && slots_[slot].place.axis_of(name) >= 0);
    return asked;
  }

  template <class F>
  WEFT_FN static void with_conj(leaf const& x, [[maybe_unused]] bool conj, F const& f) {
    if constexpr (is_complex<T>)
      if (conj)
        return f(make_unary<op::conj>(x));
    f(x);
  }
  /// Calls f with an expression of the products of the elements of two operands.
  template <class F>
  WEFT_FN static void with_products(leaf const& x, bool conj_x, leaf const& y, bool conj_y, F const& f) {
    if (conj_x && !conj_y) // the product is the same in either order, bit by bit
      return with_products(y, conj_y, x, conj_x, f);
    with_conj(x, conj_x, [&](auto const& a) {
      if constexpr (std::is_same_v<std::remove_cvref_t<decltype(a)>, leaf>)
        with_conj(y, conj_y, [&](auto const& b) { f(make_binary<op::times>(a, b)); });
      else
        f(make_binary<op::times>(a, make_unary<op::conj>(y)));
    });
  }

  /// Computes target = alpha * e + beta * target.
  template <class E>
  WEFT_FN void store(contraction_slot const& target, E const& e, T alpha, T beta) {
    store(target_of(target, target.place, target.place), e, alpha, beta);
  }
  template <class E>
  WEFT_FN void store(strided_leaf<T, place> const& target, E const& e, T alpha, T beta) {
    if (is_one(alpha) && is_zero(beta))
      return assign(target, e, session_);
    auto const memory = new_temporary<T>(target.extents(), session_);
    strided_leaf<T, place> const values(memory.data, place(memory.place.extents(), memory.place.strides()), {});
    assign(values, e, session_);
    add_to_old(target, make_binary<op::times>(constant_leaf<T>(alpha), values.template borrowed<T const>()), beta,
               session_);
  }
  /// Stores the sum of e over its last axes; the first axes of e are the axes of the target.
  template <class E>
  WEFT_FN void store_sum(strided_leaf<T, place> const& target, E const& e, T alpha, T beta) {
    int const kept = target.place.rank(), all = e.extents().rank();
    if (kept == all)
      return store(target, e, alpha, beta);
    unsigned const summed = ((1u << all) - 1) & ~((1u << kept) - 1);
    store(target, make_fold(reducer::sum<T>{}, e, target.extents(), summed), alpha, beta);
  }
  /// Returns the axes of the target, followed by the axes of l that the target lacks.
  WEFT_FN static named_layout with_summed(named_layout const& target, named_layout const& l) {
    named_layout all = target;
    for (int k = 0; k < l.rank; ++k)
      if (target.axis_of(l.name[k]) < 0)
        all.push(l.name[k], l.extent[k], l.stride[k]);
    return all;
  }

  WEFT_FN void note(named_layout const& a, named_layout const* b, named_layout const& c, int copies) {
    if (plan_report* const to = report_of(session_))
      note_contraction(*to, a, b, c, copies);
  }

  /// Contracts a single operand: takes its diagonals, sums, and brings its axes into the order of the target.
  WEFT_FN void finish_one(T alpha, T beta, contraction_slot const& target) {
    contraction_slot const& x = slots_[0];
    note(x.place, nullptr, target.place, 0);
    leaf const all = leaf_of(static_cast<T const*>(x.data), x.place, with_summed(target.place, x.place));
    with_conj(all, x.conj,
              [&](auto const& e) { store_sum(target_of(target, target.place, target.place), e, alpha, beta); });
  }
  /// Sums an operand over the axes whose names stand once among all operands and the target. `times` counts the names.
  WEFT_FN void sum_alone(contraction_slot& x, unsigned short const* times) {
    int alone = 0;
    for (int i = 0; i < x.place.rank; ++i)
      alone += int(times[static_cast<int>(x.place.name[i])] == 1);
    if (alone == 0)
      return;
    named_layout left;
    for (int i = 0; i < x.place.rank; ++i)
      if (times[static_cast<int>(x.place.name[i])] != 1)
        left.push(x.place.name[i], x.place.extent[i], 0);
    pack_axes(left);
    note(x.place, nullptr, left, 0);
    auto values = new_temporary<T>(shape(left.size()), session_);
    contraction_slot const sums(values.data, left);
    leaf const all = leaf_of(static_cast<T const*>(x.data), x.place, with_summed(left, x.place));
    store_sum(target_of(sums, left, left), all, T(1), T(0));
    x.data = values.data;
    x.place = left;
    x.keep = std::move(values.keep);
  }

  /// Computes c = alpha * a * b + beta * c; a free c gets its memory here.
  WEFT_FN void multiply(contraction_slot const& a, contraction_slot const& b, contraction_slot& c, T alpha, T beta,
                        pair_facts facts) {
    pair_plan plan;
    plan_pair(a.place, b.place, c.place, facts, plan);
    if (facts.free) {
      auto values = new_temporary<T>(shape(plan.stored[2].size()), session_);
      c.data = values.data;
      c.place = plan.stored[2];
      c.keep = std::move(values.keep);
    } else if (facts.is_apart && plan.way == pair_plan::way_kind::products && plan.lead != 0 && !plan.copied[2] &&
               overlaps(plan, a, b, c)) {
      facts.is_apart = false;
      return multiply(a, b, c, alpha, beta, facts);
    }
    note(a.place, &b.place, c.place, plan.copies());
    if (plan.way == pair_plan::way_kind::products)
      multiply_matrices(plan, a, b, c, alpha, beta);
    else
      multiply_elements(plan, a, b, c, alpha, beta);
  }

  WEFT_FN static T const* first_of(pair_plan const& plan, int operand, contraction_slot const& x) {
    return static_cast<T const*>(x.data) + plan.shift[operand];
  }
  WEFT_FN void multiply_elements(pair_plan const& plan, contraction_slot const& a, contraction_slot const& b,
                                 contraction_slot const& c, T alpha, T beta) {
    named_layout const* const l = plan.stored;
    named_layout const all = with_summed(with_summed(l[2], l[0]), l[1]);
    with_products(leaf_of(first_of(plan, 0, a), l[0], all), a.conj, leaf_of(first_of(plan, 1, b), l[1], all), b.conj,
                  [&](auto const& e) { store_sum(target_of(c, l[2], l[2], plan.shift[2]), e, alpha, beta); });
  }

  template <class U>
  WEFT_FN static matrix_stack<U> stack_of_matrices(pair_plan const& plan, int operand, U* data, bool conj) {
    matrix_stack<U> m(data, plan.matrix[operand], plan.lead);
    m.matrix.conj = conj;
    for (int k = 0; k < plan.lead; ++k)
      m.set_axis(k, plan.extent[k], plan.step[operand][k]);
    return m;
  }
  WEFT_FN static bool overlaps(pair_plan const& plan, contraction_slot const& a, contraction_slot const& b,
                               contraction_slot const& c) {
    auto const to = stack_of_matrices(plan, 2, first_of(plan, 2, c), false);
    auto const meets = [&](int operand, contraction_slot const& x) {
      return !plan.copied[operand] &&
             shares_memory(stack_of_matrices(plan, operand, first_of(plan, operand, x), false), to);
    };
    return meets(0, a) || meets(1, b);
  }
  /// Returns memory for the copy of an operand. The elements of A and B (operands 0 and 1) are copied to it.
  WEFT_FN auto copy_of(pair_plan const& plan, int operand, contraction_slot const& x) {
    auto values = new_temporary<T>(shape(plan.copy[operand].size()), session_);
    if (operand != 2) {
      named_layout const& to = plan.copy[operand];
      assign(leaf_of(values.data, to, to), leaf_of(first_of(plan, operand, x), plan.stored[operand], to), session_);
    }
    return values;
  }
  WEFT_FN void multiply_matrices(pair_plan const& plan, contraction_slot const& a, contraction_slot const& b,
                                 contraction_slot const& c, T alpha, T beta) {
    using memory = decltype(copy_of(plan, 0, a));
    memory copies[3];
    T const* data[3];
    contraction_slot const* const slots[3] = {&a, &b, &c};
    for (int x = 0; x < 3; ++x) {
      if (plan.copied[x])
        copies[x] = copy_of(plan, x, *slots[x]);
      data[x] = plan.copied[x] ? copies[x].data : first_of(plan, x, *slots[x]);
    }
    T* const to = const_cast<T*>(data[2]);
    T const old = plan.copied[2] ? T(0) : beta;
    stack_job<T, T, T> const job(alpha, stack_of_matrices(plan, 0, data[0], a.conj),
                                 stack_of_matrices(plan, 1, data[1], b.conj), old,
                                 stack_of_matrices(plan, 2, to, false));
    if (job.is_single())
      job.single().run(session_);
    else
      job.run(session_);
    if (plan.copied[2]) {
      named_layout const& order = plan.stored[2];
      add_to_old(target_of(c, order, order, plan.shift[2]), leaf_of(data[2], plan.copy[2], order), beta, session_);
    }
  }

  contraction_slot* slots_;
  int count_;
  session& session_;
};

/// Computes target = alpha * the contraction of `count` operands + beta * target, for any element type.
template <class T>
WEFT_FN void contract(contraction_slot* slots, int count, T alpha, T beta, contraction_slot const& target, session& s) {
  if constexpr (has_compiled_contraction<T>)
    run_contraction<T>(slots, count, alpha, beta, target, s);
  else
    contraction_run<T>(slots, count, s).run(alpha, beta, target);
}

} // namespace weft::detail
