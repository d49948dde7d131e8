# Sets weft_lapack_functions: the routines of LAPACK that src/linalg/lapack/routines.hpp declares, as dpotrf_( for each
# type.
file(READ "${CMAKE_CURRENT_LIST_DIR}/../src/linalg/lapack/routines.hpp" weft_lapack_table)
set(weft_lapack_functions "")
foreach(types IN ITEMS sd cz)
  string(REGEX MATCHALL "void ${types}##[a-z0-9]+_[(]" stems "${weft_lapack_table}")
  string(REGEX MATCHALL "." letters "${types}")
  foreach(letter IN LISTS letters)
    list(TRANSFORM stems REPLACE "void ${types}##" "${letter}" OUTPUT_VARIABLE names)
    list(APPEND weft_lapack_functions ${names})
  endforeach()
endforeach()
