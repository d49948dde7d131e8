#include "sparse.hpp"

#include <weft/sparse/matrix_market.hpp>
#include <weft/sparse/npz.hpp>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <unistd.h>

namespace numpy {

namespace {

/// A file of this process, which is removed at the end.
struct temporary_file {
  std::string path =
      (std::filesystem::temp_directory_path() / ("weft_numpy_" + std::to_string(getpid()) + ".file")).string();
  temporary_file() = default;
  temporary_file(temporary_file const&) = delete;
  temporary_file& operator=(temporary_file const&) = delete;
  ~temporary_file() { std::filesystem::remove(path); }
};

/// The bytes of the file that f(path) writes.
template <class F>
slot bytes_written(F const& f) {
  const temporary_file file;
  f(file.path);
  std::ifstream in(file.path, std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(in), {}};
  tensor<uint8_t, 1> out(static_cast<whole>(bytes.size()));
  for (std::size_t k = 0; k < bytes.size(); ++k)
    out(static_cast<whole>(k)) = static_cast<uint8_t>(bytes[k]);
  return kept(out);
}

/// f(path, kind) of a file with the bytes of operand 0, and the kind that words from 1 on name.
template <class F>
slot of_file(call const& c, F const& f) {
  const temporary_file file;
  {
    std::ofstream out(file.path, std::ios::binary);
    for (const uint8_t byte : c.as<uint8_t>(0))
      out.put(static_cast<char>(byte));
  }
  return with_kind(few_kinds{}, c, 1, [&](auto of) { return f(file.path, of); });
}

conversion conversion_of(std::string const& name) {
  return name == "casting" ? casting : name == "converting" ? converting : conversion::none;
}

void add_files(table& t) {
  t["sparse_load_mtx"] = [](call const& c) {
    return of_file(c, []<class T, class Order, class Index>(std::string const& path, kind<T, Order, Index>) {
      return kept_sparse(load_mtx<T, Order, Index>(path));
    });
  };
  t["sparse_load_npz"] = [](call const& c) {
    return of_file(c, [&]<class T, class Order, class Index>(std::string const& path, kind<T, Order, Index>) {
      return kept_sparse(load_sparse_npz<T, Order, Index>(path, conversion_of(c.word(4))));
    });
  };
  t["sparse_save_mtx"] = [](call const& c) {
    return with_sparse(few_kinds{}, c, 0, [](auto const& s) {
      return bytes_written([&](std::string const& path) { save_mtx(path, s); });
    });
  };
  t["sparse_save_npz"] = [](call const& c) {
    return with_sparse(few_kinds{}, c, 0, [](auto const& s) {
      return bytes_written([&](std::string const& path) { save_npz(path, s); });
    });
  };
  t["sparse_save_npz_compressed"] = [](call const& c) {
    return with_sparse(few_kinds{}, c, 0, [](auto const& s) {
      return bytes_written([&](std::string const& path) { save_npz_compressed(path, s); });
    });
  };
}

const commands_of_source added(add_files);

} // namespace
} // namespace numpy
