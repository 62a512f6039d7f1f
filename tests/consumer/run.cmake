# Installs BUILD_DIR into an empty prefix, builds CONSUMER_DIR against it as a stranger would, and runs the result.
set(prefix ${SCRATCH_DIR}/prefix)
set(build ${SCRATCH_DIR}/build)
file(REMOVE_RECURSE ${SCRATCH_DIR})

execute_process(COMMAND ${CMAKE_COMMAND} --install ${BUILD_DIR} --prefix ${prefix}
  OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)

# A package that names the tree it came from works here and nowhere else.
file(GLOB_RECURSE package_files ${prefix}/*.cmake)
foreach(file IN LISTS package_files)
  file(READ ${file} text)
  foreach(tree IN ITEMS ${SOURCE_DIR} ${BUILD_DIR})
    string(FIND "${text}" "${tree}" place)
    if(NOT place EQUAL -1)
      message(FATAL_ERROR "${file} mentions ${tree}")
    endif()
  endforeach()
endforeach()

macro(configure_consumer flags)
  execute_process(COMMAND ${CMAKE_COMMAND} -S ${CONSUMER_DIR} -B ${build} -G ${GENERATOR}
      -DCMAKE_BUILD_TYPE=Release -DCMAKE_CXX_COMPILER=${CXX_COMPILER} "-DCMAKE_CXX_FLAGS=${flags}" -DCMAKE_PREFIX_PATH=${prefix}
      -DCMAKE_FIND_USE_PACKAGE_REGISTRY=OFF -DSWEETSPOT_VERSION=${VERSION} ${ARGN}
    OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
endmacro()

foreach(core_alone IN ITEMS ON OFF)
  configure_consumer("${FLAGS}" -DCORE_ALONE=${core_alone})
  execute_process(COMMAND ${CMAKE_COMMAND} --build ${build} COMMAND_ERROR_IS_FATAL ANY)
  execute_process(COMMAND ${build}/consumer COMMAND_ERROR_IS_FATAL ANY)
endforeach()

# Under this flag Eigen frees in another way than the library allocates: one sentence instead of a crash.
if(PLAIN_MALLOC)
  configure_consumer("${FLAGS} -fsanitize=address")
  execute_process(COMMAND ${CMAKE_COMMAND} --build ${build} OUTPUT_VARIABLE output RESULT_VARIABLE result)
  if(result EQUAL 0 OR NOT output MATCHES "compile both with the same flags")
    message(FATAL_ERROR "a program whose Eigen frees memory in another way was not refused:\n${output}")
  endif()
endif()

if(EXISTS ${BUILD_DIR}/sweetspot)
  execute_process(COMMAND ${prefix}/bin/sweetspot --help OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
endif()
