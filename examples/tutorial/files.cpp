// Step 6 of doc/tutorial.md.
#include <weft/io/csv.hpp>
#include <weft/weft.hpp>

#include <fstream>
#include <iostream>

using namespace weft;

int main(int count, char** argument) {
  const std::string folder = count > 1 ? argument[1] : "";
  // [npy]
  tensor<double, 2> t{{18, 21, 19}, {15, 17, 18}};
  save_npy(folder + "t.npy", t);                                   // NumPy reads it
  auto back = load_npy<double, 2>(folder + "t.npy");               // element type and rank are checked
  std::cout << back << '\n';
  // [end]
  // [csv]
  std::ofstream(folder + "t.csv") << "monday,tuesday\n18.5,21\n15,\n";
  tensor<double, 2> table = load_csv<double>(folder + "t.csv", csv_options{.header = true});
  std::cout << table << '\n';                                      // what is missing is NaN
  // [end]
  // [any]
  any_tensor unknown = load_npy(folder + "t.npy");                 // what the file holds
  std::cout << to_string(unknown.dtype()) << ' ' << unknown.shape() << ' ' << sum(unknown * 2) << '\n';
  // [end]
  // [wrong]
  try {
    back = cast<double>(load_npy<int, 2>(folder + "t.npy"));
  } catch (error const& e) {
    const std::string what = e.what();
    std::cout << what.substr(what.find("t.npy")) << '\n';
  }
  // [end]
}
