// Private to src/math: random numbers, each from the number of its element. A word of 32 bits is in the low half of a
// lane; products do not read the high half.
namespace weft::detail {
namespace {

/// Returns 0, 1, ... in the lanes.
WEFT_INLINE ulongs lane_numbers() {
  return [&]<int... K>(std::integer_sequence<int, K...>) {
    return ulongs{std::uint64_t(K)...};
  }(std::make_integer_sequence<int, lanes>{});
}
WEFT_INLINE ulongs load(index_t const* p) {
  ulongs v;
  __builtin_memcpy(&v, p, sizeof v);
  return v;
}

/// The input of the rounds of Philox that is the same for all elements.
struct philox_words {
  ulongs key[2 * philox_rounds], what, stream;
  WEFT_INLINE philox_words(random_source const& s, std::uint32_t word)
      : what(word - ulongs{}), stream(s.stream - ulongs{}) {
    std::uint32_t first = static_cast<std::uint32_t>(s.seed), second = static_cast<std::uint32_t>(s.seed >> 32);
    for (int round = 0; round < philox_rounds; ++round) {
      key[2 * round] = first - ulongs{};
      key[2 * round + 1] = second - ulongs{};
      first += philox_step[0];
      second += philox_step[1];
    }
  }
};
/// The first or the second half of a block of Philox in each lane: two words of 32 bits.
struct half_blocks {
  ulongs high, low;
};
struct whole_blocks {
  half_blocks first, second;
};
/// Makes Count blocks in each lane at a time. A round waits 8 cycles for the products of the round before, and
/// meanwhile a processor looks ahead no further than some 200 instructions. With several blocks at a time, uniform
/// numbers take 0.8 to 0.9 of the time.
template <int Count>
WEFT_INLINE void make_blocks(philox_words const& words, ulongs const* number, whole_blocks* out) {
  ulongs const factor_a = philox_factor[0] - ulongs{}, factor_c = philox_factor[1] - ulongs{};
  ulongs a[Count], b[Count], c[Count], d[Count];
  for (int k = 0; k < Count; ++k) {
    a[k] = number[k];
    b[k] = number[k] >> 32;
    c[k] = words.what;
    d[k] = words.stream;
  }
  WEFT_PRAGMA(GCC unroll 10)
  for (int round = 0; round < philox_rounds; ++round) {
    WEFT_PRAGMA(GCC unroll 4)
    for (int k = 0; k < Count; ++k) {
      ulongs const p = machine::multiply_words(a[k], factor_a), q = machine::multiply_words(c[k], factor_c);
      a[k] = (q >> 32) ^ b[k] ^ words.key[2 * round];
      c[k] = (p >> 32) ^ d[k] ^ words.key[2 * round + 1];
      b[k] = q;
      d[k] = p;
    }
  }
  for (int k = 0; k < Count; ++k)
    out[k] = {{a[k], b[k]}, {c[k], d[k]}};
}
WEFT_INLINE whole_blocks blocks_of(philox_words const& words, ulongs number) {
  whole_blocks x;
  make_blocks<1>(words, &number, &x);
  return x;
}

/// Returns the top Bits bits of words as numbers.
template <int Bits>
WEFT_INLINE reals top_bits(ulongs word) {
  return (reals)((word << 32 >> (64 - Bits)) | 0x4330000000000000) - 0x1p52;
}
/// Returns uniform numbers in (0, 1]: multiples of 2^-63, rounded to doubles. Near 0 they are as exact as doubles can
/// be.
WEFT_INLINE reals positive_fraction(half_blocks x) {
  return fma(top_bits<31>(x.high), 0x1p31, top_bits<31>(x.low) + 0.5) * 0x1p-62;
}

// Distributions: `of` makes a double from two words. If that is not yet the random number, `value` makes the number
// from it, in a second loop. In one loop both would be a longer chain of dependent instructions than a processor looks
// ahead: normal numbers took 1.35 of the time.
template <bool Single>
struct uniform_numbers {
  static constexpr draw what = draw::uniform;
  WEFT_INLINE static reals of(half_blocks x) {
    if constexpr (Single)
      return top_bits<24>(x.high) * 0x1p-24;
    else
      return fma(top_bits<27>(x.high), 0x1p26, top_bits<26>(x.low)) * 0x1p-53;
  }
};
/// Normal numbers: the last one of the 64 random bits is the sign.
struct normal_numbers {
  static constexpr draw what = draw::normal;
  WEFT_INLINE static reals of(half_blocks x) { return flip(0.5 * positive_fraction(x), x.low << 63); }
  struct value {
    static constexpr bool guarded = true, repaired = false;
    template <bool>
    WEFT_INLINE static reals of(reals x, longs& unusual) {
      return flip(normal_quantile::of<false>(magnitude(x), unusual), sign(x));
    }
    template <bool>
    WEFT_INLINE static reals thorough(reals x) {
      return flip(normal_quantile::thorough<false>(magnitude(x)), sign(x));
    }
  };
};
struct exponential_numbers {
  static constexpr draw what = draw::exponential;
  WEFT_INLINE static reals of(half_blocks x) { return positive_fraction(x); }
  struct value : everywhere {
    template <bool>
    WEFT_INLINE static reals of(reals x) {
      return reals{} - log::value<false>(split_number(x));
    }
  };
};

/// The number of elements in a group: blocks of Philox are shared within a group.
constexpr int random_group = 16;

/// Returns true if the list begins with the element numbers of `Groups` whole groups, in order.
template <int Groups>
WEFT_INLINE bool are_groups(index_t const* number, index_t n) {
  if (n < Groups * random_group || number[0] % random_group != 0)
    return false;
  ulongs other{};
  for (int k = 0; k < Groups * random_group; k += lanes)
    other |= load(number + k) ^ (lane_numbers() + static_cast<std::uint64_t>(number[0] + k));
  return !machine::any((longs)(other != 0));
}
template <int Groups, class D, class T>
WEFT_INLINE void draw_groups(philox_words const& words, std::uint64_t first, T* out) {
  for (int k = 0; k < random_group / 2; k += lanes) {
    ulongs number[Groups];
    whole_blocks x[Groups];
    for (int g = 0; g < Groups; ++g)
      number[g] = lane_numbers() + (first / 2 + std::uint64_t(g * random_group / 2 + k));
    make_blocks<Groups>(words, number, x);
    for (int g = 0; g < Groups; ++g) {
      store(D::of(x[g].first), out + g * random_group + k);
      store(D::of(x[g].second), out + g * random_group + k + random_group / 2);
    }
  }
}
template <class D>
WEFT_INLINE reals draw_each(philox_words const& words, ulongs number) {
  whole_blocks const x = blocks_of(words, (number >> 4 << 3) | (number & 7));
  ulongs const second = (ulongs)((number & 8) != 0);
  return D::of(
      {(x.second.high & second) | (x.first.high & ~second), (x.second.low & second) | (x.first.low & ~second)});
}
/// Draws elements with any numbers, at most as many as a vector has, and returns how many. It stops where a group
/// begins, which draw_groups takes.
template <class D, class T>
[[gnu::noinline]] index_t draw_some(philox_words const& words, index_t const* number, T* out, index_t n) {
  index_t const to_group = random_group - number[0] % random_group;
  bool const in_order = n >= lanes && number[lanes - 1] - number[0] == lanes - 1;
  index_t const count = in_order && to_group < lanes ? to_group : n < lanes ? n : lanes;
  if (count == lanes) {
    store(draw_each<D>(words, load(number)), out);
    return count;
  }
  index_t from[lanes] = {};
  T results[lanes];
  for (index_t k = 0; k < count; ++k)
    from[k] = number[k];
  store(draw_each<D>(words, load(from)), results);
  for (index_t k = 0; k < count; ++k)
    out[k] = results[k];
  return count;
}
template <class D, class T>
WEFT_INLINE void draw_all(philox_words const& words, index_t const* number, T* out, index_t n) {
  constexpr int groups_at_once = 2;
  for (index_t i = 0; i < n;)
    if (are_groups<groups_at_once>(number + i, n - i)) {
      draw_groups<groups_at_once, D>(words, static_cast<std::uint64_t>(number[i]), out + i);
      i += groups_at_once * random_group;
    } else if (are_groups<1>(number + i, n - i)) {
      draw_groups<1, D>(words, static_cast<std::uint64_t>(number[i]), out + i);
      i += random_group;
    } else {
      i += draw_some<D>(words, number + i, out + i, n - i);
    }
}
template <class T>
void run_uniform(random_source const& source, index_t const* number, T* out, index_t n) {
  using numbers = uniform_numbers<sizeof(T) == 4>;
  draw_all<numbers>(philox_words(source, drawn_word<T>(numbers::what)), number, out, n);
}
template <class D, class T>
void run_drawn(random_source const& source, index_t const* number, T* out, index_t n) {
  constexpr index_t piece = 16 * random_group;
  philox_words const words(source, drawn_word<T>(D::what));
  double drawn[piece];
  for (index_t i = 0; i < n; i += piece) {
    index_t const count = n - i < piece ? n - i : piece;
    draw_all<D>(words, number + i, drawn, count);
    run_steps<vector_step<typename D::value>>(count, out + i, drawn);
  }
}

} // namespace
} // namespace weft::detail
