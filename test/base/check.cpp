#include <weft/base/check.hpp>

#include <doctest/doctest.h>
#include <stdexcept>
#include <string>
#include <type_traits>

using namespace weft;

namespace {

template <class E>
constexpr bool is_kind_of_error = std::is_base_of_v<error, E> && std::is_convertible_v<E*, std::runtime_error*> &&
                                  std::is_constructible_v<E, std::string> && !std::is_convertible_v<std::string, E> &&
                                  std::is_nothrow_copy_constructible_v<E>;
static_assert(is_kind_of_error<error> && is_kind_of_error<shape_error> && is_kind_of_error<index_error>);
static_assert(is_kind_of_error<layout_error> && is_kind_of_error<dtype_error> && is_kind_of_error<linalg_error>);
static_assert(is_kind_of_error<io_error> && is_kind_of_error<parse_error>);
// They are siblings: a handler for one does not swallow another.
static_assert(!std::is_base_of_v<shape_error, index_error> && !std::is_base_of_v<index_error, shape_error>);
static_assert(!std::is_base_of_v<layout_error, shape_error> && !std::is_base_of_v<io_error, parse_error>);

template <class E>
void check_caught() {
  try {
    throw E("the text");
  } catch (std::runtime_error const& e) {
    CHECK(std::string(e.what()) == "the text");
    CHECK(dynamic_cast<E const*>(&e) != nullptr);
    CHECK(dynamic_cast<error const*>(&e) != nullptr);
  }
  CHECK_THROWS_AS(throw E("the text"), error);
}

} // namespace

TEST_CASE("each exception is caught as itself, as weft::error and as std::runtime_error") {
  check_caught<error>();
  check_caught<shape_error>();
  check_caught<index_error>();
  check_caught<layout_error>();
  check_caught<dtype_error>();
  check_caught<linalg_error>();
  check_caught<io_error>();
  check_caught<parse_error>();
}

TEST_CASE("an exception thrown in the compiled part is caught here, and names library and operation") {
  CHECK_THROWS_WITH_AS(detail::throw_error("solve", "why"), "weft: solve: why", error);
  CHECK_THROWS_WITH_AS(detail::throw_layout_reason("reshape", "why"), "weft: reshape: why", layout_error);
  CHECK_THROWS_WITH_AS(detail::throw_shape_reason("add", "why"), "weft: add: why", shape_error);
}

TEST_CASE("linalg_error: routine, position and matrix; nothing is known of one that was made of a text") {
  const linalg_error plain("the text");
  CHECK(std::string(plain.routine()) == "");
  CHECK(plain.position() == -1);
  CHECK(plain.batch_index() == -1);
  try {
    throw linalg_error("the text", "dpotrf", 3, 7);
  } catch (linalg_error const& caught) {
    const linalg_error e = caught; // a copy keeps them
    CHECK(std::string(e.what()) == "the text");
    CHECK(std::string(e.routine()) == "dpotrf");
    CHECK(e.position() == 3);
    CHECK(e.batch_index() == 7);
  }
  CHECK(std::string(linalg_error("", "a name that is much too long", 0, 0).routine()) == "a name that is ");
}
