# Defines weft::elpa_library: ELPA, built with the MPI that MPI::MPI_CXX is.
include(FindPackageHandleStandardArgs)

if(NOT TARGET weft::elpa_library)
  find_library(WeftELPA_LIBRARY NAMES elpa)
  mark_as_advanced(WeftELPA_LIBRARY)
  if(WeftELPA_LIBRARY)
    # Both MPIs have functions of the same names, so the wrong one would be linked in silence. Debian's is for Open MPI.
    file(STRINGS "${WeftELPA_LIBRARY}" weft_elpa_mpich REGEX "libmpich" LIMIT_COUNT 1)
    if("${MPI_CXX_LIB_NAMES};${MPI_CXX_LIBRARIES}" MATCHES "mpich" AND NOT weft_elpa_mpich)
      set(weft_elpa_problem "${WeftELPA_LIBRARY} was built with another MPI than MPICH. ")
      unset(WeftELPA_LIBRARY CACHE)
    else()
      add_library(weft::elpa_library INTERFACE IMPORTED)
      target_link_libraries(weft::elpa_library INTERFACE "${WeftELPA_LIBRARY}")
    endif()
  endif()
endif()

find_package_handle_standard_args(WeftELPA REQUIRED_VARS WeftELPA_LIBRARY
  REASON_FAILURE_MESSAGE "${weft_elpa_problem}Install ELPA (libelpa-dev, for Open MPI), or configure with\
 -DWEFT_WITH_ELPA=OFF")
