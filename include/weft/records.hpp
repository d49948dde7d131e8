#pragma once
// The component records: structs of tensors as operands.
#include <weft/records/record.hpp>
