#pragma once
// The component field: boundary policies of operands, grids with ghost layers, staggered fields, time levels, and files
// for ParaView.
#include <weft/field/based.hpp>
#include <weft/field/boundary.hpp>
#include <weft/field/fill_ghosts.hpp>
#include <weft/field/grid.hpp>
#include <weft/field/grid_functions.hpp>
#include <weft/field/levels.hpp>
#include <weft/field/packing.hpp>
#include <weft/field/policy.hpp>
#include <weft/field/staggered.hpp>
#include <weft/field/vti.hpp>
