#include <weft/c/weft.h>

#include <cmath>
#include <cstring>
#include <string>
#include <thread>
#include <vector>

#include <doctest/doctest.h>

// test/c/weft.c has the functions; here are those that need more than C99, or C++.

TEST_CASE("an error belongs to the thread that met it") {
  std::string texts[4];
  std::vector<std::thread> threads;
  for (int k = 0; k < 4; ++k)
    threads.emplace_back([&texts, k] {
      CHECK(std::strcmp(weft_last_error(), "") == 0);
      weft_formula* f = nullptr;
      for (int n = 0; n < 100; ++n)
        CHECK(weft_parse((std::string(std::size_t(k), ' ') + "+").c_str(), &f) == weft_parse_error);
      texts[k] = weft_last_error();
    });
  for (auto& thread : threads)
    thread.join();
  for (int k = 0; k < 4; ++k)
    CHECK(texts[k].find("column " + std::to_string(k + 2)) != std::string::npos);
}

TEST_CASE("threads compute formulas over one tensor, and free handles of one memory") {
  std::int64_t const n = 1000;
  weft_any_tensor* x = nullptr;
  REQUIRE(weft_create(weft_dtype_float64, 1, &n, &x) == weft_ok);
  std::vector<double> values(n);
  for (std::size_t k = 0; k < values.size(); ++k)
    values[k] = double(k);
  REQUIRE(weft_copy_in(x, values.data()) == weft_ok);
  weft_formula* shared = nullptr;
  REQUIRE(weft_parse("x + 1", &shared) == weft_ok);
  REQUIRE(weft_formula_bind(shared, "x", x) == weft_ok);
  double sums[4] = {};
  std::vector<std::thread> threads;
  for (int k = 0; k < 4; ++k)
    threads.emplace_back([&, k] {
      weft_subscript_t const part = weft_range(250 * k, 250 * (k + 1), 1);
      weft_any_tensor *slice = nullptr, *whole = nullptr;
      weft_formula* f = nullptr;
      CHECK(weft_slice(x, 1, &part, &slice) == weft_ok);
      CHECK(weft_parse("sum(x)", &f) == weft_ok);
      CHECK(weft_formula_bind(f, "x", slice) == weft_ok);
      weft_free(slice);
      CHECK(weft_formula_number(f, &sums[k]) == weft_ok);
      CHECK(weft_formula_evaluate(shared, &whole) == weft_ok);
      CHECK(static_cast<double*>(weft_describe(whole).values)[999] == 1000);
      weft_free(whole);
      weft_formula_free(f);
    });
  for (auto& thread : threads)
    thread.join();
  for (int k = 0; k < 4; ++k)
    CHECK(sums[k] == 125 * (500 * k + 249));
  weft_formula_free(shared);
  weft_free(x);
}

TEST_CASE("every element type is borrowed, copied and assigned") {
  // The bytes of one number in each type, in the order of weft_dtype_t.
  std::size_t const sizes[] = {1, 1, 2, 4, 8, 1, 2, 4, 8, 4, 8, 8, 16, 2, 2};
  alignas(16) unsigned char memory[3 * 16], seen[3 * 16];
  std::int64_t const three = 3, downwards = -1;
  for (int type = weft_dtype_boolean; type <= weft_dtype_bfloat16; ++type) {
    std::size_t const bytes = sizes[type];
    for (std::size_t k = 0; k < 3 * bytes; ++k)
      memory[k] = type == weft_dtype_boolean ? k == 1 : static_cast<unsigned char>(7 * k + 1);
    weft_any_tensor *x = nullptr, *y = nullptr;
    REQUIRE(weft_borrow_const(memory + 2 * bytes, type, 1, &three, &downwards, &x) == weft_ok);
    REQUIRE(weft_create(type, 1, &three, &y) == weft_ok);
    REQUIRE(weft_assign(y, x) == weft_ok);
    REQUIRE(weft_copy_out(y, seen) == weft_ok);
    for (std::size_t k = 0; k < 3; ++k)
      CHECK(std::memcmp(seen + k * bytes, memory + (2 - k) * bytes, bytes) == 0);
    weft_free(x);
    weft_free(y);
  }
}
