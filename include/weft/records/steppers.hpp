#pragma once
#include <weft/memory/storage.hpp>
#include <weft/records/fields.hpp>

#include <optional>

// Steps of y' = f(t, y), where y is a tensor, a number or a record. f is called with a time and a state of the type of
// y. f(t, y) returns what y may be assigned from: an expression, a record of expressions, a new state. f(t, y, dy)
// writes into dy, a state of the shapes of y. y is changed in place, and its memory stays where it is.
//   for (double t = 0; t < 1;)
//     t = ode::rk4([](double, auto const& x) { return -x; }, y, t, 0.01);
namespace weft::detail {

/// Returns F of two states, of a state and a number, or of two numbers; it is lazy unless both are numbers.
template <class F, class A, class B>
WEFT_INLINE constexpr auto of_states(A&& a, B&& b) {
  if constexpr (Record<A> || Record<B>)
    return record_operation<F>(beside_record(static_cast<A&&>(a)), beside_record(static_cast<B&&>(b)));
  else
    return make_binary<F>(static_cast<A&&>(a), static_cast<B&&>(b));
}
/// True if a state has its elements inside it, so that a new state takes no memory.
template <class Y>
inline constexpr bool is_plain_state = std::is_trivially_copyable_v<Y>;
/// True if states are kept in registers, where a slope that is stored costs nothing: numbers and tensors of floating
/// elements, 32 bytes at the most. A step of 4 doubles takes 0.32 of one that computes slopes again as differences with
/// Clang 14, 1.0 with GCC 12; of 8 doubles 0.68 and 1.5. Records took up to 4.4 with GCC 12, which copies structs
/// through memory.
template <class Y>
inline constexpr bool is_small_state = [] {
  if constexpr (!Record<Y> && is_plain_state<Y> && sizeof(Y) <= 32)
    return std::is_floating_point_v<value_t<Y>>;
  else
    return false;
}();

/// Computes a + c * b in one expression of C++, which Clang compiles to one instruction. Clang fuses nothing across two
/// functions, as the + and * of an expression are.
template <class C>
struct plus_multiple {
  static constexpr char const* name = "ode";
  static constexpr bool total = true;
  C c;
  template <class X>
  WEFT_INLINE constexpr X operator()(X a, X b) const {
    X const times = static_cast<X>(c);
    return a + times * b;
  }
};
/// Returns a + c * b: a state if a and b are small states of one type, else it is lazy.
template <class A, class C, class B>
WEFT_INLINE constexpr auto state_plus(A&& a, C const& c, B&& b) {
  using Y = std::remove_cvref_t<A>;
  if constexpr (std::same_as<Y, std::remove_cvref_t<B>> && is_small_state<Y>) {
    if constexpr (Scalar<Y>)
      return plus_multiple<C>{c}(a, b);
    else
      return Y(map(plus_multiple<C>{c}, a, b));
  } else {
    return of_states<op::plus>(static_cast<A&&>(a), of_states<op::times>(c, static_cast<B&&>(b)));
  }
}

/// True if f gives slopes of states of type Y; otherwise the compiler shows a message. It is asked before a step, so
/// that no other message follows.
template <class F, class T, class Y>
WEFT_FN constexpr bool is_slope() {
  static_assert(std::is_floating_point_v<T>, "weft: ode: the time is a floating number: 0.0, not 0");
  constexpr bool is_state = (Record<Y> || Field<Y>) && is_writable<Y>();
  static_assert(is_state, "weft: ode: the state is a tensor, a view, a number or a record, and is not const");
  if constexpr (!std::is_floating_point_v<T> || !is_state) {
    return false;
  } else if constexpr (!fit<accepts_values, Y, for_all_members<T>>()) {
    return false;
  } else if constexpr (std::is_invocable_v<F&, T const&, Y const&>) {
    using slope = std::remove_cvref_t<std::invoke_result_t<F&, T const&, Y const&>>;
    constexpr bool is_value = Record<slope> || Field<slope>;
    static_assert(is_value, "weft: ode: f(t, y) returns what y may be assigned from; f(t, y, dy) writes to dy");
    if constexpr (is_value)
      return fit<accepts_values, Y, slope>();
    else
      return false;
  } else {
    constexpr bool writes = std::is_invocable_v<F&, T const&, Y const&, Y&>;
    static_assert(writes, "weft: ode: f is called as f(t, y), or as f(t, y, dy), which writes to dy");
    return writes;
  }
}

/// True if a state holds a variable: a stepper that is kept would keep the graph that the variable is recorded in.
template <class Y>
WEFT_FN constexpr bool is_recorded() {
  if constexpr (Record<Y>)
    return unpack<access_of<Y>::count>([]<int... K>() { return (is_recorded<member_t<Y, K>>() || ...); });
  else
    return Node<Y>;
}

/// Memory for the states of a step. Each is made when it is first asked for, and again if y has another shape.
template <class Y, int Count>
class step_room {
public:
  /// Writes e to state k, which gets the shapes of y, and returns it.
  template <class E>
  WEFT_INLINE Y const& put(int k, Y const& y, E const& e) {
    if constexpr (is_plain_state<Y>)
      return state_[k].emplace(made_field<Y, "">(e));
    Y& to = like(k, y);
    write_fields(to, e);
    return to;
  }
  /// Returns state k with the shapes of y. Its elements have any values.
  WEFT_INLINE Y& like(int k, Y const& y) {
    if (!state_[k] || !same_shapes(*state_[k], y))
      state_[k].emplace(make(y));
    return *state_[k];
  }
  WEFT_INLINE Y const& operator[](int k) const { return *state_[k]; }
  /// Calls use(slope) with the slope at the time t and the state x: the result of f, or state k, into which f or, for
  /// small states, this function has written it.
  template <class F, class T, class Use>
  WEFT_INLINE void with_slope(int k, F& f, T const& t, Y const& x, Use const& use) {
    if constexpr (std::is_invocable_v<F&, T const&, Y const&>) {
      if constexpr (is_small_state<Y>)
        use(put(k, x, f(t, x)));
      else
        use(f(t, x));
    } else {
      Y& slope = like(k, x);
      f(t, x, slope);
      use(std::as_const(slope));
    }
  }

private:
  WEFT_FN static Y make(Y const& y) {
    return remade_record<"", Y>(y, []<static_text>(auto const& x) { return zero_field(x); });
  }
  WEFT_FN static bool same_shapes(Y const& a, Y const& b) {
    bool same = true;
    visit_pairs(a, b, [&]<static_text>(auto const& x, auto const& y) {
      if constexpr (!Scalar<decltype(x)>)
        same = same && x.shape() == y.shape();
    });
    return same;
  }

  std::optional<Y> state_[std::size_t(Count)];
};

/// The part that the steppers share: the call that makes a step, for a class Method with step(f, y, t, h).
template <class Method, class Y>
class one_step_method {
public:
  /// Makes one step of length h, and returns t + h.
  template <class F, class T>
  [[nodiscard]] WEFT_INLINE T operator()(F&& f, Y& y, T t, std::type_identity_t<T> h) {
    if constexpr (is_slope<F, T, Y>())
      static_cast<Method&>(*this).step(f, y, t, h);
    return t + h;
  }
};

/// Calls step(stepper) with a stepper of this thread, which keeps its memory from one call to the next. The stepper is
/// new if states have their elements inside them, or hold variables, whose graph it would keep. It is not kept if the
/// program has set a memory resource (set_memory_resource). A step within a step has a new one too.
template <class Stepper, class Y, class Step>
WEFT_INLINE auto with_kept(Step const& step) {
  if constexpr (is_plain_state<Y> || is_recorded<Y>()) {
    Stepper fresh;
    return step(fresh);
  } else {
    thread_local std::optional<Stepper> kept;
    Stepper mine = kept ? std::move(*kept) : Stepper();
    kept.reset();
    auto const out = step(mine);
    if (memory_resource() == nullptr)
      kept.emplace(std::move(mine));
    return out;
  }
}

} // namespace weft::detail

namespace weft::ode {

/// Steps of Runge and Kutta's method of fourth order (Kutta 1901). It keeps memory for three states, and for one more
/// if f writes to dy. Only the first step allocates, and a step in which y has another shape. If f returns an
/// expression, each of the four stages is one pass over the elements: slopes are not stored, but computed again as
/// differences of stages, which makes the rounding error of the result about twice as large. Numbers and tensors of
/// static shape of at most 32 bytes stay in registers, with their slopes.
template <class Y>
class rk4_stepper : public detail::one_step_method<rk4_stepper<Y>, Y> {
  friend detail::one_step_method<rk4_stepper<Y>, Y>;
  static constexpr bool keeps_slopes = detail::is_small_state<Y>;

  template <class F, class T>
  WEFT_INLINE void step(F& f, Y& y, T t, T h) {
    using detail::of_states, detail::state_plus;
    constexpr int first = 3, second = keeps_slopes ? 4 : 3, third = keeps_slopes ? 5 : 3, last = keeps_slopes ? 6 : 3;
    T const half = h / 2;
    room_.with_slope(first, f, t, y, [&](auto const& k) { room_.put(0, y, state_plus(y, half, k)); });
    room_.with_slope(second, f, t + half, room_[0], [&](auto const& k) { room_.put(1, y, state_plus(y, half, k)); });
    room_.with_slope(third, f, t + half, room_[1], [&](auto const& k) { room_.put(2, y, state_plus(y, h, k)); });
    room_.with_slope(last, f, t + h, room_[2], [&](auto const& k) {
      if constexpr (keeps_slopes) {
        auto const two = state_plus(room_[first], T(2), room_[second]);
        y = state_plus(y, h / 6, state_plus(state_plus(two, T(2), room_[third]), T(1), k));
      } else {
        auto const change = [&](int at) { return of_states<op::minus>(room_[at], y); };
        auto const changes = state_plus(of_states<op::plus>(change(0), change(2)), T(2), change(1));
        detail::write_fields(y, state_plus(state_plus(y, T(1) / 3, changes), h / 6, k));
      }
    });
  }

  detail::step_room<Y, keeps_slopes ? 7 : 4> room_;
};

/// Steps of the method of third order by Shu and Osher (1988), which does not increase quantities that a step of
/// Euler's method does not increase, such as the total variation. It keeps memory as rk4_stepper does, but for two
/// states.
template <class Y>
class ssp_rk3_stepper : public detail::one_step_method<ssp_rk3_stepper<Y>, Y> {
  friend detail::one_step_method<ssp_rk3_stepper<Y>, Y>;

  template <class F, class T>
  WEFT_INLINE void step(F& f, Y& y, T t, T h) {
    using detail::of_states, detail::state_plus;
    auto const mixed = [&](T fraction, auto const& x, auto const& slope) {
      return state_plus(of_states<op::times>(T(1) - fraction, y), fraction, state_plus(x, h, slope));
    };
    room_.with_slope(2, f, t, y, [&](auto const& slope) { room_.put(0, y, state_plus(y, h, slope)); });
    room_.with_slope(2, f, t + h, room_[0],
                     [&](auto const& slope) { room_.put(1, y, mixed(T(1) / 4, room_[0], slope)); });
    room_.with_slope(2, f, t + h / 2, room_[1],
                     [&](auto const& slope) { detail::write_fields(y, mixed(T(2) / 3, room_[1], slope)); });
  }

  detail::step_room<Y, 3> room_;
};

/// Steps of Euler's method, y + h f(t, y). It keeps one state, the slope.
template <class Y>
class euler_stepper : public detail::one_step_method<euler_stepper<Y>, Y> {
  friend detail::one_step_method<euler_stepper<Y>, Y>;

  template <class F, class T>
  WEFT_INLINE void step(F& f, Y& y, T t, T h) {
    room_.with_slope(0, f, t, y, [&](auto const& slope) {
      if constexpr (std::is_invocable_v<F&, T const&, Y const&>) // stored first, as it may read y anywhere
        room_.put(0, y, slope);
      detail::write_fields(y, detail::state_plus(y, h, room_[0]));
    });
  }

  detail::step_room<Y, 1> room_;
};

/// Makes a step of rk4_stepper. The thread keeps one stepper for each type of states, so that calls allocate nothing
/// from the second one on. None is kept for states that have no memory of their own, such as tensors of static shape.
/// If set_memory_resource() has set a resource, each call takes the memory for its stages from it, as a stepper of the
/// program's own does once.
template <class F, class Y, class T>
[[nodiscard]] WEFT_INLINE T rk4(F&& f, Y& y, T t, std::type_identity_t<T> h) {
  if constexpr (detail::is_slope<F, T, Y>())
    return detail::with_kept<rk4_stepper<Y>, Y>([&](auto& step) { return step(f, y, t, h); });
  else
    return t;
}
/// Makes a step of ssp_rk3_stepper, with memory as for rk4.
template <class F, class Y, class T>
[[nodiscard]] WEFT_INLINE T ssp_rk3(F&& f, Y& y, T t, std::type_identity_t<T> h) {
  if constexpr (detail::is_slope<F, T, Y>())
    return detail::with_kept<ssp_rk3_stepper<Y>, Y>([&](auto& step) { return step(f, y, t, h); });
  else
    return t;
}
/// Makes a step of euler_stepper, with memory as for rk4.
template <class F, class Y, class T>
[[nodiscard]] WEFT_INLINE T euler(F&& f, Y& y, T t, std::type_identity_t<T> h) {
  if constexpr (detail::is_slope<F, T, Y>())
    return detail::with_kept<euler_stepper<Y>, Y>([&](auto& step) { return step(f, y, t, h); });
  else
    return t;
}

} // namespace weft::ode
