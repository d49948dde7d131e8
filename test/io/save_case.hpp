#pragma once
#include "npy_bytes.hpp"

#include <weft/io/csv.hpp>
#include <weft/io/image.hpp>
#include <weft/io/npz.hpp>
#include <weft/ops/generate.hpp>

#include <algorithm>
#include <fstream>
#include <functional>
#include <string>
#include <vector>

// What the tests of savers share: a folder, and a file of each kind.
namespace save_case {

namespace fs = std::filesystem;

/// A folder that is removed at the end.
struct folder {
  fs::path path = fs::temp_directory_path() / ("weft_save_" + std::to_string(getpid()));

  folder() {
    fs::remove_all(path); // what another process of this number may have left
    fs::create_directories(path);
  }
  folder(folder const&) = delete;
  folder& operator=(folder const&) = delete;
  ~folder() { fs::remove_all(path); }

  std::string of(std::string const& name) const { return (path / name).string(); }
  std::string fill(std::string const& name, std::string const& content) const {
    std::ofstream(of(name), std::ios::binary) << content;
    return of(name);
  }
  std::vector<std::string> names() const {
    std::vector<std::string> out;
    for (auto const& entry : fs::directory_iterator(path))
      out.push_back(entry.path().filename().string());
    std::sort(out.begin(), out.end());
    return out;
  }
};

using names = std::vector<std::string>;

struct saver {
  char const* name;
  std::function<void(std::string const&)> save;
};

/// Each kind of file, of more bytes than the buffers hold.
inline std::vector<saver> savers() {
  auto const samples = [] { return weft::full(weft::shape(300, 400), static_cast<unsigned char>(7)); };
  auto const numbers = [] { return weft::full(weft::shape(300, 40), 0.5); };
  std::vector<saver> out = {
      {"npy", [=](std::string const& path) { weft::save_npy(path, numbers()); }},
      {"npz", [=](std::string const& path) { weft::save_npz(path, "a", numbers()); }},
      {"csv", [=](std::string const& path) { weft::save_csv(path, numbers()); }},
      {"pnm", [=](std::string const& path) { weft::save_pnm(path, samples()); }},
  };
#ifdef WEFT_TEST_PNG
  out.push_back({"png", [](std::string const& path) {
                   weft::save_png(path, weft::full(weft::shape(30000, 400), static_cast<unsigned char>(7)));
                 }});
#endif
  return out;
}

} // namespace save_case
