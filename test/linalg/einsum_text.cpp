#include <weft/linalg/einsum_text.hpp>

#include <support/message.hpp>

#include <string>
#include <vector>

#include <doctest/doctest.h>

using namespace weft;
using detail::einsum_mistake;

namespace {

/// Terms as text again: the letters, an ellipsis as a point.
std::string read_again(std::string_view text, int operands) {
  std::vector<detail::einsum_term> terms(static_cast<std::size_t>(operands) + 1);
  const auto found = detail::read_einsum(text, operands, terms.data());
  if (found.mistake != einsum_mistake::none)
    return "mistake " + std::to_string(static_cast<int>(found.mistake)) + " at " + std::to_string(found.place);
  std::string out;
  for (auto const& t : terms) {
    for (int k = 0; k <= t.rank; ++k) {
      out += k == t.dots ? "." : "";
      if (k < t.rank)
        out += t.name[k];
    }
    out += ' ';
  }
  return out;
}

std::string complaint(std::string_view text, int operands) {
  return support::message_of([&] {
    std::vector<detail::einsum_term> terms(static_cast<std::size_t>(operands) + 1);
    detail::read_einsum_text(text, operands, terms.data());
  });
}

constexpr bool reads_while_compiling() {
  detail::einsum_term terms[3];
  const bool read = detail::read_einsum("bij, bjk -> bik", 2, terms).mistake == einsum_mistake::none;
  return read && terms[2].rank == 3 && terms[2].name[1] == 'i' && terms[0].dots == -1;
}
static_assert(reads_while_compiling());

} // namespace

TEST_CASE("einsum: texts, with a result and without") {
  CHECK(read_again("bij,bjk->bik", 2) == "bij bjk bik ");
  CHECK(read_again(" b i j , bjk -> b i k ", 2) == "bij bjk bik ");
  CHECK(read_again("ij->ji", 1) == "ij ji ");
  CHECK(read_again("ii", 1) == "ii  ");
  CHECK(read_again("kj,ij", 2) == "kj ij ik ");
  CHECK(read_again("ba", 1) == "ba ab ");
  CHECK(read_again("aB,Ca", 2) == "aB Ca BC "); // capitals come first
  CHECK(read_again("bA", 1) == "bA Ab ");
  CHECK(read_again(",", 2) == "   ");
  CHECK(read_again("", 1) == "  ");
  CHECK(read_again("->", 1) == "  ");
  CHECK(read_again("i...,...j", 2) == "i. .j .ij ");
  CHECK(read_again("i...j->...ij", 1) == "i.j .ij ");
  CHECK(read_again("...ij->ij...", 1) == ".ij ij. ");
  CHECK(read_again("i,i,i->", 3) == "i i i  ");
  CHECK(read_again("ij->ij...", 1) == "ij ij. ");
  CHECK(read_again("...ij->ij", 1) == ".ij ij ");
}

TEST_CASE("einsum: what is wrong with a text, and where") {
  CHECK(complaint("ij,jk->ix", 2) ==
        "einsum: line 1, column 9: this index of the result is one of no operand\n  ij,jk->ix\n          ^");
  CHECK(complaint("ij;jk", 2) == "einsum: line 1, column 3: a letter, a comma, '...' or '->' is expected here\n"
                                 "  ij;jk\n    ^");
  const auto at = [](char const* text, int operands, int column, char const* what) {
    const std::string is = complaint(text, operands);
    CAPTURE(is);
    CHECK(is.find("column " + std::to_string(column) + ": " + what) != std::string::npos);
  };
  at("ij-jk", 2, 3, "a letter, a comma");
  at("i1,jk", 2, 2, "a letter, a comma");
  at("ij\tjk", 1, 3, "a letter, a comma");
  at("i..j", 1, 2, "an ellipsis is three dots");
  at("i..", 1, 2, "an ellipsis is three dots");
  at("...i...", 1, 5, "there is one ellipsis");
  at("...i->...i...", 1, 11, "there is one ellipsis");
  at("i,j,k->ijk", 2, 4, "the text has indices for another number of operands");
  at("i->i", 2, 2, "the text has indices for another number of operands");
  at("i", 2, 2, "the text has indices for another number of operands");
  at("ij->i->j", 1, 6, "there is one '->'");
  at("ij->i,j", 1, 6, "there is one result");
  at("ij->ii", 1, 6, "an index stands in the result once");
  at("abcdefghijklmnopq", 1, 17, "an operand or a result has 16");
  at("abcdefghi,jklmnopqr", 2, 20, "an operand or a result has 16");
  at("abcdefgh,ijklmnopq->abcdefghijklmnopq", 2, 37, "an operand or a result has 16");
  at(std::string(100000, '-').c_str(), 1, 1, "an einsum has at most 65536 bytes");
}

TEST_CASE("einsum: the shape of a result that types know") {
  using known = detail::static_einsum<"ij,jk->ik", extents<2, dyn>, extents<3, 4>>;
  static_assert(known::fits);
  static_assert(std::is_same_v<decltype(known::extents_of_result()), extents<2, 4>>);
  using through = detail::static_einsum<"ij,jk->jk", extents<2, dyn>, extents<3, dyn>>; // known of one is known
  static_assert(std::is_same_v<decltype(through::extents_of_result()), extents<3, dyn>>);
  using dots = detail::static_einsum<"...i,...i->...", extents<1, 5, 3>, extents<4, 1, 3>>;
  static_assert(std::is_same_v<decltype(dots::extents_of_result()), extents<4, 5>>);
  using some = detail::static_einsum<"...i->i...", dynamic_extents>;
  static_assert(std::is_same_v<decltype(some::extents_of_result()), dynamic_extents>);
  using repeats = detail::static_einsum<"ij,jk->ijk", extents<dyn, 1>, extents<3, 1>>; // 1 repeats along a letter
  static_assert(std::is_same_v<decltype(repeats::extents_of_result()), extents<dyn, 3, 1>>);
  using diagonal = detail::static_einsum<"ii->i", extents<3, 1>>; // but not along a diagonal
  static_assert(!diagonal::fits);
  using summed = detail::static_einsum<"...i->i", extents<4, 5, 3>>;
  static_assert(std::is_same_v<decltype(summed::extents_of_result()), extents<3>>);
  using without = detail::static_einsum<"ij->j", dynamic_extents>;
  static_assert(std::is_same_v<decltype(without::extents_of_result()), extents<dyn>>);
}

namespace {

dynamic_extents shape_of(char const* text, std::vector<dynamic_extents> const& shapes) {
  const int n = static_cast<int>(shapes.size());
  std::vector<detail::einsum_term> terms(shapes.size() + 1);
  std::vector<detail::axis_names> names(shapes.size() + 1);
  detail::read_einsum_text(text, n, terms.data());
  return detail::einsum_shape(terms.data(), n, shapes.data(), names.data());
}
dynamic_extents list(std::initializer_list<index_t> e) { return shape(std::vector<index_t>(e)); }

} // namespace

TEST_CASE("einsum: the shape of a result at run time, and shapes that do not fit") {
  CHECK(shape_of("ij,jk->ki", {list({2, 3}), list({3, 4})}) == list({4, 2}));
  CHECK(shape_of("...i,i...->...", {list({5, 1, 3}), list({3, 4})}) == list({5, 4}));
  CHECK(shape_of("ij,jk->jk", {list({2, 1}), list({3, 1})}) == list({3, 1}));
  CHECK(shape_of("ij,jk->jk", {list({2, 3}), list({1, 4})}) == list({3, 4}));
  CHECK(shape_of("...i,i->i", {list({5, 2, 1}), list({3})}) == list({3}));
  CHECK_THROWS_AS(shape_of("ii->i", {list({3, 1})}), shape_error);
  CHECK_THROWS_AS(shape_of("i,ii->i", {list({3}), list({1, 3})}), shape_error);
  CHECK_THROWS_AS(shape_of("i,i->i", {list({2}), list({3})}), shape_error);
  CHECK_THROWS_AS(shape_of("i,i->i", {list({0}), list({3})}), shape_error);
  CHECK(shape_of("...,...", {list({1, 0}), list({1})}) == list({1, 0}));
  const auto error = [&](char const* text, std::vector<dynamic_extents> const& shapes) {
    return support::message_of([&] { static_cast<void>(shape_of(text, shapes)); });
  };
  CHECK(error("ij,jk->ik", {list({2, 3}), list({4, 5})}) ==
        "weft: einsum: shape (2,3) and shape (4,5): index j has extent 3 in operand 1 and 4 in operand 2");
  CHECK(error("jii->i", {list({4, 2, 3})}) ==
        "weft: einsum: shape (4,2,3): index i has extent 2 on axis 1 and 3 on axis 2 of operand 1");
  CHECK(error("k,iji->j", {list({4}), list({2, 3, 4})}) ==
        "weft: einsum: shape (2,3,4): index i has extent 2 on axis 0 and 4 on axis 2 of operand 2");
  CHECK(error("ij,jk->ik", {list({2, 3}), list({4, 5})}).find("index j has extent 3") != std::string::npos);
  CHECK(error("ijk->i", {list({2, 3})}).find("operand 1 has 2 axes, and 3 indices in the text") != std::string::npos);
  CHECK(error("...ijk->...", {list({2, 3})}).find("operand 1 has 2 axes, and 3 indices") != std::string::npos);
  CHECK(error("...,...", {list({2, 3}), list({3, 3})}).find("an axis under the ellipsis has extent 2") !=
        std::string::npos);
  CHECK(error("...abcdefghij,kl->...abcdefghijkl", {dynamic_extents(15), list({1, 1})})
            .find("the result would have more than 16 axes") != std::string::npos);
}
