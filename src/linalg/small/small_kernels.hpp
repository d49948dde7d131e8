// Private to src/linalg/small: the loops of batch.hpp, compiled in the instructions of one machine.
#include <weft/linalg/small_eigen.hpp>

#include "machine/transpose.hpp"

#include "linalg/small/lanes.hpp"
#include "linalg/small/tasks.hpp"
