# Enables C, and Fortran where there is a compiler for it. weft_has_fortran says whether the module weft can be compiled:
# its descriptors come from the header of the compiler for C, which must be of the same kind. gfortran hands out right
# descriptors from version 12 on.
include(CheckLanguage)
if(NOT CMAKE_C_COMPILER)
  find_program(CMAKE_C_COMPILER NAMES gcc cc REQUIRED)
endif()
enable_language(C)
set(weft_has_fortran OFF)
check_language(Fortran)
if(CMAKE_Fortran_COMPILER)
  enable_language(Fortran)
  if(CMAKE_Fortran_COMPILER_ID STREQUAL CMAKE_C_COMPILER_ID AND
     NOT (CMAKE_Fortran_COMPILER_ID STREQUAL GNU AND CMAKE_Fortran_COMPILER_VERSION VERSION_LESS 12))
    set(weft_has_fortran ON)
  endif()
endif()
