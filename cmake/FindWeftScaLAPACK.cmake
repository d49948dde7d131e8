# Defines weft::scalapack_library: ScaLAPACK for the MPI that MPI::MPI_CXX is, with integers of 32 bits.
include(FindPackageHandleStandardArgs)

if(NOT TARGET weft::scalapack_library)
  # Debian has one library for each MPI. They have the same names inside, so the wrong one would be linked in silence.
  set(weft_scalapack_name openmpi)
  if("${MPI_CXX_LIB_NAMES};${MPI_CXX_LIBRARIES}" MATCHES "mpich")
    set(weft_scalapack_name mpich)
  endif()
  find_library(WeftScaLAPACK_LIBRARY NAMES scalapack-${weft_scalapack_name} scalapack)
  mark_as_advanced(WeftScaLAPACK_LIBRARY)
  if(WeftScaLAPACK_LIBRARY)
    add_library(weft::scalapack_library INTERFACE IMPORTED)
    target_link_libraries(weft::scalapack_library INTERFACE "${WeftScaLAPACK_LIBRARY}")
  endif()
endif()

find_package_handle_standard_args(WeftScaLAPACK REQUIRED_VARS WeftScaLAPACK_LIBRARY
  REASON_FAILURE_MESSAGE "install ScaLAPACK (libscalapack-openmpi-dev, libscalapack-mpich-dev), or configure with\
 -DWEFT_WITH_SCALAPACK=OFF")
