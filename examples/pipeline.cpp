// Steps on a tensor from a file, whatever its element type and its rank; they run as one program.
//   pipeline file.npy step ...
// A step is a function (abs, sqrt, log1p, square), a view (transpose, reverse), or has a value: plus=1, times=0.5,
// above=128 (0 elsewhere), every=4 (each fourth element of each axis), cast=uint8, mean=0, max=0, sum=0 (over that
// axis), save=file.npy (of what there is by then).
#include "common.hpp"

#include <weft/weft.hpp>

#include <functional>
#include <map>
#include <string>

using namespace weft;

namespace {

using image = any_expr<>; // neither element type nor rank is known to the compiler

const std::map<std::string, std::function<image(image const&)>> plain_steps = {
    {"abs", [](image const& x) { return abs(x); }},
    {"sqrt", [](image const& x) { return sqrt(x); }},
    {"log1p", [](image const& x) { return log1p(x); }},
    {"square", [](image const& x) { return square(x); }},
    {"transpose", [](image const& x) { return transpose(x); }},
    {"reverse", [](image const& x) { return flip(x); }},
};

dtype type_named(std::string const& name) {
  for (dtype t : {dtype::boolean, dtype::int8, dtype::int16, dtype::int32, dtype::int64, dtype::uint8, dtype::uint16,
                  dtype::uint32, dtype::uint64, dtype::float32, dtype::float64, dtype::complex64, dtype::complex128})
    if (to_string(t) == name)
      return t;
  throw error("no element type is called '" + name + "'");
}

/// Every n-th element of each axis.
image thinned(image x, index_t n) {
  for (int k = 0; k < x.rank(); ++k) {
    x = swap_axes(x, 0, k);
    x = x(range(0, x.extent(0), n), ellipsis);
    x = swap_axes(x, 0, k);
  }
  return x;
}

const std::map<std::string, std::function<image(image const&, std::string const&)>> steps = {
    {"plus", [](image const& x, std::string const& v) { return x + std::stod(v); }},
    {"times", [](image const& x, std::string const& v) { return x * std::stod(v); }},
    {"above",
     [](image const& x, std::string const& v) { return where(x > std::stod(v), x, cast(image(0), x.dtype())); }},
    {"every", [](image const& x, std::string const& v) { return thinned(x, std::stol(v)); }},
    {"cast", [](image const& x, std::string const& v) { return cast(x, type_named(v)); }},
    {"mean", [](image const& x, std::string const& v) { return mean(x, std::stoi(v)); }},
    {"max", [](image const& x, std::string const& v) { return max(x, std::stoi(v)); }},
    {"sum", [](image const& x, std::string const& v) { return sum(x, std::stoi(v)); }},
    {"save",
     [](image const& x, std::string const& v) {
       save_npy(v, any_tensor(x));
       return x;
     }},
};

image stepped(image const& x, std::string const& word) {
  const auto sign = word.find('=');
  const auto name = word.substr(0, sign);
  if (const auto found = plain_steps.find(name); sign == std::string::npos && found != plain_steps.end())
    return found->second(x);
  if (const auto found = steps.find(name); sign != std::string::npos && found != steps.end())
    return found->second(x, word.substr(sign + 1));
  throw error("no step '" + word + "'");
}

} // namespace

int main(int argc, char** argv) {
  if (argc < 2) {
    std::fprintf(stderr, "usage: pipeline file.npy step ...\n");
    return 1;
  }
  return run("pipeline", [&] {
    image x = load_npy(argv[1]);
    std::printf("%-12s %-10s %s\n", "", to_string(x.dtype()).c_str(), to_string(x.shape()).c_str());
    for (int k = 2; k < argc; ++k) {
      x = stepped(x, argv[k]);
      std::printf("%-12s %-10s %s\n", argv[k], to_string(x.dtype()).c_str(), to_string(x.shape()).c_str());
    }
    std::printf("%s\n", to_string(x).c_str());
    return 0;
  });
}
