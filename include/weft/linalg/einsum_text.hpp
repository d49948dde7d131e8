#pragma once
#include <weft/base/pack.hpp>
#include <weft/layout/broadcast.hpp>

#include <string_view>

// The texts of einsum, such as "bij,bjk->bik". One function reads them, at compile time or when the program runs.
namespace weft::detail {

/// A text as a template argument.
template <std::size_t N>
struct static_text {
  char value[N]{};
  WEFT_INLINE constexpr static_text(char const (&text)[N]) { // NOLINT(google-explicit-constructor)
    for (std::size_t k = 0; k < N; ++k)
      value[k] = text[k];
  }
  [[nodiscard]] WEFT_INLINE constexpr std::string_view view() const { return {value, N - 1}; }
};

/// The names of the axes of a tensor. An axis has the letter of its index as its name; an axis under an ellipsis has
/// its number, counted back from the last such axis, which is 0.
struct axis_names {
  int rank = 0;
  char name[max_rank]{};

  WEFT_FN constexpr void push(char c) { name[rank++] = c; }
  /// Returns the first axis with this name; -1: there is none.
  WEFT_FN constexpr int axis_of(char c) const {
    for (int k = 0; k < rank; ++k)
      if (name[k] == c)
        return k;
    return -1;
  }
};
/// The letters of one operand, or of the result.
struct einsum_term : axis_names {
  int dots = -1; ///< the number of letters before the ellipsis; -1: there is none
};

/// The mistakes that a text can have; wrong_einsum_text has a sentence for each.
enum class einsum_mistake : char { none, symbol, dots, dots_twice, letters, operands, arrow, comma, repeated, unknown };
struct einsum_reading {
  einsum_mistake mistake = einsum_mistake::none;
  int place = 0; ///< index of the character in the text, from 0
};

WEFT_FN constexpr bool is_index_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/// Adds the result that a text without -> has: the axes of the ellipsis, and behind them the indices that stand in the
/// text once, in the order of their characters, capitals first. Returns false if there are more than 16 indices.
WEFT_FN constexpr bool add_implied_result(int operands, einsum_term* terms) {
  einsum_term& result = terms[operands];
  int times[128]{};
  for (int k = 0; k < operands; ++k) {
    if (terms[k].dots >= 0)
      result.dots = 0;
    for (int i = 0; i < terms[k].rank; ++i)
      ++times[static_cast<int>(terms[k].name[i])];
  }
  for (int c = 0; c < 128; ++c)
    if (times[c] == 1) {
      if (result.rank == max_rank)
        return false;
      result.push(static_cast<char>(c));
    }
  return true;
}

/// Adds a letter to a term, or returns the mistake. A letter of the result must stand in an operand, and only once in
/// the result.
WEFT_FN constexpr einsum_mistake add_letter(char c, bool of_result, int operands, einsum_term const* terms,
                                            einsum_term& term) {
  if (!is_index_letter(c))
    return einsum_mistake::symbol;
  if (term.rank == max_rank)
    return einsum_mistake::letters;
  if (of_result && term.axis_of(c) >= 0)
    return einsum_mistake::repeated;
  bool stands = !of_result;
  for (int k = 0; k < operands; ++k)
    stands = stands || terms[k].axis_of(c) >= 0;
  if (!stands)
    return einsum_mistake::unknown;
  term.push(c);
  return einsum_mistake::none;
}

/// Reads a text into terms[0] ... terms[operands - 1], and its result into terms[operands]. The terms are empty before.
WEFT_FN constexpr einsum_reading read_einsum(std::string_view text, int operands, einsum_term* terms) {
  int const size = static_cast<int>(text.size());
  auto const at = [text](int place) { return text[static_cast<std::size_t>(place)]; };
  bool arrow = false;
  int now = 0;
  for (int i = 0; i < size; ++i) {
    char const c = at(i);
    einsum_term& term = terms[now];
    if (c == ' ') {
      continue;
    } else if (c == ',') {
      if (arrow)
        return {einsum_mistake::comma, i};
      if (++now == operands)
        return {einsum_mistake::operands, i};
    } else if (c == '-' && i + 1 < size && at(i + 1) == '>') {
      if (arrow)
        return {einsum_mistake::arrow, i};
      if (now + 1 != operands)
        return {einsum_mistake::operands, i};
      arrow = true;
      now = operands;
      ++i;
    } else if (c == '.') {
      if (i + 2 >= size || at(i + 1) != '.' || at(i + 2) != '.')
        return {einsum_mistake::dots, i};
      if (term.dots >= 0)
        return {einsum_mistake::dots_twice, i};
      term.dots = term.rank;
      i += 2;
    } else if (auto const mistake = add_letter(c, arrow, operands, terms, term); mistake != einsum_mistake::none) {
      return {mistake, i};
    }
  }
  if (!arrow && now + 1 != operands)
    return {einsum_mistake::operands, size};
  if (!arrow && !add_implied_result(operands, terms))
    return {einsum_mistake::letters, size};
  return {};
}

/// Reads a text that is known when the program runs. Throws parse_error, which shows the place.
WEFT_API void read_einsum_text(std::string_view text, int operands, einsum_term* terms);

template <int Column>
struct at_column {};
/// The compiler's sentences for a text that it knows; read_einsum_text has the sentences for a text of the program.
template <einsum_mistake M, class Where>
struct wrong_einsum_text {
  using enum einsum_mistake;
  static_assert(M != symbol, "weft: einsum: a text has letters, commas, '...' and one '->', as \"bij,bjk->bik\"");
  static_assert(M != dots, "weft: einsum: an ellipsis is three dots");
  static_assert(M != dots_twice, "weft: einsum: there is one ellipsis for each operand at most");
  static_assert(M != letters, "weft: einsum: an operand or a result has 16 indices at most");
  static_assert(M != operands, "weft: einsum: the text has indices for another number of operands");
  static_assert(M != arrow, "weft: einsum: there is one '->' at most");
  static_assert(M != comma, "weft: einsum: there is one result, without commas");
  static_assert(M != repeated, "weft: einsum: an index stands in the result once");
  static_assert(M != unknown, "weft: einsum: an index of the result is one of an operand");
};
template <class Where>
struct wrong_rank_of_operand {
  static_assert(always_false<Where>, "weft: einsum: rank mismatch: the text has an index for each axis of an operand");
};
template <char Index, index_t First, index_t Second>
struct static_extents_of_index_differ {
  static_assert(always_false<static_extents_of_index_differ>,
                "weft: einsum: an index has the same extent in all operands, or 1; on a diagonal the same");
};
template <index_t First, index_t Second>
struct static_extents_of_ellipsis_differ {
  static_assert(always_false<static_extents_of_ellipsis_differ>,
                "weft: einsum: the axes under the ellipses do not broadcast");
};

/// Appends the names of the axes of a term to `to`; its ellipsis stands for `under_dots` axes. Returns false if there
/// are more than 16 axes.
WEFT_FN constexpr bool name_axes(einsum_term const& term, int under_dots, axis_names& to) {
  if (term.rank + (term.dots < 0 ? 0 : under_dots) > max_rank)
    return false;
  for (int k = 0; k <= term.rank; ++k) {
    for (int j = under_dots - 1; j >= 0 && k == term.dots; --j)
      to.push(static_cast<char>(j));
    if (k < term.rank)
      to.push(term.name[k]);
  }
  return true;
}
/// True if the term has an index for each of `rank` axes, some of which its ellipsis may stand for.
WEFT_FN constexpr bool has_rank(einsum_term const& term, int rank) {
  return term.dots < 0 ? term.rank == rank : term.rank <= rank;
}

/// Returns the shape of the result, and writes the names of the axes of each operand, then of the result. Throws
/// shape_error if the operands do not fit.
WEFT_API dynamic_extents einsum_shape(einsum_term const* terms, int operands, dynamic_extents const* shapes,
                                      axis_names* names);

/// The facts about einsum<Text> that follow from the types S of its operands' shapes. check() refuses operands that do
/// not fit the text.
template <static_text Text, class... S>
struct static_einsum {
  static constexpr int count = sizeof...(S);
  struct reading {
    einsum_term terms[std::size_t(count + 1)]{};
    einsum_reading found;
  };
  static constexpr reading text = [] {
    reading r;
    r.found = read_einsum(Text.view(), count, r.terms);
    return r;
  }();
  static constexpr int rank[std::size_t(count)] = {S::static_rank...};
  static constexpr bool is_read = text.found.mistake == einsum_mistake::none;

  /// The first operand whose static rank is not the rank that the text says; -1: there is none.
  static constexpr int wrong_rank = [] {
    for (int k = 0; k < count && is_read; ++k)
      if (rank[k] >= 0 && !has_rank(text.terms[k], rank[k]))
        return k;
    return -1;
  }();
  /// The number of axes that the ellipsis stands for; -1: it is known at run time.
  static constexpr int under_dots = [] {
    int most = 0;
    for (int k = 0; k < count; ++k)
      if (text.terms[k].dots >= 0) {
        if (rank[k] < 0)
          return -1;
        most = rank[k] - text.terms[k].rank > most ? rank[k] - text.terms[k].rank : most;
      }
    return most;
  }();
  static constexpr bool has_static_rank = is_read && (text.terms[count].dots < 0 || under_dots >= 0);

  /// The static extent of an index, in `first`; if two extents differ, both of them.
  struct index_extents {
    index_t first = 1, second = 1;
    bool is_found = false, differ = false;
  };
  WEFT_FN static constexpr index_extents extents_of(char index) {
    index_extents e;
    int k = 0;
    (
        [&] {
          if constexpr (S::static_rank >= 0) {
            axis_names names;
            einsum_term const& term = text.terms[k];
            name_axes(term, S::static_rank - term.rank, names);
            index_extents own; // on a diagonal, an extent of 1 is not broadcast
            for (int i = 0; i < names.rank && !own.differ; ++i)
              if (names.name[i] == index)
                add_extent(own, S::statics[i], false);
            if (own.differ)
              e = own;
            else if (own.is_found && !e.differ)
              add_extent(e, own.first, true);
          }
          ++k;
        }(),
        ...);
    return e;
  }
  static constexpr axis_names result = [] {
    axis_names names;
    if (has_static_rank && wrong_rank < 0 &&
        !name_axes(text.terms[count], text.terms[count].dots < 0 ? 0 : under_dots, names))
      names.rank = max_rank + 1;
    return names;
  }();
  /// The name of an index whose extents differ; -1: there is none.
  static constexpr int unfit = [] {
    for (int c = 0; c < 128 && is_read && wrong_rank < 0; ++c)
      if ((c < max_rank || is_index_letter(static_cast<char>(c))) && extents_of(static_cast<char>(c)).differ)
        return c;
    return -1;
  }();

  static constexpr bool too_many = result.rank > max_rank;
  static constexpr bool fits = is_read && wrong_rank < 0 && unfit < 0 && !too_many;

  /// Refuses a text, a rank or an extent that is wrong, with a sentence of the compiler.
  WEFT_FN static constexpr void check() {
    if constexpr (!is_read || too_many)
      (void)sizeof(wrong_einsum_text < too_many ? einsum_mistake::letters : text.found.mistake,
                   at_column < text.found.place + 1 >>);
    else if constexpr (wrong_rank >= 0)
      (void)sizeof(wrong_rank_of_operand<on_axis<wrong_rank>>);
    else if constexpr (unfit >= 0)
      refuse_extents();
  }
  /// The extents of the result, as a type.
  WEFT_FN static constexpr auto extents_of_result() {
    if constexpr (!fits || !has_static_rank)
      return dynamic_extents{};
    else
      return unpack<result.rank>([]<int... K>() { return extents<static_extent_of(result.name[K])...>{}; });
  }

private:
  WEFT_FN static constexpr index_t static_extent_of(char index) {
    index_extents const e = extents_of(index);
    return e.is_found ? e.first : dyn;
  }
  WEFT_FN static constexpr void add_extent(index_extents& e, index_t n, bool broadcasts) {
    index_t const both = !e.is_found                ? n
                         : broadcasts               ? broadcast_static(e.first, n)
                         : n == dyn || n == e.first ? e.first
                         : e.first == dyn           ? n
                                                    : -2;
    if (both == -2) {
      e.second = n;
      e.differ = true;
    } else {
      e.first = both;
      e.is_found = true;
    }
  }
  WEFT_FN static constexpr void refuse_extents() {
    constexpr index_extents e = extents_of(static_cast<char>(unfit));
    if constexpr (is_index_letter(static_cast<char>(unfit)))
      (void)sizeof(static_extents_of_index_differ<static_cast<char>(unfit), e.first, e.second>);
    else
      (void)sizeof(static_extents_of_ellipsis_differ<e.first, e.second>);
  }
};

} // namespace weft::detail
