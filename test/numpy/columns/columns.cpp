// Reads each structured array 0.npy, 1.npy, ... of a folder into a table, and writes it back as 0.out.npy, and, read from
// 0.csv, as 0.table.npy. columns.py compares.
#include <weft/records/columns_files.hpp>

#include <complex>
#include <cstdint>
#include <cstdio>
#include <filesystem>

template <template <class> class C>
struct point {
  C<float> x, y;
};
template <template <class> class C>
struct measured {
  C<double> a;
  C<std::int32_t> b;
  C<bool> flag;
  C<std::complex<double>> z;
  point<C> at;
  C<std::uint16_t> small;
  C<std::string> label;
};

int main(int, char** argument) {
  const std::string folder = argument[1];
  for (int k = 0;; ++k) {
    const std::string name = folder + '/' + std::to_string(k);
    if (!std::filesystem::exists(name + ".npy"))
      return k > 0 ? 0 : 1;
    save_npy_columns(name + ".out.npy", weft::load_npy_columns<measured>(name + ".npy", weft::converting));
    save_npy_columns(name + ".table.npy", weft::load_csv_columns<measured>(name + ".csv", {.skip_others = true}));
  }
}
