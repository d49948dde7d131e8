#pragma once
#include <weft/field/grid.hpp>

namespace weft::field {

/// Time levels of a field, tensors or grids, that change places without a copy. u[0] is the level of now, u[1] the one
/// before it, and u.next() the one that is computed, whose memory holds the oldest: u.next() is u[N - 1].
///
///   field::levels<field::grid<double, 2>, 3> u(start);
///   u.next().interior() = 2.0 * u[0].interior() - u[1].interior() + ...;
///   u.rotate(); // u[0] is what was computed
///
/// Views and expressions stay with the memory that they were made of, whatever its level is called later.
template <class X, int N>
class levels {
  static_assert(N > 1, "weft: field::levels: there are 2 levels or more");

public:
  /// Each level is a copy of this one.
  WEFT_FN explicit levels(X const& start) : of_(make(start, std::make_integer_sequence<int, N>{})) {}

  /// The number of levels.
  [[nodiscard]] WEFT_FN static constexpr int size() { return N; }
  /// The level of some steps before now; index_error from N on.
  [[nodiscard]] WEFT_FN X& operator[](index_t back) WEFT_LIFETIMEBOUND { return of_[place(back)]; }
  [[nodiscard]] WEFT_FN X const& operator[](index_t back) const WEFT_LIFETIMEBOUND { return of_[place(back)]; }
  /// The level that is to be computed.
  [[nodiscard]] WEFT_FN X& next() WEFT_LIFETIMEBOUND { return (*this)[N - 1]; }
  /// The next level is the one of now; each other level is one step older.
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

} // namespace weft::field
