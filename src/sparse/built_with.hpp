#pragma once

namespace weft::detail {

/// Was the library there when weft was built?
bool has_superlu() noexcept;
bool has_cholmod() noexcept;

} // namespace weft::detail
