# Sets weft_lapack_functions: the routines of LAPACK that src/linalg/lapack/routines.hpp declares, as dgetrf_( for each
# type.
file(READ "${CMAKE_CURRENT_LIST_DIR}/../src/linalg/lapack/routines.hpp" weft_lapack_table)
string(REGEX MATCHALL "void p[us]?##[a-z0-9]+_[(]" weft_lapack_stems "${weft_lapack_table}")
set(weft_lapack_functions "")
foreach(letters IN ITEMS sorsy dorsy cunhe zunhe) # of p, pu without it, ps without it
  string(REGEX REPLACE "(.)(..)(..)" "\\1;\\1\\2;\\1\\3" prefixes "${letters}")
  list(GET prefixes 0 plain)
  list(GET prefixes 1 unitary)
  list(GET prefixes 2 symmetric)
  set(names ${weft_lapack_stems})
  list(TRANSFORM names REPLACE "void p##" "${plain}")
  list(TRANSFORM names REPLACE "void pu##" "${unitary}")
  list(TRANSFORM names REPLACE "void ps##" "${symmetric}")
  list(APPEND weft_lapack_functions ${names})
endforeach()
