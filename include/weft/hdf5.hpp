#pragma once
// The component hdf5: files of HDF5, by tensors, views and records.
#include <weft/hdf5/file.hpp>
