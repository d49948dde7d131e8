include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

# cmake --install <build> --component installs one of: runtime, a shared weft and the licences; development, what
# compiling programs needs; documentation. Without --component it installs all.
set(CMAKE_INSTALL_DEFAULT_COMPONENT_NAME development)

set(config_dir "${CMAKE_INSTALL_LIBDIR}/cmake/weft")
get_target_property(library_type weft TYPE)
# A static library leaves its private libraries to the program's link step, which must then find them.
foreach(library IN ITEMS BLAS ZLIB PNG HDF5 SUPERLU CHOLMOD HIGHWAY MPI)
  set(WEFT_NEEDS_${library} OFF)
  if(WEFT_WITH_${library} AND library_type STREQUAL "STATIC_LIBRARY")
    set(WEFT_NEEDS_${library} ON)
  endif()
endforeach()

set(component_targets ${weft_components} core)
list(TRANSFORM component_targets PREPEND weft_)
if(WEFT_WITH_MPI)
  list(APPEND component_targets weft_mpi)
endif()
if(WEFT_WITH_C)
  list(APPEND component_targets weft_c weft_fortran)
endif()
set(WEFT_NEEDS_SCALAPACK OFF)
set(WEFT_NEEDS_ELPA OFF)
if(WEFT_NEEDS_MPI AND WEFT_WITH_SCALAPACK)
  set(WEFT_NEEDS_SCALAPACK ON)
  set(WEFT_NEEDS_ELPA ${WEFT_WITH_ELPA})
endif()
install(TARGETS weft ${component_targets} EXPORT weftTargets
  LIBRARY COMPONENT runtime NAMELINK_COMPONENT development FILE_SET HEADERS FILE_SET python_headers)
install(EXPORT weftTargets NAMESPACE weft:: DESTINATION "${config_dir}")
if(WEFT_MODULE)
  install(TARGETS weft_module EXPORT weftModuleTargets FILE_SET CXX_MODULES DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}")
  install(EXPORT weftModuleTargets NAMESPACE weft:: DESTINATION "${config_dir}" CXX_MODULES_DIRECTORY modules)
endif()
configure_package_config_file(cmake/weftConfig.cmake.in weftConfig.cmake INSTALL_DESTINATION "${config_dir}")
write_basic_package_version_file(weftConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES "${PROJECT_BINARY_DIR}/weftConfig.cmake" "${PROJECT_BINARY_DIR}/weftConfigVersion.cmake"
              cmake/FindWeftBLAS.cmake cmake/FindWeftSPNG.cmake cmake/FindWeftHDF5.cmake cmake/FindWeftSuperLU.cmake
              cmake/FindWeftCHOLMOD.cmake cmake/FindWeftHighway.cmake cmake/FindWeftScaLAPACK.cmake
              cmake/FindWeftELPA.cmake
        DESTINATION "${config_dir}")
# Where the file lies decides what it says, so an installed tree can be moved.
file(RELATIVE_PATH WEFT_PC_PREFIX "/prefix/${CMAKE_INSTALL_LIBDIR}/pkgconfig" "/prefix")
string(REGEX REPLACE "/$" "" WEFT_PC_PREFIX "${WEFT_PC_PREFIX}")
set(WEFT_PC_CFLAGS "") # what the target hands on besides
if(MINGW AND CMAKE_CXX_COMPILER_ID STREQUAL GNU)
  string(APPEND WEFT_PC_CFLAGS " -Wa,-mbig-obj")
  if(WEFT_HAS_UNALIGNED_MOVES)
    string(APPEND WEFT_PC_CFLAGS " -Wa,-muse-unaligned-vector-move -DWEFT_UNALIGNED_MOVES")
  endif()
endif()
foreach(macro IN LISTS weft_without)
  string(APPEND WEFT_PC_CFLAGS " -D${macro}")
endforeach()
set(WEFT_PC_STATIC_LIBS "")
if(WEFT_NEEDS_BLAS AND OpenBLAS_LIBRARIES)
  set(WEFT_PC_STATIC_LIBS " ${OpenBLAS_LIBRARIES}")
elseif(WEFT_NEEDS_BLAS)
  set(WEFT_PC_STATIC_LIBS " -lopenblas")
endif()
if(library_type STREQUAL "STATIC_LIBRARY")
  string(APPEND WEFT_PC_STATIC_LIBS " -lpthread")
  if(CMAKE_DL_LIBS)
    string(APPEND WEFT_PC_STATIC_LIBS " -l${CMAKE_DL_LIBS}")
  endif()
endif()
if(WEFT_NEEDS_ZLIB)
  string(APPEND WEFT_PC_STATIC_LIBS " -lz")
endif()
if(WEFT_NEEDS_PNG)
  string(APPEND WEFT_PC_STATIC_LIBS " -lspng")
endif()
if(WEFT_NEEDS_HDF5)
  cmake_path(GET WeftHDF5_LIBRARY STEM hdf5_name) # hdf5_serial on Debian
  string(REGEX REPLACE "^lib" "" hdf5_name "${hdf5_name}")
  string(APPEND WEFT_PC_STATIC_LIBS " -l${hdf5_name}")
endif()
if(WEFT_NEEDS_SUPERLU)
  string(APPEND WEFT_PC_STATIC_LIBS " -lsuperlu")
endif()
if(WEFT_NEEDS_CHOLMOD)
  string(APPEND WEFT_PC_STATIC_LIBS " -lcholmod")
endif()
if(WEFT_NEEDS_HIGHWAY)
  string(APPEND WEFT_PC_STATIC_LIBS " -lhwy_contrib -lhwy")
endif()
# Warnings are not about the headers. Of a directory that compilers search anyway -isystem would change the order, and
# <cstdlib> would not find <stdlib.h>; -I is ignored there. Which it is, is known when weft is installed.
foreach(include IN ITEMS -I "-isystem ")
  set(WEFT_PC_INCLUDE "${include}")
  string(STRIP "weft.pc${include}" configured)
  configure_file(cmake/weft.pc.in "${configured}" @ONLY)
endforeach()
install(CODE "
  set(include -isystem)
  if(\"\${CMAKE_INSTALL_PREFIX}\" MATCHES \"^(/usr(/local)?)?/?$\")
    set(include -I)
  endif()
  file(COPY_FILE \"${PROJECT_BINARY_DIR}/weft.pc\${include}\" \"${PROJECT_BINARY_DIR}/weft.pc\")")
if(WEFT_WITH_MPI)
  configure_file(cmake/weft-mpi.pc.in weft-mpi.pc @ONLY)
  install(FILES "${PROJECT_BINARY_DIR}/weft-mpi.pc" DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig")
endif()
if(WEFT_WITH_C)
  # A program in C is linked by a compiler that does not know the library of C++, which a static weft needs.
  set(WEFT_PC_C_LIBS "")
  if(library_type STREQUAL "STATIC_LIBRARY")
    foreach(name IN LISTS CMAKE_CXX_IMPLICIT_LINK_LIBRARIES)
      if(name MATCHES "^(stdc[+][+]|c[+][+]|m)$")
        string(APPEND WEFT_PC_C_LIBS " -l${name}")
      endif()
    endforeach()
  endif()
  configure_file(cmake/weft-c.pc.in weft-c.pc @ONLY)
  install(FILES "${PROJECT_BINARY_DIR}/weft-c.pc" DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig")
  install(FILES src/c/fortran/weft.f90 src/c/fortran/descriptors.c DESTINATION share/weft/fortran)
endif()
install(FILES "${PROJECT_BINARY_DIR}/weft.pc" DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig")
# weft-linalg and so on are other names of weft, as weft::linalg is. A build without linalg has none.
foreach(component IN LISTS weft_components ITEMS core)
  configure_file(cmake/weft-component.pc.in "weft-${component}.pc" @ONLY)
  install(FILES "${PROJECT_BINARY_DIR}/weft-${component}.pc" DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig")
endforeach()
install(FILES LICENSE DESTINATION "${CMAKE_INSTALL_DATADIR}/licenses/weft" COMPONENT runtime)
if(fft IN_LIST weft_components)
  install(FILES src/fft/pocketfft/LICENSE.md DESTINATION "${CMAKE_INSTALL_DATADIR}/licenses/weft" RENAME LICENSE.pocketfft
    COMPONENT runtime)
endif()
install(FILES src/debug/weft_printing.py src/debug/weft_gdb.py src/debug/weft_gdb_methods.py
  src/debug/weft_gdb_frames.py src/debug/weft_lldb.py
  DESTINATION "${CMAKE_INSTALL_DATADIR}/weft/debug")
# Links among README.md, the pages of doc/ and the examples hold there. Whoever wants the documentation alone: cmake
# --install <build> --component documentation.
install(FILES README.md CHANGELOG.md LICENSE DESTINATION "${CMAKE_INSTALL_DOCDIR}" COMPONENT documentation)
install(DIRECTORY examples DESTINATION "${CMAKE_INSTALL_DOCDIR}" COMPONENT documentation
  PATTERN CMakeLists.txt EXCLUDE PATTERN "*.expected" EXCLUDE)
# Those of projects to copy.
foreach(project IN ITEMS first python)
  install(FILES examples/${project}/CMakeLists.txt DESTINATION "${CMAKE_INSTALL_DOCDIR}/examples/${project}"
    COMPONENT documentation)
endforeach()
install(DIRECTORY doc DESTINATION "${CMAKE_INSTALL_DOCDIR}" COMPONENT documentation
  FILES_MATCHING PATTERN "*.md" PATTERN "*.png" PATTERN "*.svg")
# What pages show and link to of the benchmarks; packages are made without them.
install(DIRECTORY bench/results DESTINATION "${CMAKE_INSTALL_DOCDIR}/bench" COMPONENT documentation OPTIONAL
  FILES_MATCHING PATTERN "*.md" PATTERN "*.svg")
install(FILES bench/README.md DESTINATION "${CMAKE_INSTALL_DOCDIR}/bench" COMPONENT documentation OPTIONAL)
