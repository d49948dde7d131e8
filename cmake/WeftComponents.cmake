# The components of the library. core is always built; of the others WEFT_COMPONENTS chooses. One library holds all that
# are built: a program links weft::weft, or the components that it needs, which are other names of the same library.

set(WEFT_COMPONENTS all CACHE STRING
  "What is built besides core: all, or a list of dynamic, linalg, sparse, fft, index, field, records, numerics, geometry, grad, nn, io and hdf5, with commas; core: that alone")

# What each is made of, under src, and which others its headers need.
set(weft_all_components dynamic linalg sparse fft index field records numerics geometry grad nn io hdf5)
set(weft_sources_dynamic "dynamic/|linalg/dynamic/|fft/dynamic[.]cpp|numerics/dynamic[.]cpp") # any_tensor, any_expr, formulas, programs at run time
set(weft_sources_linalg "linalg/") # decompositions, solvers, small and batched matrices
set(weft_sources_sparse "sparse/") # matrices in compressed rows or columns
set(weft_sources_fft "fft/") # Fourier and cosine transforms
set(weft_sources_index "index/") # index notation, hierarchical layouts
set(weft_sources_field "field/") # grids with ghost layers
set(weft_sources_records "records/") # records of tensors, steppers
set(weft_sources_numerics "numerics/") # roots, integrals, interpolation, special functions
set(weft_sources_geometry "geometry/") # quaternions, rotations, maps of points
set(weft_sources_grad "grad/") # derivatives
set(weft_sources_nn "nn/") # layers, losses, optimisers
set(weft_sources_io "io/(c_tensor|deflate|dlpack|image|npz|npz_writer|png)[.]cpp|sparse/npz[.]cpp|records/npz[.]cpp") # archives, images
set(weft_sources_hdf5 "hdf5/") # files of HDF5
set(weft_needs_sparse linalg)
set(weft_needs_field index)
set(weft_needs_numerics linalg)
set(weft_needs_geometry linalg)
set(weft_needs_grad linalg records)
set(weft_needs_hdf5 io)
set(weft_needs_nn grad records linalg io)

if(WEFT_COMPONENTS STREQUAL "all")
  set(weft_components ${weft_all_components})
elseif(WEFT_COMPONENTS STREQUAL "none")
  set(weft_components "")
else()
  string(REPLACE "," ";" weft_components "${WEFT_COMPONENTS}")
  list(REMOVE_ITEM weft_components core)
endif()
foreach(component IN LISTS weft_components)
  if(NOT component IN_LIST weft_all_components)
    message(FATAL_ERROR "WEFT_COMPONENTS: there is no component ${component}; there are core ${weft_all_components}")
  endif()
  foreach(needed IN LISTS weft_needs_${component})
    if(NOT needed IN_LIST weft_components)
      message(FATAL_ERROR "WEFT_COMPONENTS: ${component} needs ${needed}")
    endif()
  endforeach()
endforeach()

# What programs are told of those that are missing, whose headers say so where they are included.
set(weft_without "")
foreach(component IN LISTS weft_all_components)
  if(NOT component IN_LIST weft_components)
    string(TOUPPER "WEFT_WITHOUT_${component}" macro)
    list(APPEND weft_without ${macro})
  endif()
endforeach()

# weft_choose_sources(<list variable>): leaves out the sources of components that are not built; what core asks of those
# is answered by src/info/without_<component>.cpp.
function(weft_choose_sources variable)
  set(chosen "")
  foreach(source IN LISTS ${variable})
    cmake_path(RELATIVE_PATH source BASE_DIRECTORY "${PROJECT_SOURCE_DIR}/src" OUTPUT_VARIABLE name)
    set(built TRUE)
    foreach(component IN LISTS weft_all_components)
      if(component IN_LIST weft_components)
        set(left_out "info/without_${component}[.]cpp$")
      else()
        set(left_out "${weft_sources_${component}}")
      endif()
      if(name MATCHES "^(${left_out})")
        set(built FALSE)
      endif()
    endforeach()
    if(built)
      list(APPEND chosen "${source}")
    endif()
  endforeach()
  set(${variable} ${chosen} PARENT_SCOPE)
endfunction()

# weft_add_components(): the targets weft::core, weft::dynamic, ...
function(weft_add_components)
  foreach(component IN LISTS weft_components ITEMS core)
    add_library(weft_${component} INTERFACE)
    add_library(weft::${component} ALIAS weft_${component})
    set_target_properties(weft_${component} PROPERTIES EXPORT_NAME ${component})
    target_link_libraries(weft_${component} INTERFACE weft)
  endforeach()
  target_compile_definitions(weft INTERFACE ${weft_without})
  # Without optimisation statements are run by programs, which dynamic has. Sources of other components read its headers.
  if(NOT dynamic IN_LIST weft_components)
    target_compile_definitions(weft PRIVATE $<$<CONFIG:Debug>:WEFT_VIRTUAL_LOOPS=0>)
  endif()
endfunction()
