#pragma once
// The component mpi, a library of its own (weft::mpi): messages between ranks, of tensors, views, expressions and
// records, and fields that are divided among ranks.
#include <weft/mpi/collective.hpp>
#ifndef WEFT_WITHOUT_RECORDS
#include <weft/mpi/record.hpp>
#ifndef WEFT_WITHOUT_FIELD
#include <weft/mpi/record_exchange.hpp>
#endif
#endif
#ifndef WEFT_WITHOUT_FIELD
#include <weft/mpi/distributed_reduce.hpp>
#include <weft/mpi/npy.hpp>
#include <weft/mpi/rows.hpp>
#ifndef WEFT_WITHOUT_LINALG
#include <weft/mpi/block_cyclic_linalg.hpp>
#endif
#ifndef WEFT_WITHOUT_SPARSE
#include <weft/mpi/iterative.hpp>
#endif
#endif
