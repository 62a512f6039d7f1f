# Eigen allocates and frees by rules that follow from the compiler's flags (-march, -mavx, -fsanitize=address). A
# program and a library that hand matrices to each other must agree, or the program crashes when it frees one. The rules
# the library was built with are recorded on its target; sweetspot/base/linear_algebra.hpp refuses to compile under
# others.
include(CheckCXXSourceCompiles)

function(sweetspot_record_eigen_memory target)
  set(CMAKE_REQUIRED_LIBRARIES Eigen3::Eigen)
  set(CMAKE_REQUIRED_QUIET ON)
  set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)
  if(SWEETSPOT_SANITIZE)
    set(CMAKE_REQUIRED_FLAGS -fsanitize=${SWEETSPOT_SANITIZE})
  endif()
  # Alignment in bytes, and whether it is left to malloc.
  foreach(rule IN ITEMS 16_1 16_0 32_0 64_0)
    string(REPLACE "_" ";" pair ${rule})
    list(GET pair 0 alignment)
    list(GET pair 1 plain_malloc)
    check_cxx_source_compiles("
      #include <Eigen/Core>
      static_assert(EIGEN_DEFAULT_ALIGN_BYTES == ${alignment} && EIGEN_MALLOC_ALREADY_ALIGNED == ${plain_malloc});
      " SWEETSPOT_EIGEN_MEMORY_${rule})
    if(SWEETSPOT_EIGEN_MEMORY_${rule})
      target_compile_definitions(${target} INTERFACE
        SWEETSPOT_EIGEN_ALIGNMENT=${alignment} SWEETSPOT_EIGEN_PLAIN_MALLOC=${plain_malloc})
      return()
    endif()
  endforeach()
  message(WARNING "Eigen's memory rules are none that sweetspot knows; programs must be compiled with the same flags")
endfunction()
