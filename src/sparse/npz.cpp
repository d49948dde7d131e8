#include "io/file.hpp"
#include "io/npy_elements.hpp"

#include <weft/base/check.hpp>
#include <weft/sparse/npz.hpp>

#include <algorithm>
#include <iterator>
#include <span>
#include <string_view>

namespace weft::detail {

namespace {

constexpr std::string_view formats[] = {"csr", "csc", "coo"}; // in the order of sparse_format

/// Returns the bytes of a .npy file with one text, as np.save writes it: the header ends at a multiple of 64 bytes.
std::string npy_of_text(std::string_view text) {
  std::string head = "{'descr': '|S" + std::to_string(text.size()) + "', 'fortran_order': False, 'shape': (), }";
  constexpr std::size_t before = 10;
  head.resize((before + head.size() + 1 + 63) / 64 * 64 - before, ' ');
  head.back() = '\n';
  std::string out("\x93NUMPY\x01\0", 8);
  out += static_cast<char>(head.size() & 0xFF);
  out += static_cast<char>(head.size() >> 8);
  return out + head + std::string(text);
}

/// Returns the text after the header of a .npy file. A character has one byte, or four, as Python 2 wrote them.
std::string text_of_npy(std::string const& bytes, std::string const& name) {
  std::size_t const head = npy_head_size(std::as_bytes(std::span(bytes)), bytes.size(), name);
  std::string text = bytes.substr(head, 64);
  text.erase(std::remove(text.begin(), text.end(), '\0'), text.end());
  return text;
}

} // namespace

std::string loading_of(std::string const& path) {
  return "load_sparse_npz of '" + path + "'";
}

void check_offsets_in_archive(std::string const& loading, index_t offsets, index_t lines) {
  if (offsets - 1 == lines)
    return;
  std::string const reason = "the matrix has " + std::to_string(lines) + " rows, or columns of csc, and indptr " +
                             std::to_string(offsets) + " elements, which are to be one more";
  throw_shape_reason(loading.c_str(), reason.c_str());
}

sparse_format format_of_archive(npz_file const& file, std::string const& path) {
  if (!file.contains("format"))
    fail_io("read", path, "it holds no sparse matrix of SciPy: it has no member 'format'");
  std::string const text = text_of_npy(npz_access::bytes(file, "format"), path + ":format");
  auto const found = std::find(std::begin(formats), std::end(formats), text);
  if (found == std::end(formats))
    fail_io("read", path, "the format of its matrix is " + quoted(text) + "; only csr, csc and coo are read");
  return static_cast<sparse_format>(found - std::begin(formats));
}

void add_format(npz_writer& file, sparse_format format) {
  npz_access::add(file, "format", npy_of_text(formats[static_cast<std::size_t>(format)]));
}

} // namespace weft::detail
