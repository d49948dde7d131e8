#include <weft/dynamic/dispatch.hpp>

#include <doctest/doctest.h>

using weft::dtype;
using weft::detail::with_dtype;

TEST_CASE("with_dtype: the type that the dtype names, for every dtype") {
  for (int n = 0; n <= static_cast<int>(dtype::bfloat16); ++n) {
    auto const t = static_cast<dtype>(n);
    CHECK(with_dtype(t, []<class T>(std::type_identity<T>) { return weft::dtype_of<T>; }) == t);
    CHECK(with_dtype(t, []<class T>(std::type_identity<T>) { return sizeof(T); }) == weft::item_size(t));
  }
}

TEST_CASE("with_dtype: answers may be references or nothing, and another number is an error") {
  int calls = 0;
  with_dtype(dtype::uint16, [&]<class T>(std::type_identity<T>) { calls += std::is_same_v<T, std::uint16_t> ? 1 : 10; });
  CHECK(calls == 1);
  with_dtype(dtype::float32, [&]<class T>(std::type_identity<T>) -> int& { return calls; }) = 7;
  CHECK(calls == 7);
  CHECK_THROWS_AS(with_dtype(static_cast<dtype>(99), [](auto) {}), weft::error);
}
