// Reads the file that h5py has written, and writes what it finds to another one: exchange IN OUT. The test beside it
// compares both.
#include <weft/hdf5.hpp>
#include <weft/io/print.hpp>
#include <weft/weft.hpp>

#include <cstdio>

using namespace weft;

int main(int count, char** argument) {
  if (count != 3)
    return 2;
  try {
    hdf5::file const in(argument[1]);
    hdf5::file out(argument[2], hdf5::access::replace);
    for (std::string const& name : in.datasets()) {
      if (in.is_tensor(name)) {
        any_tensor const a = in.load(name);
        bool const large = a.rank() > 0 && a.size() > 100;
        out.add(name, a, large ? hdf5::dataset_options{.compression = 5, .shuffle = true} : hdf5::dataset_options{});
      } else {
        out.add_text(name, in.text(name));
      }
      for (std::string const& attribute : in.attribute_names(name)) {
        if (attribute == "text")
          out.set_attribute(name, attribute, in.attribute_text(name, attribute));
        else
          out.set_attribute(name, attribute, in.attribute<double, 1>(name, attribute, converting));
      }
    }
    tensor<double, 2> const a = in.load<double, 2>("float64");
    out.add("transposed", transpose(a));
    out.add("every_second", a(range(0, end, 2), range(a.extent(1) - 1, -1, -2)));
    out.add("half", tensor<float16, 1>{float16(0.5F), float16(-2.0F)});
    out.add("growing", a, {.growing = 0});
    out.append("growing", a);
    out.add("part", in.load_selection<double, 2>("chunked", range(3, 40, 7), range(1, 30)));
    out.close();
  } catch (error const& e) {
    std::fprintf(stderr, "exchange: %s\n", e.what());
    return 1;
  }
  return 0;
}
