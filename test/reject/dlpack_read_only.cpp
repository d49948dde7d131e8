// reject: weft: to_dlpack: only to_dlpack_versioned can say that elements are read-only
#include <weft/io/dlpack.hpp>

int main() {
  weft::tensor<double, 2> const a(2, 3);
  static_cast<void>(weft::to_dlpack_versioned(a));
#ifdef WEFT_REJECT
  static_cast<void>(weft::to_dlpack(a));
#endif
}
