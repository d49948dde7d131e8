#pragma once
#include "decomposition.hpp"

#include <algorithm>
#include <cmath>
#include <complex>
#include <set>
#include <string>
#include <vector>

// What NumPy and SciPy answered, in files that make_numpy_answers.py wrote, and how results are compared with it.

/// Elements in row-major order.
struct numpy_array {
  std::vector<long> shape;
  std::vector<std::complex<double>> elements;
};
struct numpy_result {
  std::string of; ///< what was computed
  numpy_array value;
};

namespace decomposition_test {

using wide = std::complex<double>;

/// The numbers of an array, in memory of run-time rank.
template <class T>
tensor<T> tensor_from(numpy_array const& a) {
  weft::dynamic_extents extents(static_cast<int>(a.shape.size()));
  for (int k = 0; k < extents.rank(); ++k)
    extents.set(k, static_cast<index_t>(a.shape[static_cast<std::size_t>(k)]));
  tensor<T> t(extents);
  auto from = a.elements.begin();
  for (T& x : t) {
    x = number<T>(from->real(), from->imag());
    ++from;
  }
  REQUIRE(from == a.elements.end());
  return t;
}
inline bool is_real(numpy_array const& a) {
  return std::all_of(a.elements.begin(), a.elements.end(), [](wide const& x) { return x.imag() == 0; });
}

/// Compares results with the answers of a case, and notes which were asked for.
class answers {
public:
  answers(std::string const& name, std::vector<numpy_result> const& results, double tolerance)
      : name_(name), results_(results), tolerance_(tolerance) {}

  bool has(char const* of) const { return find(of) != nullptr; }
  template <class X>
  void compare(char const* of, X const& x) {
    INFO(name_ << ": " << std::string(of)); // of a pointer the address is printed
    CHECK(distance(of, x) <= tolerance_);
  }
  /// Of the element that is furthest off, relative to the largest one; NaN if there is one.
  template <class X>
  double distance(char const* of, X const& x) {
    INFO(name_ << ": " << std::string(of));
    numpy_array const* const wanted = find(of);
    REQUIRE(wanted != nullptr);
    asked_.insert(of);
    const tensor<wide> values = weft::cast<wide>(x);
    std::vector<long> shape;
    for (int k = 0; k < values.rank(); ++k)
      shape.push_back(static_cast<long>(values.extent(k)));
    REQUIRE(shape == wanted->shape);
    double largest = 0, furthest = 0;
    auto expected = wanted->elements.begin();
    for (wide const& value : values) {
      largest = std::max(largest, std::abs(*expected));
      const double off = std::abs(value - *expected++);
      if (!(off <= furthest) && !std::isnan(furthest)) // NaN stays
        furthest = off;
    }
    return furthest / (largest == 0 ? 1 : largest);
  }
  void all_asked() const {
    for (numpy_result const& r : results_) {
      INFO(name_ << ": " << r.of);
      CHECK(asked_.count(r.of) == 1);
    }
  }

private:
  numpy_array const* find(char const* of) const {
    for (numpy_result const& r : results_)
      if (r.of == of)
        return &r.value;
    return nullptr;
  }
  std::string name_;
  std::vector<numpy_result> const& results_;
  double tolerance_;
  std::set<std::string> asked_;
};

/// Sorted as NumPy's were: by real part, rounded so that those of a conjugate pair are one, then by imaginary part.
template <class T>
void sort_values(tensor<T>& values) {
  const index_t n = values.extent(values.rank() - 1);
  for (auto first = values.begin(); first != values.end(); first += n)
    std::sort(first, first + n, [](T const& x, T const& y) {
      const double a = std::round(1e9 * x.real()), b = std::round(1e9 * y.real());
      return a != b ? a < b : x.imag() < y.imag();
    });
}

} // namespace decomposition_test
