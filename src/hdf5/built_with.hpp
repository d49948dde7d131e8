#pragma once

namespace weft::detail {

/// Returns the version of HDF5 that weft was built with, as "1.10.8"; "" if with none.
char const* hdf5_version() noexcept;

} // namespace weft::detail
