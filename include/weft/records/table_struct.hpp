#pragma once
#include <weft/records/record.hpp>
#include <weft/tensor/tensor.hpp>

#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>

// Structs of tables: template <template <class> class C> struct particle { C<double> x, v; C<int> cell; };
// One template gives the columns, a row of values and a row of references: C says what each member is.
namespace weft::detail {

/// Stands in for a member of element type T, when only the members of the struct are counted or named.
template <class T>
struct table_member {
  using type = T;
};
template <class T>
using column_type = tensor<T, 1>;
template <class T>
using value_type_of = T;
template <class T>
using element_reference = T&;
template <class T>
using element_const_reference = T const&;
template <class T>
using done_with = bool;

template <template <template <class> class> class R>
inline constexpr R<table_member> table_members{};

struct any_member {
  template <class T>
  constexpr operator T() const; // NOLINT(google-explicit-constructor)
};
constexpr int most_members = 24;

template <class T, class... A>
WEFT_FN constexpr int count_members() {
  if constexpr (requires { T{A()..., any_member()}; } && sizeof...(A) <= most_members)
    return count_members<T, A..., any_member>();
  else
    return sizeof...(A);
}
template <template <template <class> class> class R>
inline constexpr int member_count = count_members<R<table_member>>();

/// Returns references to the members. Before C++26 a structured binding is no pack, so each number of members has a
/// branch.
template <int N, class X>
WEFT_INLINE constexpr auto tie_more_members(X& table) {
  if constexpr (N == 13) {
    auto& [a, b, c, d, e, f, g, h, i, j, k, l, m] = table;
    return std::tie(a, b, c, d, e, f, g, h, i, j, k, l, m);
  } else if constexpr (N == 14) {
    auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, n] = table;
    return std::tie(a, b, c, d, e, f, g, h, i, j, k, l, m, n);
  } else if constexpr (N == 15) {
    auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o] = table;
    return std::tie(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o);
  } else if constexpr (N == 16) {
    auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p] = table;
    return std::tie(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p);
  } else if constexpr (N == 17) {
    auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q] = table;
    return std::tie(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q);
  } else if constexpr (N == 18) {
    auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r] = table;
    return std::tie(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r);
  } else if constexpr (N == 19) {
    auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s] = table;
    return std::tie(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s);
  } else if constexpr (N == 20) {
    auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t] = table;
    return std::tie(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t);
  } else if constexpr (N == 21) {
    auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u] = table;
    return std::tie(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u);
  } else if constexpr (N == 22) {
    auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v] = table;
    return std::tie(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v);
  } else if constexpr (N == 23) {
    auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w] = table;
    return std::tie(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w);
  } else if constexpr (N == 24) {
    auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x] = table;
    return std::tie(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x);
  }
}
template <int N, class X>
WEFT_INLINE constexpr auto tie_members(X& table) {
  static_assert(N > 0, "weft: columns: the struct has no members");
  static_assert(N <= most_members, "weft: columns: a struct has 24 members at most: put some into a struct within it");
  if constexpr (N > 12)
    return tie_more_members<N>(table);
  else if constexpr (N == 1) {
    auto& [a] = table;
    return std::tie(a);
  } else if constexpr (N == 2) {
    auto& [a, b] = table;
    return std::tie(a, b);
  } else if constexpr (N == 3) {
    auto& [a, b, c] = table;
    return std::tie(a, b, c);
  } else if constexpr (N == 4) {
    auto& [a, b, c, d] = table;
    return std::tie(a, b, c, d);
  } else if constexpr (N == 5) {
    auto& [a, b, c, d, e] = table;
    return std::tie(a, b, c, d, e);
  } else if constexpr (N == 6) {
    auto& [a, b, c, d, e, f] = table;
    return std::tie(a, b, c, d, e, f);
  } else if constexpr (N == 7) {
    auto& [a, b, c, d, e, f, g] = table;
    return std::tie(a, b, c, d, e, f, g);
  } else if constexpr (N == 8) {
    auto& [a, b, c, d, e, f, g, h] = table;
    return std::tie(a, b, c, d, e, f, g, h);
  } else if constexpr (N == 9) {
    auto& [a, b, c, d, e, f, g, h, i] = table;
    return std::tie(a, b, c, d, e, f, g, h, i);
  } else if constexpr (N == 10) {
    auto& [a, b, c, d, e, f, g, h, i, j] = table;
    return std::tie(a, b, c, d, e, f, g, h, i, j);
  } else if constexpr (N == 11) {
    auto& [a, b, c, d, e, f, g, h, i, j, k] = table;
    return std::tie(a, b, c, d, e, f, g, h, i, j, k);
  } else if constexpr (N == 12) {
    auto& [a, b, c, d, e, f, g, h, i, j, k, l] = table;
    return std::tie(a, b, c, d, e, f, g, h, i, j, k, l);
  }
}

template <template <template <class> class> class R, class X>
WEFT_INLINE constexpr auto members_of(X& r) {
  return tie_members<member_count<R>>(r);
}
template <template <template <class> class> class R, int K>
using member_mark =
    std::remove_cvref_t<std::tuple_element_t<std::size_t(K), decltype(members_of<R>(table_members<R>))>>;

/// Says whether a member of an R<C> is an element C<T>, or is itself an R<C>. For the latter, make() makes the R<To>.
template <class M>
struct inner_table {
  static constexpr bool is_element = false, is_struct = false;
};
template <class T>
struct inner_table<table_member<T>> {
  static constexpr bool is_element = true, is_struct = false;
};
template <template <template <class> class> class R>
struct inner_table<R<table_member>> {
  static constexpr bool is_element = false, is_struct = true;
  template <template <class> class To, class F, class... X>
  WEFT_FN static constexpr R<To> make(F const& f, X&... x);
};

/// Returns an R<To> whose elements f returns for the elements of the structs x, which are made of R too.
template <template <template <class> class> class R, template <class> class To, class F, class... X>
WEFT_FN constexpr R<To> transform_members(F const& f, X&... x) {
  auto const member = [&]<int K>(std::integral_constant<int, K>) -> decltype(auto) {
    using inner = inner_table<member_mark<R, K>>;
    static_assert(inner::is_element || inner::is_struct,
                  "weft: columns: each member of the struct is a C<T>, or a struct of such, inner<C>");
    if constexpr (inner::is_struct)
      return inner::template make<To>(f, std::get<K>(members_of<R>(x))...);
    else
      return f(std::get<K>(members_of<R>(x))...);
  };
  return unpack<member_count<R>>([&]<int... K>() { return R<To>{member(std::integral_constant<int, K>())...}; });
}
template <template <template <class> class> class R>
template <template <class> class To, class F, class... X>
constexpr R<To> inner_table<R<table_member>>::make(F const& f, X&... x) {
  return transform_members<R, To>(f, x...);
}
/// Calls f with the elements of structs that are made of R, one after the other.
template <template <template <class> class> class R, class F, class... X>
WEFT_FN constexpr void for_each_element(F const& f, X&... x) {
  static_cast<void>(transform_members<R, done_with>(
      [&](auto&... e) {
        f(e...);
        return true;
      },
      x...));
}

/// A pointer in a struct, because Clang 14 takes no pointer to a member of an object as an argument.
template <class T>
struct held_pointer {
  T value;
};
template <class T>
held_pointer(T) -> held_pointer<T>;
/// Returns a text that ends with the compiler's notation for a pointer to a member: "& object.x" or "(&
/// object<R>.R<C>::x)", in brackets.
template <held_pointer P>
WEFT_FN constexpr char const* pointer_text() { // GCC would add the definition of std::string_view
  return __PRETTY_FUNCTION__;
}
WEFT_FN constexpr std::string_view last_word(std::string_view text) {
  auto const is_word = [](char c) {
    return c == '_' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c < 0;
  };
  while (!is_word(text.back()))
    text.remove_suffix(1);
  std::size_t begin = text.size();
  while (is_word(text[begin - 1]))
    --begin;
  return text.substr(begin);
}

/// Gives access to a struct of a table as a record: see record_access.
template <template <template <class> class> class R, class = R<table_member>>
struct table_access {
  static constexpr int count = member_count<R>;
  static constexpr bool is_named = true;
  template <int K>
  WEFT_FN static constexpr auto name() {
    constexpr auto text = last_word(pointer_text<held_pointer{&std::get<K>(members_of<R>(table_members<R>))}>());
    return written_text<text.size()>([&](char* out) {
      for (char const c : text)
        *out++ = c;
    });
  }
  template <int K, class X>
  WEFT_INLINE static constexpr auto& get(X& x) {
    return std::get<K>(members_of<R>(x));
  }
};

} // namespace weft::detail

namespace weft {

template <template <template <class> class> class R>
struct record_access<R<detail::table_member>> : detail::table_access<R> {};
template <template <template <class> class> class R>
struct record_access<R<detail::column_type>> : detail::table_access<R> {};
template <template <template <class> class> class R>
struct record_access<R<detail::value_type_of>> : detail::table_access<R> {};
template <template <template <class> class> class R>
struct record_access<R<detail::element_reference>> : detail::table_access<R> {};
template <template <template <class> class> class R>
struct record_access<R<detail::element_const_reference>> : detail::table_access<R> {};

} // namespace weft
