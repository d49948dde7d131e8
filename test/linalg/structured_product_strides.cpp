#include "structured_matrices.hpp"

#include <weft/linalg/structured_product.hpp>
#include <weft/tensor/construct.hpp>

using namespace weft;
using namespace structured_test;

TEST_CASE_TEMPLATE("matmul: structured factors of all strides", T, float, double, std::complex<float>,
                   std::complex<double>) {
  const index_t n = 37;
  const auto a = random_matrix<T>(n, n), b = random_matrix<T>(n, 5, 77);
  const auto l = elements_of(kind::lower, a), u = elements_of(kind::upper, a), ul = elements_of(kind::unit_lower, a),
             h = elements_of(kind::hermitian, a);
  in_each_stride_class(a, [&](view<T, 2> const& x) {
    in_each_stride_class(b, [&](view<T, 2> const& y) {
      CHECK(is_product<T>(tensor<T, 2>(matmul(lower(x), y)), l, b));
      CHECK(is_product<T>(tensor<T, 2>(matmul(upper(x), y)), u, b));
      CHECK(is_product<T>(tensor<T, 2>(matmul(transpose(y), unit_lower(x))), transposed_elements(b), ul));
      CHECK(is_product<T>(tensor<T, 2>(matmul(positive_definite(x), y)), h, b));
    });
    in_each_stride_class(tensor<T, 2>(n, 5), [&](view<T, 2> const& target) {
      target = matmul(lower(x), b);
      CHECK(is_product<T>(target, l, b));
    });
  });
}
