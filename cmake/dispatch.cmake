# Run-time dispatch: the hot sources are compiled once per instruction set and the fastest copy that the machine can run
# is picked when the program starts, so that one binary runs on any x86-64 and is fast on new ones. Eigen is renamed per
# copy (-DEigen=...): its inline functions would otherwise share one symbol, and the linker might keep the AVX-512 one
# for everybody.
function(sweetspot_dispatch target)
  set(architectures baseline)
  if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64|amd64")
    list(APPEND architectures x86_64_v3 x86_64_v4)
    target_compile_definitions(${target} PRIVATE SWEETSPOT_DISPATCH_X86=1)
  endif()
  foreach(architecture IN LISTS architectures)
    set(object sweetspot_loops_${architecture})
    add_library(${object} OBJECT ${ARGN})
    target_include_directories(${object} PRIVATE src include)
    target_link_libraries(${object} PRIVATE Eigen3::Eigen)
    target_compile_definitions(${object} PRIVATE SWEETSPOT_ARCH=${architecture} Eigen=Eigen_${architecture})
    if(architecture STREQUAL "x86_64_v3")
      target_compile_options(${object} PRIVATE -march=x86-64-v3)
    elseif(architecture STREQUAL "x86_64_v4")
      target_compile_options(${object} PRIVATE -march=x86-64-v4 -mprefer-vector-width=512)
    endif()
    # Eigen cuts its sums by the caches it finds; the baseline takes the same path on every processor.
    if(architecture STREQUAL "baseline")
      target_compile_definitions(${object} PRIVATE EIGEN_NO_CPUID)
    endif()
    # Contraction to fused multiply-adds differs between the vector body of a loop and its ends, and where the ends are
    # depends on the address: the same input would give other last bits. Eigen asks for fused operations where they matter.
    target_compile_options(${object} PRIVATE -ffp-contract=off)
    # So that loops with square roots and choices become vectors.
    target_compile_options(${object} PRIVATE -fno-math-errno -fno-trapping-math)
    # g++ 12 takes its own AVX-512 intrinsics for uninitialised reads.
    target_compile_options(${object} PRIVATE -Wno-uninitialized -Wno-maybe-uninitialized)
    # Without inlining, small functions of the standard library would stay as weak symbols that the copies share.
    # Under a sanitizer the baseline alone is watched, which the tests of the loops are run by: the copies are of the same
    # sources, and where all were watched the unit tests took ten times as long.
    if(NOT SWEETSPOT_SANITIZE)
      target_compile_options(${object} PRIVATE $<$<CONFIG:Debug>:-O2>)
    elseif(NOT architecture STREQUAL "baseline")
      target_compile_options(${object} PRIVATE -fno-sanitize=all -O2)
    endif()
    set_target_properties(${object} PROPERTIES POSITION_INDEPENDENT_CODE ON)
    sweetspot_warnings(${object})
    target_sources(${target} PRIVATE $<TARGET_OBJECTS:${object}>)
  endforeach()
endfunction()
