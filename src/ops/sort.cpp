#include "loop/limits.hpp"
#include "ops/highway.hpp"

#include <weft/base/clones.hpp>
#include <weft/eval/loop.hpp>
#include <weft/eval/parallel.hpp>
#include <weft/ops/sort.hpp>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>
#include <limits>
#include <type_traits>
#include <utility>

#if defined(WEFT_WITH_HIGHWAY)
#include <hwy/contrib/sort/vqsort.h>
#endif

// If weft is built with Highway, numbers are sorted by its quicksort, which partitions by vectors (Blacher, Giesen,
// Sanders and Wassenberg, Vectorized and Performance-Portable Quicksort, 2022). It is not stable, so equal keys must be
// the same in all bits, or each key must end in the number of its element. Without it they are sorted by their digits,
// the last digit first (radix sort; Knuth, The Art of Computer Programming, volume 3, 5.2.5): each digit is one stable
// pass, and no comparison is mispredicted.
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

// A word holds the bits of an element. A key is an unsigned number made of it; keys have the order of the elements.
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
/// Converts numbers to keys: all NaN are equal and above all numbers; both zeros are equal.
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

/// The bits of an element of any type, as an unsigned number.
template <class U>
struct [[gnu::may_alias]] element {
  using word_type = U;
  U word;
};
/// A key with the number of its element in the lower half: on little-endian machines one word of twice the bits.
template <class U>
struct numbered_key {
  using word_type = U;
  U number, word;
};

#if defined(WEFT_WITH_HIGHWAY)
/// The number type by which Highway sorts an item; void if it cannot sort such items.
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
/// Sorts the items by Highway if it can; returns true if it has sorted them.
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

/// Sorts n items by digits of Bits bits. Returns where the result is: `items` or `room`.
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
    if (index_t(place[digit(items[0], k)]) == n) // all items have the same digit
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

/// Sorts n items in one thread. Returns where the result is: `items` or `room`.
template <class Item, class Key>
Item* sort_run(Item* items, index_t n, Item* room, Key const& key) {
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

/// Sorts runs of items in threads, and merges pairs of them until one is left. Each merge is cut into pieces with
/// equally many items of the result (merge path; Odeh, Green, Mwassi, Shmueli and Birk, 2012). It is stable, so the
/// result does not depend on the number of threads.
template <class Item, class Key>
class divided_sort {
public:
  divided_sort(Item* items, index_t n, Item* room, Key const& key, int threads)
      : from_(items), to_(room), n_(n), key_(key), threads_(threads), length_((n - 1) / threads + 1) {}

  /// Returns where the result is.
  Item* run() {
    parallel_for(threads_, (n_ - 1) / length_ + 1, &sort_one, this);
    for (; length_ < n_; length_ *= 2, std::swap(from_, to_))
      parallel_for(threads_, merges() * pieces(), &merge_one, this);
    return from_;
  }

private:
  /// Two sorted ranges of items, which become one at `to`.
  struct merging {
    Item const *a, *a_end, *b, *b_end;
    Item* to;
    bool has_both() const { return a != a_end && b != b_end; }
    /// Moves one item, without a branch that could be mispredicted.
    WEFT_INLINE void step(Key const& key) {
      bool const second = key(b->word) < key(a->word);
      *to++ = *(second ? b : a);
      b += second;
      a += !second;
    }
    void finish(Key const& key) {
      while (has_both())
        step(key);
      std::memcpy(static_cast<void*>(std::copy(a, a_end, to)), b, std::size_t(b_end - b) * sizeof(Item));
    }
  };

  /// Returns the pieces of each merge, so that all merges of a round have `pieces_per_thread` for each thread.
  index_t pieces() const { return (threads_ * pieces_per_thread - 1) / merges() + 1; }
  index_t merges() const { return (n_ - 1) / (2 * length_) + 1; }

  static void sort_one(void* me, index_t number) {
    auto const& d = *static_cast<divided_sort const*>(me);
    index_t const first = number * d.length_, n = std::min(d.length_, d.n_ - first);
    Item* const items = d.from_ + first;
    if (Item const* const sorted = weft::detail::sort_run(items, n, d.to_ + first, d.key_); sorted != items)
      std::copy(sorted, sorted + n, items);
  }

  /// Returns how many of the first k items of a merge come from `a`.
  index_t taken(Item const* a, index_t na, Item const* b, index_t nb, index_t k) const {
    index_t low = std::max<index_t>(0, k - nb), high = std::min(k, na);
    while (low < high) {
      index_t const middle = (low + high) / 2;
      key_(b[k - 1 - middle].word) < key_(a[middle].word) ? high = middle : low = middle + 1;
    }
    return low;
  }

  /// Merges one piece as two at a time, because each step waits for the one before it.
  static void merge_one(void* me, index_t number) {
    auto const& d = *static_cast<divided_sort const*>(me);
    index_t const pieces = d.pieces(), first = number / pieces * 2 * d.length_, piece = number % pieces;
    index_t const na = std::min(d.length_, d.n_ - first), nb = std::min(d.length_, d.n_ - first - na);
    Item const *const a = d.from_ + first, *const b = a + na;
    auto const begin = [&](index_t half) { return (na + nb) * half / (2 * pieces); };
    merging two[2];
    for (index_t j = 0; j < 2; ++j) {
      index_t const k0 = begin(2 * piece + j), k1 = begin(2 * piece + j + 1);
      index_t const i0 = d.taken(a, na, b, nb, k0), i1 = d.taken(a, na, b, nb, k1);
      two[j] = {a + i0, a + i1, b + (k0 - i0), b + (k1 - i1), d.to_ + first + k0};
    }
    while (two[0].has_both() && two[1].has_both()) {
      two[0].step(d.key_);
      two[1].step(d.key_);
    }
    two[0].finish(d.key_);
    two[1].finish(d.key_);
  }

  Item *from_, *to_;
  index_t n_;
  Key const& key_;
  int threads_;
  index_t length_; ///< of the sorted runs
};

/// Sorts n items; `room` has space for n items. Returns where the result is: `items` or `room`.
template <class Item, class Key>
Item* sort_items(Item* items, index_t n, Item* room, Key const& key) {
  int const threads = threads_for(limits::sort_time_for_byte * double(sizeof(typename Item::word_type)) * double(n));
  return threads > 1 ? divided_sort<Item, Key>(items, n, room, key, threads).run() : sort_run(items, n, room, key);
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
/// Sorts floating-point numbers. It is faster to turn them into keys once than for each digit, but from keys no NaN and
/// no negative zero can be restored. Highway sorts the keys too: up to version 1.0.3 it turns an infinity into the
/// largest finite number.
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

/// Writes the numbers of the elements to `first`, in the order of their keys. Keys and numbers are sorted as words U;
/// `room` has space for two lists of numbered_key<U>.
template <class U, class Word, class Key>
void sort_numbers_of(element<Word> const* values, index_t n, index_t* first, void* room, Key const& key) {
  auto* const items = static_cast<numbered_key<U>*>(room);
  for (index_t i = 0; i < n; ++i)
    items[i] = {U(i), U(key(values[i].word))};
  numbered_key<U> const* const sorted = sort_items(items, n, items + n, unsigned_key{});
  for (index_t i = 0; i < n; ++i)
    first[i] = index_t(sorted[i].number);
}

/// Calls f(element of the unsigned type of this size, function that makes its key).
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
