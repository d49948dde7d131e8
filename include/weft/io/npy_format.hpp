#pragma once
#include <weft/base/config.hpp>
#include <weft/base/dtype.hpp>
#include <weft/base/index.hpp>
#include <weft/base/plain_vector.hpp>
#include <weft/io/convert.hpp>
#include <weft/io/save.hpp>

#include <cstddef>
#include <cstdio>
#include <string>
#include <utility>

namespace weft::detail {

/// The head of a .npy file (versions 1, 2, 3).
struct npy_header {
  dtype type;
  bool fortran_order; ///< the first index varies fastest in the file
  bool swapped;       ///< the file has the other byte order than this machine
  int rank;
  index_t extents[max_rank]; ///< the first `rank` entries are used
  std::size_t data_offset;   ///< bytes before the first element
  std::size_t data_bytes;    ///< bytes of all elements; fits index_t
};

/// A column of a table in memory, which readers of files fill (void) and writers read (void const).
template <class Memory>
struct table_column {
  std::string name;
  bool is_text; ///< true: elements are std::string; false: elements are of `type`
  dtype type;
  Memory* data;
  index_t step; ///< the distance from one element to the next, in elements
};

/// The kinds of element types: a dtype, bytes of text ('S'), text in UTF-32 ('U'), another type, which weft does not
/// read, and a broken text that names no type.
enum class npy_kind : unsigned char { number, bytes, code_points, other, broken };
/// An element type as a .npy file names it.
struct npy_element {
  npy_kind kind = npy_kind::number;
  dtype type{};
  bool swapped = false;
  std::size_t size = 0;
  std::string refused{}; ///< the reason why weft reads no numbers of this type
};
/// A field of the records of a .npy file.
struct npy_field {
  std::string name; ///< the name of the field; "at.x" for the field x within the field at
  npy_element element;
  std::size_t offset;
};
struct npy_records {
  plain_vector<npy_field> fields;
  std::size_t size = 0; ///< the bytes of a record
};

/// Reads the head of a .npy file; more bytes may follow it. Throws io_error, which gives `name` and the reason, also
/// for a dtype without a weft type (structured, text, objects, dates). Allocates in proportion to `size`. If `records`
/// is not null, structured elements are accepted, and their fields are stored there.
WEFT_API npy_header parse_npy_header(std::byte const* bytes, std::size_t size, std::string const& name,
                                     npy_records* records = nullptr);

/// Owns an open file, and closes it. std::unique_ptr would include <memory>, a tenth of the umbrella header.
class WEFT_API file_handle {
public:
  WEFT_FN explicit file_handle(std::FILE* file) : file_(file) {}
  WEFT_FN file_handle(file_handle&& other) noexcept : file_(std::exchange(other.file_, nullptr)) {}
  WEFT_FN file_handle& operator=(file_handle&& other) noexcept {
    std::swap(file_, other.file_);
    return *this;
  }
  ~file_handle();
  WEFT_FN std::FILE* get() const { return file_; }
  /// Returns the file, which the caller closes.
  WEFT_FN std::FILE* release() { return std::exchange(file_, nullptr); }

private:
  std::FILE* file_;
};

/// Reads one .npy stream from its first byte to its last. A stream that is shorter than its head claims is refused when
/// it is opened, so a caller who allocates data_bytes allocates no more than the stream has. Bytes behind the elements
/// are ignored.
class WEFT_API npy_reader {
public:
  npy_reader(npy_reader const&) = delete;
  npy_reader& operator=(npy_reader const&) = delete;
  virtual ~npy_reader();

  WEFT_FN npy_header const& header() const WEFT_LIFETIMEBOUND { return header_; }
  WEFT_FN std::string const& name() const WEFT_LIFETIMEBOUND { return name_; }

  /// Throws dtype_error, which names the file and both types, unless the elements can be converted to `wanted`.
  void require_type(dtype wanted, conversion how = conversion::none) const;
  /// Throws shape_error, which names the file and both ranks, unless the rank is `wanted`.
  void require_rank(int wanted) const;

  /// Stores all elements in strided memory (strides in elements; null: contiguous row-major), in this machine's byte
  /// order. It can be called once. Index (i, j, ...) is the same element as in NumPy, whatever order the file has.
  void read(void* data, index_t const* strides = nullptr);
  /// Reads the elements as another type, which require_type() must have accepted. Throws dtype_error, which names the
  /// file, the first element that is refused and its value.
  void read_as(dtype wanted, conversion how, void* data, index_t const* strides = nullptr);

protected:
  WEFT_FN explicit npy_reader(std::string name) : name_(std::move(name)) {}
  /// For constructors: reads the head of a stream of `size` bytes.
  void read_head(std::size_t size);
  /// For constructors of readers of other formats: sets the head. The elements must lie as in a .npy file.
  WEFT_FN void set_header(npy_header const& head) { header_ = head; }

private:
  virtual void next(void* to, std::size_t bytes) = 0;
  /// A reader calls this when it has read all elements.
  virtual void end();

  std::string name_;
  npy_header header_{};
};

/// Reads a .npy file. Throws io_error if it is no regular file.
class WEFT_API npy_file_reader final : public npy_reader {
public:
  explicit npy_file_reader(std::string const& path);
  /// Reads a file of `size` bytes that is already open.
  npy_file_reader(file_handle file, std::size_t size, std::string name);
  ~npy_file_reader() override;

private:
  void next(void* to, std::size_t bytes) override;

  file_handle file_;
};

/// Reads a .npy file of records, whose fields become the columns of a table.
class WEFT_API npy_table_reader {
public:
  explicit npy_table_reader(std::string const& path);
  /// Reads a file of `size` bytes that is already open.
  npy_table_reader(file_handle file, std::size_t size, std::string name);
  ~npy_table_reader();
  WEFT_FN index_t rows() const { return header_.extents[0]; }
  WEFT_FN npy_records const& records() const WEFT_LIFETIMEBOUND { return records_; }
  /// Stores each column: the elements of the field with its name. Other fields are skipped. It can be called once.
  /// Throws io_error, which names all fields that are missing or cannot be read; dtype_error for elements that `how`
  /// does not convert.
  void read(plain_vector<table_column<void>> const& columns, conversion how);

private:
  void read_head(std::size_t size);
  npy_field const& field_of(table_column<void> const& c, conversion how) const;
  void read_column(table_column<void> const& c, npy_field const& f, conversion how, index_t begin, index_t n,
                   std::byte const* records, std::byte* gathered) const;

  std::string name_;
  file_handle file_;
  npy_header header_{};
  npy_records records_;
};

/// Writes the file that np.save writes for an array of `rows` records, whose fields have no gaps between them; texts
/// are in UTF-32.
WEFT_API void write_npy(std::string const& path, index_t rows, plain_vector<table_column<void const>> const& columns,
                        save_options const& options = {});

/// Returns all bytes of a file.
WEFT_API std::string read_text(std::string const& path);

/// Writes the bytes that np.save writes: version 1, in Fortran order if the memory is column-major and not row-major,
/// else in C order. Throws io_error with the reason of the system, and then the old file stays.
WEFT_API void write_npy(std::string const& path, untyped_view const& a, save_options const& options = {});

} // namespace weft::detail
