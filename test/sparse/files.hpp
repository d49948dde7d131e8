#pragma once
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <unistd.h>

namespace files {

inline std::string bytes_of(std::string const& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// A name in the temporary folder; what stands there is removed at the end.
struct temporary {
  std::string path =
      (std::filesystem::temp_directory_path() / ("weft_sparse_" + std::to_string(getpid()) + ".file")).string();

  temporary() = default;
  explicit temporary(std::string_view content) { fill(content); }
  temporary(temporary const&) = delete;
  temporary& operator=(temporary const&) = delete;
  ~temporary() { std::filesystem::remove(path); }

  void fill(std::string_view content) const {
    std::ofstream(path, std::ios::binary).write(content.data(), static_cast<std::streamsize>(content.size()));
  }
};

} // namespace files
