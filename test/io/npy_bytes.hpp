#pragma once
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <unistd.h>

namespace npy_bytes {

namespace fs = std::filesystem;

inline std::string golden(std::string const& name) {
  bool const has_ending = name.find('.') != std::string::npos;
  return (fs::path(WEFT_GOLDEN) / (has_ending ? name : name + ".npy")).string();
}

inline std::string bytes_of(std::string const& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// A name in the temporary folder; what stands there is removed at the end.
struct temporary {
  std::string path = (fs::temp_directory_path() / ("weft_" + std::to_string(getpid()) + ".npy")).string();

  temporary() = default;
  explicit temporary(std::string_view content) { fill(content); }
  temporary(temporary const&) = delete;
  temporary& operator=(temporary const&) = delete;
  ~temporary() { fs::remove(path); }

  void fill(std::string_view content) const {
    std::ofstream(path, std::ios::binary).write(content.data(), static_cast<std::streamsize>(content.size()));
  }
};

inline std::string npy(std::string const& dictionary, std::size_t data_bytes = 0, int version = 1) {
  std::string out = "\x93NUMPY";
  out += static_cast<char>(version);
  out += '\0';
  for (int k = 0; k < (version == 1 ? 2 : 4); ++k) out += static_cast<char>(dictionary.size() >> (8 * k));
  return out + dictionary + std::string(data_bytes, '\0');
}

inline std::string dictionary(std::string const& type, std::string const& shape, std::string const& fortran = "False") {
  return "{'descr': " + type + ", 'fortran_order': " + fortran + ", 'shape': " + shape + ", }\n";
}

} // namespace npy_bytes
