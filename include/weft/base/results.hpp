#pragma once
#include <weft/base/config.hpp>

#include <array>
#include <utility>
#include <vector>

namespace weft::detail {

/// Several results, in a std::array, std::vector or std::map. A container that is an lvalue hands out references to its
/// elements, an rvalue hands out values: an expression borrows operands that are lvalues, and an element of a temporary
/// container would die before the expression. std::get and structured bindings work as for the container. Iterators and
/// pointers into an rvalue are refused.
template <class Container>
class results_in : public Container {
  template <class C>
  struct key_of {
    using type = typename C::size_type;
  };
  template <class C>
    requires requires { typename C::mapped_type; }
  struct key_of<C> {
    using type = typename C::key_type;
  };
  using key = typename key_of<Container>::type;
  using element = std::remove_reference_t<decltype(std::declval<Container&>().at(std::declval<key const&>()))>;
  WEFT_INLINE constexpr Container& in() { return *this; }
  WEFT_INLINE constexpr Container const& in() const { return *this; }

public:
  WEFT_INLINE constexpr results_in() = default;
  WEFT_INLINE constexpr explicit results_in(Container&& c) : Container(static_cast<Container&&>(c)) {}

  [[nodiscard]] WEFT_INLINE constexpr element& operator[](key const& k) & WEFT_LIFETIMEBOUND { return in()[k]; }
  [[nodiscard]] WEFT_INLINE constexpr element const& operator[](key const& k) const& WEFT_LIFETIMEBOUND
    requires requires(Container const& c) { c[k]; }
  {
    return in()[k];
  }
  [[nodiscard]] WEFT_INLINE constexpr element operator[](key const& k) && { return static_cast<element&&>(in()[k]); }
  WEFT_INLINE constexpr element& at(key const& k) & WEFT_LIFETIMEBOUND { return in().at(k); }
  WEFT_INLINE constexpr element const& at(key const& k) const& WEFT_LIFETIMEBOUND { return in().at(k); }
  WEFT_INLINE constexpr element at(key const& k) && { return static_cast<element&&>(in().at(k)); }

  [[nodiscard]] WEFT_INLINE constexpr auto begin() & WEFT_LIFETIMEBOUND { return in().begin(); }
  [[nodiscard]] WEFT_INLINE constexpr auto begin() const& WEFT_LIFETIMEBOUND { return in().begin(); }
  void begin() && WEFT_REFUSED("weft: give the results a name before you walk over them");
  [[nodiscard]] WEFT_INLINE constexpr auto end() & WEFT_LIFETIMEBOUND { return in().end(); }
  [[nodiscard]] WEFT_INLINE constexpr auto end() const& WEFT_LIFETIMEBOUND { return in().end(); }
  void end() && WEFT_REFUSED("weft: give the results a name before you walk over them");
  [[nodiscard]] WEFT_INLINE constexpr auto cbegin() const& WEFT_LIFETIMEBOUND { return in().begin(); }
  void cbegin() && WEFT_REFUSED("weft: give the results a name before you walk over them");
  [[nodiscard]] WEFT_INLINE constexpr auto rbegin() & WEFT_LIFETIMEBOUND { return in().rbegin(); }
  [[nodiscard]] WEFT_INLINE constexpr auto rbegin() const& WEFT_LIFETIMEBOUND { return in().rbegin(); }
  void rbegin() && WEFT_REFUSED("weft: give the results a name before you walk over them");
  [[nodiscard]] WEFT_INLINE constexpr auto crbegin() const& WEFT_LIFETIMEBOUND { return in().rbegin(); }
  void crbegin() && WEFT_REFUSED("weft: give the results a name before you walk over them");

  /// Only a std::map has find().
  template <class K>
  [[nodiscard]] WEFT_INLINE auto find(K const& k) & WEFT_LIFETIMEBOUND {
    return in().find(k);
  }
  template <class K>
  [[nodiscard]] WEFT_INLINE auto find(K const& k) const& WEFT_LIFETIMEBOUND {
    return in().find(k);
  }
  template <class K>
      void find(K const&) && WEFT_REFUSED("weft: give the results a name before you look for one");

  /// Only a std::array and a std::vector have the members below.
  [[nodiscard]] WEFT_INLINE constexpr decltype(auto) front() & WEFT_LIFETIMEBOUND { return (in().front()); }
  [[nodiscard]] WEFT_INLINE constexpr decltype(auto) front() const& WEFT_LIFETIMEBOUND { return (in().front()); }
  [[nodiscard]] WEFT_INLINE constexpr element front() && { return static_cast<element&&>(in().front()); }
  [[nodiscard]] WEFT_INLINE constexpr decltype(auto) back() & WEFT_LIFETIMEBOUND { return (in().back()); }
  [[nodiscard]] WEFT_INLINE constexpr decltype(auto) back() const& WEFT_LIFETIMEBOUND { return (in().back()); }
  [[nodiscard]] WEFT_INLINE constexpr element back() && { return static_cast<element&&>(in().back()); }
  [[nodiscard]] WEFT_INLINE constexpr auto data() & WEFT_LIFETIMEBOUND { return in().data(); }
  [[nodiscard]] WEFT_INLINE constexpr auto data() const& WEFT_LIFETIMEBOUND { return in().data(); }
  void data() && WEFT_REFUSED("weft: give the results a name before you point to them");
};

/// A container with a T for each of R axes. R < 0: the rank is known only at run time, and it is a std::vector.
template <int R, class T>
using one_for_each_axis =
    results_in<std::conditional_t<(R < 0), std::vector<T>, std::array<T, std::size_t(R < 0 ? 0 : R)>>>;

} // namespace weft::detail

template <class C>
  requires requires { std::tuple_size<C>::value; }
struct std::tuple_size<weft::detail::results_in<C>> : std::tuple_size<C> {};
template <std::size_t K, class C>
struct std::tuple_element<K, weft::detail::results_in<C>> : std::tuple_element<K, C> {};
