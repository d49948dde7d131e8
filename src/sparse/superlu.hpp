#pragma once

namespace weft::detail {

/// Was SuperLU there when weft was built?
bool has_superlu() noexcept;

} // namespace weft::detail
