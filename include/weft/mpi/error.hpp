#pragma once
#include <weft/base/check.hpp>

namespace weft {

/// Thrown where MPI reports an error, with its text, and where ranks call different collective functions.
class WEFT_API mpi_error : public error {
public:
  using error::error;
  ~mpi_error() override;
};

} // namespace weft
