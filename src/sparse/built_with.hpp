#pragma once

namespace weft::detail {

/// Return whether weft was built with SuperLU and with CHOLMOD.
bool has_superlu() noexcept;
bool has_cholmod() noexcept;

} // namespace weft::detail
