#pragma once

// Private to src.
namespace weft::detail {

/// True where weft is built with Highway.
bool has_highway() noexcept;

} // namespace weft::detail
