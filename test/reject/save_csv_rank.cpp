// reject: weft: save_csv: a table has rank 1 or 2
#include <weft/io/csv.hpp>

int main() {
  weft::save_csv("/dev/null", weft::tensor<double, 2>(2, 3));
#ifdef WEFT_REJECT
  weft::save_csv("/dev/null", weft::tensor<double, 3>(2, 3, 4));
#endif
}
