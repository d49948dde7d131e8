// doc/reference: Interchange
#include <weft/io/c_tensor.hpp>
#include <weft/io/dlpack.hpp>
#include <weft/io/mdspan.hpp>
#include <deque>
#include "show.hpp"

#ifdef __cpp_lib_mdspan
#define WITH_MDSPAN RUN
#else
#define WITH_MDSPAN LACKING
#endif

using namespace weft;

void interchange() {
  // [operands of interchange]
  tensor<double, 2> a{{1, 2}, {3, 4}};
  std::vector<std::vector<int>> nested{{1, 2}, {3, 4}};
  std::vector<double> c{1, 2, 3};
  // [end]
  SHOW(to_tensor(nested));
  SHOW(to_tensor<float>(c));
  SHOW(to_nested(a)[1][0]);
  SHOW(to_nested<std::deque<std::array<float, 2>>>(a).size());
  SHOW(borrow(c));
  WITH_MDSPAN(borrow(m), std::mdspan m = to_mdspan(a));
  SHOW(from_dlpack<double, 2>(to_dlpack(a.share())));
  SHOW(from_dlpack<double, 2>(to_dlpack_versioned(a.share())));
  SHOW(from_dlpack(to_dlpack(a.share())));
  RUN(managed->tensor.rank, dlpack::managed_tensor* managed = to_dlpack(a.share()));
  RUN(handed.shape[1], dlpack::tensor const& handed = managed->tensor);
  SHOW(dtype_of_dlpack(managed->tensor) == dtype::float64);
  RUN((managed_since->flags & dlpack::read_only) != 0,
      dlpack::managed_tensor_versioned* managed_since = to_dlpack_versioned(a.share()));
  managed_since->deleter(managed_since);
  managed->deleter(managed);
  SHOW(from_c<double, 2>(to_c(a)));
  RUN(described.rank, weft_tensor_t described = to_c(a));
  SHOW(described.dtype == weft_dtype_t::weft_dtype_float64);
}
