#pragma once
#include <weft/base/check.hpp>
#include <weft/io/npy_format.hpp>

#include <array>
#include <cstddef>
#include <functional>
#include <span>

namespace weft::detail {

/// The io_error for bytes that do not begin as a .npy file.
class no_npy_file final : public io_error {
public:
  using io_error::io_error;
};
/// The io_error for a file that is complete, but has a type or a rank that weft does not support.
class unsupported_elements final : public io_error {
public:
  using io_error::io_error;
};

/// Reads the next bytes of a .npy stream; throws if there are fewer.
using byte_source = std::function<void(void* to, std::size_t bytes)>;
/// Writes the next bytes of a .npy stream.
using byte_sink = std::function<void(void const* from, std::size_t bytes)>;

/// Reads the head of a stream of `size` bytes. Throws if it is broken, or if fewer bytes than its elements follow.
npy_header read_npy_head(byte_source const& source, std::size_t size, std::string const& name,
                         npy_records* records = nullptr);
/// Returns the bytes before the data, from the first 12 bytes (or all, if there are fewer) of a file of that size.
std::size_t npy_head_size(std::span<std::byte const> bytes, std::size_t file_size, std::string const& name);
/// Throws io_error if the elements take more bytes than follow the head in a file of that size.
void require_data(npy_header const& header, std::size_t size, std::string const& name);
/// Throws dtype_error if the types differ. It names the file and both types; `more` ends its text.
void require_type(npy_header const& header, dtype wanted, std::string const& name, char const* more = "");
/// Throws shape_error if the ranks differ. It names the file and both ranks.
void require_rank(npy_header const& header, int wanted, std::string const& name);

/// Returns the strides of elements that are dense in the order of the file, in elements.
std::array<index_t, max_rank> natural_strides(npy_header const& header);

/// Copies elements of 1, 2, 4, 8 or 16 bytes; steps are in bytes.
void copy_items(std::size_t size, std::byte* to, index_t to_step, std::byte const* from, index_t from_step,
                index_t count);
/// Turns bytes of a file into values of this machine: complex numbers are swapped part by part, and a bool that is
/// neither 0 nor 1 becomes 1, because reading it would be undefined behaviour.
WEFT_API void make_native(std::byte* data, index_t count, dtype type, bool swapped);

/// Returns the code of a type with its quotes, for instance '<f8'. Throws dtype_error for bfloat16.
WEFT_API std::string npy_descr(dtype type);
/// Returns the head that np.save writes, to the byte. After the dictionary come blanks, so that the first extent (in
/// Fortran order the last) can grow to 21 digits in place, and the data begin at a multiple of 64 bytes. A head of
/// version 1 has less than 64 KiB.
WEFT_API std::string npy_head(std::string const& descr, bool fortran_order, int rank, index_t const* extents);

/// Reads the elements that follow the head into strided memory (strides in elements; null: contiguous row-major).
void read_npy_elements(byte_source const& source, npy_header const& header, void* data, index_t const* strides);
/// The type that read elements are converted to, and the rule. The first element that the rule refuses throws
/// dtype_error.
struct wanted_elements {
  dtype type;
  conversion how;
};
/// Throws the dtype_error for a refused element; `place` is its number in the order of the file.
[[noreturn]] void refuse_element(npy_header const& header, wanted_elements wanted, index_t place, void const* element,
                                 std::string const& name);
void read_npy_elements_as(byte_source const& source, npy_header const& header, wanted_elements wanted, void* data,
                          index_t const* strides, std::string const& name);
/// Writes the bytes that np.save writes: version 1, Fortran order if only column-major fits the memory, else C order.
void write_npy(byte_sink const& sink, untyped_view const& a);
/// Writes only the elements; in Fortran order the first index varies fastest.
void write_elements(byte_sink const& sink, untyped_view const& a, bool fortran_order);

} // namespace weft::detail
