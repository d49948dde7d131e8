#pragma once
#include "grid_case.hpp"

#include <algorithm>
#include <weft/ops/arithmetic.hpp>
#include <weft/ops/generate.hpp>
#include <weft/ops/math.hpp>
#include <weft/ops/select.hpp>
#include <weft/tensor/memory.hpp>

// Each expression once as weft's, once as the oracle's.
namespace grid {

using weft::view;
template <class T, std::size_t N>
using views = std::array<view<T const>, N>;
template <class T, std::size_t N>
using arrays = std::array<oracle::array<T>, N>;

struct one_leaf {
  static constexpr std::size_t leaves = 1;
  template <class T>
  static void assign(view<T> const& t, views<T, 1> const& a) {
    t = a[0];
  }
  template <class T>
  static auto value(T, arrays<T, 1> const& a, list const& i) {
    return a[0](i);
  }
};
struct two_leaves_and_a_constant {
  static constexpr std::size_t leaves = 2;
  template <class T>
  static void assign(view<T> const& t, views<T, 2> const& a) {
    t = a[0] + T(2) * a[1];
  }
  template <class T>
  static auto value(T, arrays<T, 2> const& a, list const& i) {
    return a[0](i) + T(2) * a[1](i);
  }
};
struct plus_equals {
  static constexpr std::size_t leaves = 2;
  template <class T>
  static void assign(view<T> const& t, views<T, 2> const& a) {
    t += a[0] * a[1];
  }
  template <class T>
  static auto value(T t, arrays<T, 2> const& a, list const& i) {
    return t + a[0](i) * a[1](i);
  }
};
struct minus_equals {
  static constexpr std::size_t leaves = 1;
  template <class T>
  static void assign(view<T> const& t, views<T, 1> const& a) {
    t -= -a[0];
  }
  template <class T>
  static auto value(T t, arrays<T, 1> const& a, list const& i) {
    return t + a[0](i);
  }
};
struct times_equals {
  static constexpr std::size_t leaves = 1;
  template <class T>
  static void assign(view<T> const& t, views<T, 1> const& a) {
    t *= a[0];
  }
  template <class T>
  static auto value(T t, arrays<T, 1> const& a, list const& i) {
    return t * a[0](i);
  }
};
struct divide_equals {
  static constexpr std::size_t leaves = 1;
  template <class T>
  static void assign(view<T> const& t, views<T, 1> const&) {
    t /= T(4);
  }
  template <class T>
  static auto value(T t, arrays<T, 1> const&, list const&) {
    return t / T(4);
  }
};
struct chosen_with_cast {
  static constexpr std::size_t leaves = 3;
  template <class T>
  static void assign(view<T> const& t, views<T, 3> const& a) {
    t = where(a[0] < a[1], weft::minimum(a[2], a[1]), weft::cast<T>(weft::cast<int>(a[0] / T(2))));
  }
  template <class T>
  static auto value(T, arrays<T, 3> const& a, list const& i) {
    return a[0](i) < a[1](i) ? std::min(a[2](i), a[1](i)) : static_cast<T>(static_cast<int>(a[0](i) / T(2)));
  }
};
struct six_leaves {
  static constexpr std::size_t leaves = 6;
  template <class T>
  static void assign(view<T> const& t, views<T, 6> const& a) {
    t = (a[0] - a[1]) * a[2] + a[3] - a[4] * a[5];
  }
  template <class T>
  static auto value(T, arrays<T, 6> const& a, list const& i) {
    return (a[0](i) - a[1](i)) * a[2](i) + a[3](i) - a[4](i) * a[5](i);
  }
};
struct with_generator {
  static constexpr std::size_t leaves = 1;
  static int at(list const& i) {
    int n = 3;
    for (index_t k : i)
      n = (5 * n + static_cast<int>(k)) % 97;
    return n;
  }
  template <class T>
  static void assign(view<T> const& t, views<T, 1> const& a) {
    t = a[0] + weft::from_function(t.shape(), [](weft::dynamic_extents const& i) {
          return static_cast<T>(at(list(i.value, i.value + i.rank())));
        });
  }
  template <class T>
  static auto value(T, arrays<T, 1> const& a, list const& i) {
    return a[0](i) + static_cast<T>(at(i));
  }
};

template <class T, class E>
void run(dice& r, list const& extents, order target) {
  check(r, grid_case<T, E::leaves>::of(r, extents, target), &E::template assign<T>,
        [](T t, arrays<T, E::leaves> const& a, list const& i) { return E::template value<T>(t, a, i); });
}
template <class T, class... E>
void run_all(dice& r, list const& extents, order target) {
  (run<T, E>(r, extents, target), ...);
}

} // namespace grid
