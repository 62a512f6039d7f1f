# Runs PROGRAM; where the file EXPECTED exists, the standard output must equal it. The output is left in ACTUAL, from
# where a changed output can be copied once it has been read.
execute_process(COMMAND ${PROGRAM} OUTPUT_FILE ${ACTUAL} RESULT_VARIABLE result)
if(NOT result EQUAL 0)
  file(READ ${ACTUAL} actual)
  message(FATAL_ERROR "${PROGRAM} ended with ${result}; its output was\n${actual}")
endif()
if(EXISTS ${EXPECTED})
  execute_process(COMMAND diff -u ${EXPECTED} ${ACTUAL} RESULT_VARIABLE different)
  if(NOT different EQUAL 0)
    message(FATAL_ERROR "${ACTUAL} is not ${EXPECTED}")
  endif()
endif()
