#pragma once
// The component geometry: quaternions, rotations and their angles, and maps of points.
#include <weft/geometry/affine.hpp>
#include <weft/geometry/projective.hpp>
#include <weft/geometry/quaternion.hpp>
#include <weft/geometry/rotation.hpp>
#ifndef WEFT_WITHOUT_DYNAMIC
#include <weft/geometry/dynamic.hpp>
#endif
