# Defines weft::hdf5_library: the C library of HDF5.
include(FindPackageHandleStandardArgs)

if(NOT TARGET weft::hdf5_library)
  add_library(weft::hdf5_library INTERFACE IMPORTED)
  # CMake's own module needs a C compiler, and does not know the targets of packages.
  find_package(HDF5 CONFIG QUIET) # Conan, vcpkg
  set(WeftHDF5_SOURCE "")
  foreach(target IN ITEMS hdf5::hdf5 hdf5::hdf5-shared hdf5::hdf5-static HDF5::C hdf5-shared hdf5-static)
    if(TARGET ${target} AND NOT WeftHDF5_SOURCE)
      target_link_libraries(weft::hdf5_library INTERFACE ${target})
      set(WeftHDF5_SOURCE ${target})
    endif()
  endforeach()
  if(NOT WeftHDF5_SOURCE) # Debian
    find_path(WeftHDF5_INCLUDE_DIR hdf5.h PATH_SUFFIXES hdf5/serial)
    find_library(WeftHDF5_LIBRARY NAMES hdf5_serial hdf5)
    mark_as_advanced(WeftHDF5_INCLUDE_DIR WeftHDF5_LIBRARY)
    if(WeftHDF5_INCLUDE_DIR AND WeftHDF5_LIBRARY)
      target_include_directories(weft::hdf5_library INTERFACE "${WeftHDF5_INCLUDE_DIR}")
      target_link_libraries(weft::hdf5_library INTERFACE "${WeftHDF5_LIBRARY}")
      set(WeftHDF5_SOURCE "${WeftHDF5_LIBRARY}")
    endif()
  endif()
  set(WeftHDF5_SOURCE "${WeftHDF5_SOURCE}" CACHE INTERNAL "")
endif()

find_package_handle_standard_args(WeftHDF5 REQUIRED_VARS WeftHDF5_SOURCE
  REASON_FAILURE_MESSAGE "install HDF5 (libhdf5-dev), or configure with -DWEFT_WITH_HDF5=OFF")
