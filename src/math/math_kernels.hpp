// Private to src/math: the functions of math_table.hpp, in the instructions of one machine.
#include "math/math_lanes.hpp"

#include "math/math_exponential.hpp"
#include "math/math_logarithm.hpp"

#include "math/math_angle.hpp"
#include "math/math_quantile.hpp"
#include "math/math_root.hpp"
#include "math/math_single.hpp"

#include "math/math_loops.hpp"

#include "math/math_complex.hpp"
#include "math/math_random.hpp"

#include "math/math_entries.hpp"
