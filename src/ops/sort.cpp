#include "loop/limits.hpp"
#include "ops/highway.hpp"

#include <weft/base/clones.hpp>
#include <weft/eval/loop.hpp>
#include <weft/ops/sort.hpp>

#include <bit>
#include <cstdint>
#include <cstring>
#include <limits>
#include <type_traits>
#include <utility>

#if defined(WEFT_WITH_HIGHWAY)
#include <hwy/contrib/sort/vqsort.h>
#endif

// Numbers are sorted by Highway's quicksort, whose partitions are vectors (Blacher, Giesen, Sanders and Wassenberg,
// Vectorized and Performance-Portable Quicksort, 2022), where weft is built with it. It is not stable, so it gets keys
// of which equal ones cannot be told apart, or that end in the number of the element.
// Without it they are sorted by their digits, the last digit first (radix sort; Knuth, The Art of Computer Programming,
// volume 3, 5.2.5): each digit is one stable pass, and no comparison is mispredicted.
namespace weft::detail {

bool sorts_by_highway() noexcept {
#if defined(WEFT_WITH_HIGHWAY)
  return isa_level() > 0;
#else
  return false;
#endif
}

namespace {

template <class U>
constexpr U top_bit = U(U(1) << (8 * sizeof(U) - 1));

// Words are the bits of elements. A key is an unsigned number that has their order.
struct unsigned_key {
  template <class U>
  U operator()(U word) const {
    return word;
  }
};
struct signed_key {
  template <class U>
  U operator()(U word) const {
    return word ^ top_bit<U>;
  }
};
/// Converts numbers that are neither NaN nor a negative zero to keys, and back.
struct plain_key {
  template <class U>
  U operator()(U word) const {
    return word ^ U(U(0 - (word >> (8 * sizeof(U) - 1))) | top_bit<U>);
  }
  template <class U>
  static U word_of(U key) {
    return key ^ U(U((key >> (8 * sizeof(U) - 1)) - 1) | top_bit<U>);
  }
};
/// NaN is equal to NaN and above all; both zeros are equal.
struct floating_key {
  template <class U>
  static constexpr U infinity = sizeof(U) == 8 ? U(0x7FF0000000000000) : U(0x7F800000);
  template <class U>
  WEFT_INLINE static bool is_plain(U word) {
    return word != top_bit<U> && U(word & ~top_bit<U>) <= infinity<U>;
  }
  template <class U>
  U operator()(U word) const {
    U const size = word & ~top_bit<U>;
    return size > infinity<U> ? std::numeric_limits<U>::max() : size == 0 ? top_bit<U> : plain_key{}(word);
  }
};

/// The bits of an element of any type.
template <class U>
struct [[gnu::may_alias]] element {
  using word_type = U;
  U word;
};
/// A key and the number of the element, together a word of twice the bits where the lower half comes first.
template <class U>
struct numbered_key {
  using word_type = U;
  U number, word;
};

#if defined(WEFT_WITH_HIGHWAY)
/// The numbers that items are to Highway; void where it sorts no such.
template <class Item, class Key>
struct vector_number {
  using type = void;
};
template <class U>
  requires(sizeof(U) >= 4)
struct vector_number<element<U>, unsigned_key> {
  using type = U;
};
template <class U>
  requires(sizeof(U) >= 4)
struct vector_number<element<U>, signed_key> {
  using type = std::make_signed_t<U>;
};
template <class U>
  requires(std::endian::native == std::endian::little)
struct vector_number<numbered_key<U>, unsigned_key> {
  using type = std::conditional_t<sizeof(U) == 4, std::uint64_t, hwy::uint128_t>;
};
#endif
/// True if Highway has sorted the items.
template <class Item, class Key>
bool sort_by_vectors([[maybe_unused]] Item* items, [[maybe_unused]] index_t n, Key const&) {
#if defined(WEFT_WITH_HIGHWAY)
  using number = typename vector_number<Item, Key>::type;
  if constexpr (!std::is_void_v<number>)
    if (sorts_by_highway()) {
      static_assert(sizeof(number) == sizeof(Item));
      hwy::Sorter const sorter;
      sorter(reinterpret_cast<number*>(items), static_cast<std::size_t>(n), hwy::SortAscending());
      return true;
    }
#endif
  return false;
}

/// Sorts n items by digits of Bits bits; `room` has space for n items. Returns `items` or `room`, where the result is.
template <int Bits, class Count, class Item, class Key>
Item* sort_by_digits(Item* items, index_t n, Item* room, Key const& key) {
  using U = typename Item::word_type;
  constexpr int width = 8 * int(sizeof(U)), digits = (width + Bits - 1) / Bits;
  auto const digit = [&](Item const& x, int k) {
    return std::size_t(key(x.word) >> (k * Bits)) & ((std::size_t(1) << Bits) - 1);
  };
  Count places[digits][std::size_t(1) << Bits] = {};
  for (index_t i = 0; i < n; ++i)
    for (int k = 0; k < digits; ++k)
      ++places[k][digit(items[i], k)];
  for (int k = 0; k < digits; ++k) {
    auto& place = places[k];
    if (index_t(place[digit(items[0], k)]) == n) // all have this digit
      continue;
    Count before = 0;
    for (Count& count : place)
      before += std::exchange(count, before);
    for (index_t i = 0; i < n; ++i)
      room[place[digit(items[i], k)]++] = items[i];
    std::swap(items, room);
  }
  return items;
}

template <class Item, class Key>
Item* sort_items(Item* items, index_t n, Item* room, Key const& key) {
  if (n <= limits::merged_for_byte * index_t(sizeof(typename Item::word_type))) {
    merge_sort(items, n, room, [&](Item const& a, Item const& b) { return key(a.word) < key(b.word); });
    return items;
  }
  if (sort_by_vectors(items, n, key))
    return items;
  if constexpr (sizeof(typename Item::word_type) >= 4)
    if (n >= limits::with_wide_digits && n <= index_t(std::numeric_limits<std::uint32_t>::max()))
      return sort_by_digits<11, std::uint32_t>(items, n, room, key);
  return sort_by_digits<8, std::uint64_t>(items, n, room, key);
}

template <class U, class Key>
void sort_words(element<U>* items, index_t n, element<U>* room, Key const& key) {
  if (element<U> const* const sorted = sort_items(items, n, room, key); sorted != items)
    std::memcpy(items, sorted, std::size_t(n) * sizeof(U));
}
template <class U>
struct are_plain_body {
  WEFT_INLINE static bool run(any_vector, element<U> const* items, index_t n) {
    constexpr index_t run = 64;
    U others = 0;
    for (index_t i = 0; i < n && others == 0; i += run) {
      index_t const last = n - i < run ? n : i + run;
      WEFT_OMP(simd reduction(| : others))
      for (index_t j = i; j < last; ++j)
        others |= floating_key::is_plain(items[j].word) ? U(0) : U(1);
    }
    return others == 0;
  }
};
/// To make keys once is faster than for each digit, but they do not tell NaN apart, nor zeros. Highway gets the keys
/// too: up to 1.0.3 it makes the largest finite number of an infinity.
template <class U>
void sort_floating(element<U>* items, index_t n, element<U>* room) {
  static constexpr auto are_plain = clones<are_plain_body<U>, bool(element<U> const*, index_t)>::all();
  if (n < limits::least_looked_through || !are_plain[isa_level()](items, n))
    return sort_words(items, n, room, floating_key{});
  WEFT_OMP(simd)
  for (index_t i = 0; i < n; ++i)
    items[i].word = plain_key{}(items[i].word);
  element<U> const* const sorted = sort_items(items, n, room, unsigned_key{});
  WEFT_OMP(simd)
  for (index_t i = 0; i < n; ++i)
    items[i].word = plain_key::word_of(sorted[i].word);
}

/// The numbers of the elements in the order of their keys, both as words U; `room` is for two lists of them.
template <class U, class Word, class Key>
void sort_numbers_of(element<Word> const* values, index_t n, index_t* first, void* room, Key const& key) {
  auto* const items = static_cast<numbered_key<U>*>(room);
  for (index_t i = 0; i < n; ++i)
    items[i] = {U(i), U(key(values[i].word))};
  numbered_key<U> const* const sorted = sort_items(items, n, items + n, unsigned_key{});
  for (index_t i = 0; i < n; ++i)
    first[i] = index_t(sorted[i].number);
}

/// f(element of the unsigned type of a form, its key).
template <class F>
void with_form(number_form const& form, F const& f) {
  auto const with = [&]<class U>(element<U> word) {
    if constexpr (sizeof(U) >= 4)
      if (form.is_floating)
        return f(word, floating_key{});
    form.is_signed ? f(word, signed_key{}) : f(word, unsigned_key{});
  };
  switch (form.bytes) {
  case 1:
    return with(element<std::uint8_t>{});
  case 2:
    return with(element<std::uint16_t>{});
  case 4:
    return with(element<std::uint32_t>{});
  default:
    return with(element<std::uint64_t>{});
  }
}

} // namespace

void sort_numbers(number_form const& form, void* first, index_t n, void* room) {
  with_form(form, [&]<class U, class Key>(element<U>, Key const& key) {
    auto* const items = static_cast<element<U>*>(first);
    auto* const other = static_cast<element<U>*>(room);
    if constexpr (std::is_same_v<Key, floating_key>)
      sort_floating(items, n, other);
    else
      sort_words(items, n, other, key);
  });
}

void sort_indices(number_form const& form, void const* values, index_t n, index_t* first, index_t* room) {
  with_form(form, [&]<class U, class Key>(element<U>, Key const& key) {
    auto* const items = static_cast<element<U> const*>(values);
    if constexpr (sizeof(U) <= 4)
      if (has_short_keys(sizeof(U), n))
        return sort_numbers_of<std::uint32_t>(items, n, first, room, key);
    sort_numbers_of<std::uint64_t>(items, n, first, room, key);
  });
}

} // namespace weft::detail
