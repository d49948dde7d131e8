#pragma once
#include <weft/field/grid.hpp>

namespace weft::detail {

/// True if a copy of an X refers to the memory of the original: a view, or a grid over memory of the program.
template <class X>
inline constexpr bool copies_share = Stored<X> && !is_tensor<X>;
template <AnyGrid X>
inline constexpr bool copies_share<X> = copies_share<typename X::memory_type>;

} // namespace weft::detail

namespace weft::field {

/// The time levels of a field, which are tensors or grids; a time step renumbers them without a copy. u[0] is the
/// current level and u[1] the one before it. u.next() is the level to compute, in the memory of the oldest: it is u[N -
/// 1].
///
///   field::levels<field::grid<double, 2>, 3> u(start);
///   u.next().interior() = 2.0 * u[0].interior() - u[1].interior() + ...;
///   u.rotate(); // u[0] is the new level
///
/// Levels in memory of the program, which are views or grids over it, each need a buffer: field::levels u(u0, u1) has
/// the two levels u[0] = u0 and u[1] = u1. Whether the buffers overlap is not checked.
///
/// Views and expressions of a level keep referring to its memory after rotate(), when that level has another number.
template <class X, int N>
class levels {
  static_assert(N > 1, "weft: field::levels: there are 2 levels or more");

public:
  /// Makes N levels, each a copy of `start`, which owns its memory.
  WEFT_FN explicit levels(X const& start) : of_(make(start, std::make_integer_sequence<int, N>{})) {
    static_assert(
        !weft::detail::copies_share<X>,
        "weft: field::levels: copies of one view would share memory: levels u(u0, u1) takes a buffer for each");
  }
  /// Makes N levels of as many tensors, grids or views. The first one is the current level.
  template <std::convertible_to<X>... More>
    requires(sizeof...(More) + 1 == std::size_t(N))
  WEFT_FN explicit levels(X current, More&&... older) : of_{std::move(current), static_cast<More&&>(older)...} {}

  /// Returns the number of levels.
  [[nodiscard]] WEFT_FN static constexpr int size() { return N; }
  /// Returns the level `back` steps before the current one. Throws index_error unless 0 <= back < N.
  [[nodiscard]] WEFT_FN X& operator[](index_t back) WEFT_LIFETIMEBOUND { return of_[place(back)]; }
  [[nodiscard]] WEFT_FN X const& operator[](index_t back) const WEFT_LIFETIMEBOUND { return of_[place(back)]; }
  /// Returns the level to compute.
  [[nodiscard]] WEFT_FN X& next() WEFT_LIFETIMEBOUND { return (*this)[N - 1]; }
  /// Makes the level next() the current one, and each other level one step older.
  WEFT_FN void rotate() { now_ = (now_ + N - 1) % N; }

private:
  template <int... K>
  WEFT_FN static std::array<X, std::size_t(N)> make(X const& start, std::integer_sequence<int, K...>) {
    return {(static_cast<void>(K), start)...};
  }
  WEFT_FN std::size_t place(index_t back) const {
    if (back < 0 || back >= N)
      weft::detail::throw_index("field::levels", back, 0, N);
    return static_cast<std::size_t>((now_ + back) % N);
  }
  std::array<X, std::size_t(N)> of_;
  int now_ = 0;
};

/// Deduces the number of levels from that of their buffers.
template <class X, std::same_as<X>... More>
levels(X, More...) -> levels<X, int(sizeof...(More)) + 1>;

} // namespace weft::field
