#include "support/counting.hpp"

#include <weft/memory/elements.hpp>

#include <complex>
#include <doctest/doctest.h>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

using namespace weft;
using namespace weft::detail;
using support::counting_resource;
using support::memory_scope;

namespace {

struct point {
  double x;
  int tag;
};
struct started {
  int x = 7;
};
static_assert(is_plain<int> && is_plain<double> && is_plain<bool> && is_plain<point> && is_plain<int*>);
static_assert(is_plain<std::complex<float>> && is_plain<std::complex<double>>);
static_assert(!is_plain<std::string> && !is_plain<started> && !is_plain<std::unique_ptr<int>>);

/// Counts what lives, and refuses to be made for the n-th time.
struct tracked {
  static inline int live = 0, made = 0, refuse_at = -1;
  static void reset(int refuse) {
    live = made = 0;
    refuse_at = refuse;
  }
  tracked() {
    if (made == refuse_at)
      throw std::runtime_error("refused");
    ++made;
    ++live;
  }
  tracked(tracked const&) = delete;
  tracked& operator=(tracked const&) = delete;
  ~tracked() { --live; }
};

struct alignas(64) wide {
  float lanes[16];
};

template <class T>
T const* elements(storage_ref const& r) {
  return static_cast<T const*>(block_data(r.get()));
}

template <class T>
void check_zero() {
  counting_resource resource;
  const memory_scope scope(resource);
  const storage_ref r = storage_ref::adopt(new_elements<T>(100, true));
  for (int i = 0; i < 100; ++i)
    CHECK(elements<T>(r)[i] == T());
}
/// The bytes are as the resource left them: nobody wrote them.
template <class T>
void check_untouched() {
  counting_resource resource;
  const memory_scope scope(resource);
  const storage_ref r = storage_ref::adopt(new_elements<T>(100, false));
  const std::vector<unsigned char> wanted(100 * sizeof(T), counting_resource::garbage);
  CHECK(std::memcmp(block_data(r.get()), wanted.data(), wanted.size()) == 0);
}

} // namespace

TEST_CASE("plain elements are zero where initialised, untouched where not") {
  check_zero<int>();
  check_zero<double>();
  check_zero<bool>();
  check_zero<int*>();
  check_zero<std::complex<double>>();
  check_untouched<int>();
  check_untouched<double>();
  check_untouched<point>();
  check_untouched<std::complex<double>>();
}

TEST_CASE("other elements are default constructed, initialised or not, and destroyed") {
  for (bool initialised : {true, false}) {
    const storage_ref texts = storage_ref::adopt(new_elements<std::string>(50, initialised));
    const storage_ref sevens = storage_ref::adopt(new_elements<started>(50, initialised));
    for (int i = 0; i < 50; ++i) {
      CHECK(elements<std::string>(texts)[i].empty());
      CHECK(elements<started>(sevens)[i].x == 7);
    }
    tracked::reset(-1);
    {
      const storage_ref a = storage_ref::adopt(new_elements<tracked>(20, initialised));
      const storage_ref b = a;
      CHECK(tracked::live == 20);
    }
    CHECK(tracked::live == 0);
    CHECK(tracked::made == 20);
  }
}

TEST_CASE("a constructor that throws leaves nothing behind") {
  counting_resource resource;
  const memory_scope scope(resource);
  for (int refuse : {0, 1, 7, 19}) {
    tracked::reset(refuse);
    CHECK_THROWS_WITH_AS(new_elements<tracked>(20, true), "refused", std::runtime_error);
    CHECK(tracked::made == refuse);
    CHECK(tracked::live == 0);
    CHECK(resource.live_blocks() == 0);
  }
  CHECK(resource.allocations() == 4);
  CHECK(resource.faults() == 0);
}

TEST_CASE("no elements, and elements of the largest alignment") {
  tracked::reset(-1);
  { const storage_ref none = storage_ref::adopt(new_elements<tracked>(0, true)); }
  CHECK(tracked::made == 0);
  CHECK(tracked::live == 0);
  const storage_ref r = storage_ref::adopt(new_elements<wide>(3, true));
  CHECK(reinterpret_cast<std::uintptr_t>(block_data(r.get())) % alignof(wide) == 0);
}
