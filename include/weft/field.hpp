#pragma once
// The component field: grids with ghost layers, staggered fields, and files for ParaView.
#include <weft/field/boundary.hpp>
#include <weft/field/policy.hpp>
