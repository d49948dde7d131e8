// Loads a filter from a shared library and hands it tensors and views of many kinds.
//   plugin library
#include "../common.hpp"
#include "filter.hpp"

#include <dlfcn.h>

#include <cstdio>
#include <iostream>
#include <vector>

using namespace weft;
using std::cout;

namespace {

filter const& load(char const* path) {
  void* const library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  void* const entry = library == nullptr ? nullptr : dlsym(library, filter_entry);
  if (entry == nullptr)
    throw error(dlerror());
  return *reinterpret_cast<get_filter_function*>(entry)();
}

int use(filter const& f) {
  tensor<double, 2> image(5, 5), out(5, 5);
  image(2, 2) = 16.0;
  f.apply(image, out);
  cout << f.name() << "\n" << out << "\nroughness " << f.roughness(image) << ", then " << f.roughness(out) << "\n\n";

  tensor<double, 3> colours(5, 5, 3); // one colour: every third element
  f.apply(image, colours(all, all, 1));
  f.apply(colours(all, all, 1), colours(all, all, 2));
  cout << "green\n" << colours(2, all, 1) << "\nblue\n" << colours(2, all, 2) << "\n\n";

  tensor<double, 3, column_major> volume(3, 3, 3); // Fortran's order
  volume(1, 1, 1) = 64.0;
  f.apply(volume, volume);
  cout << "middle of a volume\n" << volume(1, all, all) << "\n\n";

  tensor<double, fixed<5>> fixed_size{0, 0, 4, 0, 0};
  std::vector<double> memory(5);
  f.apply(fixed_size, borrow(memory));
  cout << "memory of a std::vector\n" << borrow(memory) << "\n\n";

  const auto inner = range(1, end - 1);
  const tensor<double, 2> marked = out(inner, inner) + 0.5 * f.edges(out); // one loop, half of it from the plug-in
  cout << "edges added\n" << marked << "\n\n";

  f.apply(eval(image + 1.0), out); // an expression has no memory to view until it is evaluated
  const tensor<double> any = out;  // the rank, known at run time, becomes part of the type
  cout << "a temporary\nroughness " << f.roughness(any.as<2>()) << "\n\n";

  try {
    f.apply(image, colours);
  } catch (shape_error const& e) {
    cout << "from the plug-in: " << e.what() << '\n';
  }
  try {
    f.roughness(as<2>(volume));
  } catch (shape_error const& e) {
    cout << "from the host: " << e.what() << '\n';
  }
  return 0;
}

} // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fprintf(stderr, "usage: plugin library\n");
    return 1;
  }
  return run("plugin", [&] { return use(load(argv[1])); });
}
