#pragma once
#ifdef WEFT_WITHOUT_RECORDS
#error "weft: this library was built without the component records: -DWEFT_COMPONENTS=all, or a list with records"
#endif
#include <weft/expr/capture.hpp>
#include <weft/linalg/einsum_text.hpp>

#include <boost/hana/accessors.hpp>
#include <boost/hana/at.hpp>
#include <boost/hana/at_key.hpp>
#include <boost/hana/concept/struct.hpp>
#include <boost/hana/core/tag_of.hpp>
#include <boost/hana/define_struct.hpp>
#include <boost/hana/first.hpp>
#include <boost/hana/fwd/keys.hpp>
#include <boost/hana/fwd/map.hpp>
#include <boost/hana/second.hpp>
#include <boost/hana/string.hpp>
#include <boost/hana/tuple.hpp>

#include <string_view>

// Records: several tensors, views, variables, scalars and other records that belong together, with names.
//   struct state {
//     BOOST_HANA_DEFINE_STRUCT(state, (weft::tensor<double, 2>, u), (weft::tensor<double, 1>, w), (double, t));
//   };
// A struct is also made a record by BOOST_HANA_ADAPT_STRUCT; hana::tuple and hana::map are records as they are.
namespace weft {

/// Gives access to the members of a record. A class of the program becomes a record if this is specialised for it:
///   static constexpr int count;                           the number of members
///   static constexpr bool is_named;                       false: the names are the numbers of the members
///   template <int K> static constexpr auto name();        the name of a member, a detail::static_text
///   template <int K, class X> static auto&& get(X& x);    a member of a record, which may be const
///   template <class... M> static R make(M&&... members);  optional: a record of these members
template <class R>
struct record_access {};

/// A Hana Struct, a hana::tuple, a hana::map, or a type for which record_access is specialised.
template <class R>
concept Record = requires { record_access<std::remove_cvref_t<R>>::count; };

namespace detail {

template <std::size_t N, class Write>
WEFT_FN constexpr static_text<N + 1> written_text(Write const& write) {
  char out[N + 1]{};
  write(out);
  return static_text<N + 1>(out);
}
/// Returns the number of a member as its name.
template <int K>
WEFT_FN constexpr auto number_name() {
  constexpr std::size_t digits = K < 10 ? 1 : K < 100 ? 2 : 3;
  return written_text<digits>([](char* out) {
    for (int rest = K, at = int(digits); at > 0; rest /= 10)
      out[--at] = static_cast<char>('0' + rest % 10);
  });
}
/// The name that a key of Hana stands for: its text, or the number of the member if the key is no text.
template <int K, class Key>
struct key_name {
  WEFT_FN static constexpr auto value() { return number_name<K>(); }
};
template <int K, char... C>
struct key_name<K, boost::hana::string<C...>> {
  WEFT_FN static constexpr auto value() {
    constexpr char text[] = {C..., '\0'};
    return static_text<sizeof...(C) + 1>(text);
  }
};

/// Returns the path of a member: "flow.u" for the member u of the member flow.
template <static_text Outer, static_text Name>
WEFT_FN constexpr auto joined_path() {
  if constexpr (sizeof(Outer.value) == 1)
    return Name;
  else
    return written_text<sizeof(Outer.value) + sizeof(Name.value) - 1>([](char* out) {
      for (char const c : Outer.view())
        *out++ = c;
      *out++ = '.';
      for (char const c : Name.view())
        *out++ = c;
    });
}

template <class R>
WEFT_FN constexpr bool is_hana_struct() {
  if constexpr (std::is_class_v<R> && !AnyTensorial<R>)
    return boost::hana::Struct<R>::value;
  else
    return false;
}

} // namespace detail

template <class R>
  requires(detail::is_hana_struct<R>())
struct record_access<R> {
  static constexpr int count = decltype(boost::hana::length(boost::hana::accessors<R>()))::value;
  static constexpr bool is_named = true;
  template <int K>
  WEFT_FN static constexpr auto name() {
    using key = std::remove_cvref_t<decltype(boost::hana::first(boost::hana::at_c<K>(boost::hana::accessors<R>())))>;
    return detail::key_name<K, key>::value();
  }
  template <int K, class X>
  WEFT_INLINE static constexpr decltype(auto) get(X& x) {
    return boost::hana::second(boost::hana::at_c<K>(boost::hana::accessors<R>()))(x);
  }
};
template <class... M>
struct record_access<boost::hana::tuple<M...>> {
  static constexpr int count = sizeof...(M);
  static constexpr bool is_named = false;
  template <int K>
  WEFT_FN static constexpr auto name() {
    return detail::number_name<K>();
  }
  template <int K, class X>
  WEFT_INLINE static constexpr auto& get(X& x) {
    return boost::hana::at_c<K>(x);
  }
  template <class... X>
  WEFT_INLINE static constexpr auto make(X&&... x) {
    return boost::hana::tuple<M...>(static_cast<X&&>(x)...);
  }
};
template <class R>
  requires std::same_as<typename boost::hana::tag_of<R>::type, boost::hana::map_tag>
struct record_access<R> {
  using keys = decltype(boost::hana::keys(std::declval<R const&>()));
  template <int K>
  using key = std::remove_cvref_t<decltype(boost::hana::at_c<K>(std::declval<keys const&>()))>;
  static constexpr int count = decltype(boost::hana::length(std::declval<keys const&>()))::value;
  static constexpr bool is_named = true;
  template <int K>
  WEFT_FN static constexpr auto name() {
    return detail::key_name<K, key<K>>::value();
  }
  template <int K, class X>
  WEFT_INLINE static constexpr auto& get(X& x) {
    return boost::hana::at_key(x, key<K>{});
  }
  template <class... X>
  WEFT_INLINE static constexpr R make(X&&... x) {
    return made(std::make_integer_sequence<int, count>{}, static_cast<X&&>(x)...);
  }

private:
  template <int... K, class... X>
  WEFT_INLINE static constexpr R made(std::integer_sequence<int, K...>, X&&... x) {
    return boost::hana::make_map(boost::hana::make_pair(key<K>{}, static_cast<X&&>(x))...);
  }
};

namespace detail {

template <class R>
using access_of = record_access<std::remove_cvref_t<R>>;
template <class R>
using member_numbers = std::make_integer_sequence<int, access_of<R>::count>;
/// The path of a member of a record that has a path itself.
template <static_text Path, class R, int K>
inline constexpr auto member_path = joined_path<Path, access_of<R>::template name<K>()>();

/// Returns a member; if the record is a temporary, the member may be moved from.
template <int K, class R>
WEFT_INLINE constexpr decltype(auto) member_of(R&& y) {
  using type = decltype(access_of<R>::template get<K>(y));
  if constexpr (!std::is_lvalue_reference_v<type>)
    return access_of<R>::template get<K>(y); // by value, from a getter
  else if constexpr (std::is_lvalue_reference_v<R>)
    return static_cast<type>(access_of<R>::template get<K>(y));
  else
    return static_cast<std::remove_reference_t<type>&&>(access_of<R>::template get<K>(y));
}
template <class R, int K>
using member_t = std::remove_cvref_t<decltype(access_of<R>::template get<K>(std::declval<R&>()))>;

/// A member with elements, or a number.
template <class X>
concept Field = AnyTensorial<X> || Scalar<X>;

/// True if X may be a member; otherwise the compiler refuses it. The path is an argument, so that compilers show it
/// beside the message.
template <static_text Path, class X>
WEFT_FN constexpr bool may_be_member() {
  static_assert(Field<X> || Record<X>,
                "weft: the member of a record that is named above or below this line is no tensor, view, variable, "
                "scalar or record");
  return Field<X> || Record<X>;
}
/// True if all members of a record are fields or records. Functions ask this before they do anything, so that no other
/// message follows.
template <static_text Path, class R>
WEFT_FN constexpr bool has_fields() {
  if constexpr (Record<R>)
    return []<int... K>(std::integer_sequence<int, K...>) {
      return (has_fields<member_path<Path, R, K>, member_t<R, K>>() && ...);
    }(member_numbers<R>{});
  else
    return may_be_member<Path, R>();
}

/// The type of a member, const if its record is.
template <class R, int K>
using seen_member_t = std::remove_reference_t<decltype(access_of<R>::template get<K>(std::declval<R&>()))>;
/// True if f can be called with arguments Before... and a field, for each field of a record.
template <class F, class R, class... Before>
WEFT_FN constexpr bool accepts_fields() {
  if constexpr (Record<R>)
    return []<int... K>(std::integer_sequence<int, K...>) {
      return (accepts_fields<F, seen_member_t<R, K>, Before...>() && ...);
    }(member_numbers<R>{});
  else if constexpr (Field<R>)
    return std::is_invocable_v<F, Before..., R&>;
  else
    return true; // has_fields refuses R with a message
}

/// Calls f.operator()<path>(x) for each field x of a record, including the fields of records in it, in order.
template <static_text Path = "", class R, class F>
WEFT_FN constexpr void visit_fields(R&& y, F const& f) {
  if constexpr (Record<R>) {
    [&]<int... K>(std::integer_sequence<int, K...>) {
      (visit_fields<member_path<Path, R, K>>(member_of<K>(static_cast<R&&>(y)), f), ...);
    }(member_numbers<R>{});
  } else if constexpr (may_be_member<Path, std::remove_cvref_t<R>>()) {
    f.template operator()<Path>(static_cast<R&&>(y));
  }
}

} // namespace detail

/// Calls f(path, x) for each tensor, view, variable and scalar of a record and of the records in it, in their order.
/// The path is a std::string_view such as "flow.u"; members of a hana::tuple have their numbers for names. x is the
/// member itself, const where the record is. Nothing is copied or allocated.
///   for_each_field(y, [](std::string_view path, auto& x) { x = 0.0; });
template <Record R, class F>
WEFT_FN constexpr void for_each_field(R&& y, F&& f) {
  constexpr bool accepts = detail::accepts_fields<F&, std::remove_reference_t<R>, std::string_view>();
  static_assert(accepts, "weft: for_each_field calls f(path, x): [](std::string_view path, auto& x) {...}");
  if constexpr (accepts)
    detail::visit_fields(static_cast<R&&>(y),
                         [&]<detail::static_text Path>(auto&& x) { f(std::string_view(Path.view()), x); });
}

} // namespace weft
