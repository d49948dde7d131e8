# An overlay port builds the tree that it lies in; in vcpkg's own registry vcpkg_from_github() sets SOURCE_PATH.
cmake_path(SET SOURCE_PATH NORMALIZE "${CMAKE_CURRENT_LIST_DIR}/../../../..")

if(VCPKG_TARGET_IS_MINGW) # nothing says what a DLL would export
  vcpkg_check_linkage(ONLY_STATIC_LIBRARY)
endif()
vcpkg_check_features(OUT_FEATURE_OPTIONS FEATURE_OPTIONS FEATURES blas WEFT_WITH_BLAS c WEFT_WITH_C zlib WEFT_WITH_ZLIB
  png WEFT_WITH_PNG superlu WEFT_WITH_SUPERLU cholmod WEFT_WITH_CHOLMOD highway WEFT_WITH_HIGHWAY
  hdf5 WEFT_WITH_HDF5 mpi WEFT_WITH_MPI scalapack WEFT_WITH_SCALAPACK)
set(components core)
foreach(component IN ITEMS dynamic linalg sparse fft index field records numerics geometry grad nn io hdf5)
  if(component IN_LIST FEATURES)
    string(APPEND components ",${component}")
  endif()
endforeach()
vcpkg_cmake_configure(
  SOURCE_PATH "${SOURCE_PATH}"
  OPTIONS
    ${FEATURE_OPTIONS}
    -DWEFT_COMPONENTS=${components}
    -DWEFT_BUILD_TESTS=OFF
    -DWEFT_BUILD_EXAMPLES=OFF
    -DWEFT_BUILD_BENCH=OFF)
vcpkg_cmake_install()
vcpkg_cmake_config_fixup(CONFIG_PATH lib/cmake/weft)
vcpkg_fixup_pkgconfig()

file(REMOVE_RECURSE
  "${CURRENT_PACKAGES_DIR}/debug/include" "${CURRENT_PACKAGES_DIR}/debug/share" "${CURRENT_PACKAGES_DIR}/share/doc"
  "${CURRENT_PACKAGES_DIR}/share/licenses")
vcpkg_install_copyright(FILE_LIST "${SOURCE_PATH}/LICENSE" "${SOURCE_PATH}/src/fft/pocketfft/LICENSE.md")
file(INSTALL "${CMAKE_CURRENT_LIST_DIR}/usage" DESTINATION "${CURRENT_PACKAGES_DIR}/share/${PORT}")
