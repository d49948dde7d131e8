#pragma once
// The component records: structs of tensors as operands, tables of columns, and steps of differential equations of
// tensors and records. Where the component numerics was built, its roots and integrals too.
#include <weft/records/columns.hpp>
#include <weft/records/columns_files.hpp>
#include <weft/records/dormand_prince.hpp>
#include <weft/records/expression.hpp>
#include <weft/records/fields.hpp>
#include <weft/records/operators.hpp>
#include <weft/records/print.hpp>
#include <weft/records/record.hpp>
#include <weft/records/refused.hpp>
#include <weft/records/refused_functions.hpp>
#include <weft/records/steppers.hpp>
#ifndef WEFT_WITHOUT_NUMERICS
#include <weft/numerics/find_root.hpp>
#include <weft/numerics/integrate.hpp>
#endif
#ifndef WEFT_WITHOUT_IO
#include <weft/records/npz.hpp>
#endif
