#include <weft/linalg/einsum.hpp>
#include <weft/ops/complex.hpp>
#include <weft/tensor/memory.hpp>

#include <support/grid.hpp>

#include <complex>
#include <map>
#include <string>
#include <vector>

#include <doctest/doctest.h>

// Random contractions against sums over all indices, in operands and targets of all kinds of strides. The elements are
// small integers, so every order of summation has the same result.
using namespace weft;

namespace {

/// An operand, or the result: a character for each axis; digits are axes under an ellipsis, counted from the last one.
struct term {
  std::string axes;
  grid::list extents;
};
struct contraction_case {
  std::vector<term> operands;
  term result;
  std::string text;
  std::map<char, index_t> extent;
};

std::string written(std::string const& axes, bool has_dots, grid::dice& dice) {
  std::string text;
  bool dots = false;
  for (char c : axes) {
    const bool under = c >= '0' && c <= '9';
    if (!under)
      text += c;
    else if (!dots)
      text += "...";
    dots = dots || under;
    if (dice.below(9) == 0)
      text += ' ';
  }
  return has_dots && !dots ? text + "..." : text;
}

/// An operand with `count` of the letters, some perhaps left out, and `under` axes under an ellipsis at a random place.
term random_term(contraction_case& c, grid::dice& dice, index_t count, int under, int letters) {
  term t;
  const index_t place = dice.below(count + 1);
  for (index_t i = 0; i <= count; ++i) {
    for (int d = under - 1; d >= 0 && i == place; --d) {
      const char name = static_cast<char>('0' + d);
      const index_t n = dice.below(2) == 0 ? 1 : 2 + d;
      c.extent[name] = std::max(c.extent[name], n);
      t.axes += name;
      t.extents.push_back(n);
    }
    if (i == count)
      break;
    auto letter = c.extent.lower_bound('A');
    std::advance(letter, dice.below(letters));
    if (dice.below(4) != 0 && t.axes.find(letter->first) != std::string::npos) // else a diagonal
      continue;
    t.axes += letter->first;
    t.extents.push_back(letter->second);
  }
  return t;
}

/// Axes of the result, of the names that the operands use.
std::string random_result(contraction_case const& c, grid::dice& dice, std::string const& used, int widest, bool implied) {
  std::string kept;
  for (auto const& [name, n] : c.extent) { // in the order of characters
    const auto times = std::count(used.begin(), used.end(), name);
    if (name >= 'A' && (implied ? times == 1 : times != 0 && dice.below(2) == 0))
      kept.insert(implied ? kept.size() : static_cast<std::size_t>(dice.below(index_t(kept.size()) + 1)), 1, name);
  }
  std::string under;
  for (int d = widest - 1; d >= 0; --d)
    under += static_cast<char>('0' + d);
  kept.insert(implied ? 0 : static_cast<std::size_t>(dice.below(index_t(kept.size()) + 1)), under);
  return kept;
}

contraction_case make_case(grid::dice& dice, int operands) {
  contraction_case c;
  constexpr index_t sizes[] = {1, 2, 2, 3, 3, 4, 5};
  const int letters = 1 + static_cast<int>(dice.below(operands < 3 ? 6 : 5));
  for (int k = 0; k < letters; ++k)
    c.extent[static_cast<char>((k % 2 == 0 ? 'a' : 'K') + k)] = dice.below(40) == 0 ? 0 : dice.of(sizes);
  const int dots = dice.below(4) == 0 ? 1 + static_cast<int>(dice.below(2)) : 0;
  for (int k = 0; k < dots; ++k)
    c.extent[static_cast<char>('0' + k)] = 1;
  std::string used;
  for (int k = 0; k < operands; ++k) {
    const index_t count = dice.below(operands < 4 ? 5 : 4);
    const int under = dots == 0 ? 0 : static_cast<int>(dice.below(dots + 1));
    const term t = random_term(c, dice, count, under, letters);
    used += t.axes;
    c.text += (k == 0 ? "" : ",") + written(t.axes, under > 0, dice);
    c.operands.push_back(t);
  }
  int widest = 0;
  for (char u : used)
    if (u >= '0' && u <= '9')
      widest = std::max(widest, u - '0' + 1);
  const bool implied = dice.below(5) == 0;
  const std::string kept = random_result(c, dice, used, widest, implied);
  c.result.axes = kept;
  for (char name : kept)
    c.result.extents.push_back(c.extent[name]);
  if (!implied)
    c.text += "->" + written(kept, widest > 0, dice);
  return c;
}

template <class T>
struct made {
  using wide = long long;
  static T of(index_t n) { return static_cast<T>(n); }
  static wide exact(T x) { return static_cast<wide>(x); }
  static wide conj(wide x) { return x; }
};
template <class R>
struct made<std::complex<R>> {
  using wide = std::complex<double>; // of integers, exact
  static std::complex<R> of(index_t n) { return {static_cast<R>(n), static_cast<R>((n * n + n) % 3 - 1)}; }
  static wide exact(std::complex<R> x) { return {static_cast<double>(x.real()), static_cast<double>(x.imag())}; }
  static wide conj(wide x) { return std::conj(x); }
};

/// A tensor in memory of its own, with a value in front, behind and between that nothing may touch.
template <class T>
struct stored {
  grid::place place;
  std::vector<T> memory;

  stored(grid::dice& dice, grid::list const& extents, grid::order how, bool counts)
      : place(grid::make_place(dice, extents, how)), memory(static_cast<std::size_t>(grid::room(place)) + 2, T(77)) {
    ++place.offset;
    for (T& x : memory)
      if (counts)
        x = made<T>::of(dice.below(7) - 3);
  }
  view<T> whole() { return borrow(memory.data() + place.offset, shape(place.extents), strides(place.strides)); }
};

/// All names, those of the result first, and an index of each.
struct odometer {
  std::string names;
  std::vector<index_t> extents, indices;
  std::size_t kept; ///< names of the result

  explicit odometer(contraction_case const& c) {
    add_names(c, c.result.axes);
    kept = names.size();
    for (term const& t : c.operands)
      add_names(c, t.axes);
    indices.assign(names.size(), 0);
  }
  void add_names(contraction_case const& c, std::string const& axes) {
    for (char name : axes)
      if (names.find(name) == std::string::npos) {
        names += name;
        extents.push_back(c.extent.at(name));
      }
  }
  index_t offset(std::string const& axes, grid::place const& p) const {
    index_t at = p.offset;
    for (std::size_t k = 0; k < axes.size(); ++k)
      at += p.extents[k] == 1 ? 0 : indices[names.find(axes[k])] * p.strides[k];
    return at;
  }
  /// The next index of the names from `first` to `last`; false after the last one.
  bool next(std::size_t first, std::size_t last) {
    for (std::size_t k = last; k-- > first; indices[k] = 0)
      if (++indices[k] < extents[k])
        return true;
    return false;
  }
  bool has_nothing(std::size_t among) const {
    return std::count(extents.begin(), extents.begin() + index_t(among), 0) != 0;
  }
};

/// sum(index) for each index of the result, by loops over all indices.
template <class T>
std::map<index_t, typename made<T>::wide> by_loops(contraction_case const& c, std::vector<stored<T>> const& x,
                                                   unsigned conj, grid::place const& target) {
  using wide = typename made<T>::wide;
  std::map<index_t, wide> sums;
  odometer at(c);
  if (at.has_nothing(at.kept))
    return sums;
  const bool nothing = at.has_nothing(at.names.size());
  do {
    wide sum{};
    if (!nothing)
      do {
        wide product(1);
        for (std::size_t k = 0; k < x.size(); ++k) {
          const wide v = made<T>::exact(x[k].memory[std::size_t(at.offset(c.operands[k].axes, x[k].place))]);
          product *= (conj >> k & 1u) != 0 ? made<T>::conj(v) : v;
        }
        sum += product;
      } while (at.next(at.kept, at.names.size()));
    sums[at.offset(c.result.axes, target)] = sum;
  } while (at.next(0, at.kept));
  return sums;
}

/// The target after one of three statements, and all that lies around it.
template <bool is_pair, class T, class E>
void check_statement(contraction_case const& c, std::vector<stored<T>> const& x, unsigned conj, grid::dice& dice,
                     E const& product) {
  using wide = typename made<T>::wide;
  stored<T> target(dice, c.result.extents, dice.of(grid::writable), false);
  std::vector<wide> expected;
  for (T v : target.memory)
    expected.push_back(made<T>::exact(v));
  const index_t form = is_pair ? dice.below(3) : 0;
  for (auto const& [at, sum] : by_loops(c, x, conj, target.place)) {
    wide& e = expected[static_cast<std::size_t>(at)];
    e = form == 0 ? sum : form == 1 ? e + sum : wide(2) * sum - wide(3) * e;
  }
  view<T> out = target.whole();
  CAPTURE(form);
  if (form == 0) {
    out = product;
  } else if constexpr (is_pair) {
    if (form == 1)
      out += product;
    else
      out = T(2) * product - T(3) * out;
  }
  bool same = true;
  for (std::size_t k = 0; k < expected.size(); ++k)
    same = same && made<T>::exact(target.memory[k]) == expected[k];
  CHECK(same);
}

/// check(conj, e...) of two operands, of which some are conjugated.
template <class T, class F>
void check_conjugates(grid::dice& dice, std::vector<view<T>> const& v, F const& check) {
  switch (dice.below(4)) {
  case 0:
    return check(0, v[0], v[1]);
  case 1:
    return check(1, conj(v[0]), v[1]);
  case 2:
    return check(2, v[0], conj(v[1]));
  default:
    return check(3, conj(v[0]), conj(v[1]));
  }
}

template <class T>
void check_random(unsigned seed, int operands, int cases) {
  grid::dice dice(seed);
  for (int n = 0; n < cases; ++n) {
    const contraction_case c = make_case(dice, operands);
    CAPTURE(c.text);
    CAPTURE(n);
    std::vector<stored<T>> x;
    std::vector<view<T>> v;
    for (term const& t : c.operands)
      x.emplace_back(dice, t.extents, dice.of(grid::readable), true);
    for (stored<T>& s : x)
      v.push_back(s.whole());
    const auto check = [&](unsigned conj, auto const&... e) {
      check_statement<sizeof...(e) == 2, T>(c, x, conj, dice, einsum(c.text, e...));
    };
    if constexpr (is_complex<T>) {
      if (operands == 2)
        check_conjugates<T>(dice, v, check);
      else
        check(5, conj(v[0]), v[1], conj(v[2]));
    } else if (operands == 1) {
      check(0, v[0]);
    } else if (operands == 2) {
      check(0, v[0], v[1]);
    } else if constexpr (std::is_same_v<T, double>) {
      if (operands == 3)
        check(0, v[0], v[1], v[2]);
      else if (operands == 5)
        check(0, v[0], v[1], v[2], v[3], v[4]);
      else
        check(0, v[0], v[1], v[2], v[3], v[4], v[5], v[6]);
    }
  }
}

} // namespace

TEST_CASE("contractions: a thousand random ones, in memory of all strides, against loops") {
  check_random<double>(1, 1, 100);
  check_random<double>(2, 2, 400);
  check_random<double>(3, 3, 150);
  check_random<double>(4, 5, 80);
  check_random<double>(5, 7, 40);
  check_random<std::complex<double>>(6, 2, 250);
  check_random<std::complex<double>>(7, 3, 60);
  check_random<float>(8, 2, 60);
  check_random<int>(9, 1, 30);
  check_random<int>(10, 2, 100);
}
