// reject: weft: hdf5: a part of a dataset is named by integers, ranges, all and ellipsis
#include <weft/hdf5.hpp>

int main() {
  using namespace weft;
  hdf5::file f("no such file");
  tensor<double, 1> row = f.load_selection<double, 1>("a", 2);
#ifdef WEFT_REJECT
  row = f.load_selection<double, 1>("a", newaxis);
#endif
}
