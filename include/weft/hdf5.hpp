#pragma once
// The component hdf5: files of HDF5, by tensors, views and, with the component records, by records.
#include <weft/hdf5/file.hpp>
#ifndef WEFT_WITHOUT_RECORDS
#include <weft/hdf5/record.hpp>
#endif
