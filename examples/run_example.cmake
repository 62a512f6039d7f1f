# Runs PROGRAM; its standard output must be the text of the file EXPECTED, as SAME_TEXT compares them. The output is left in
# ACTUAL, from where a changed output can be copied once it has been read.
execute_process(COMMAND ${PROGRAM} OUTPUT_FILE ${ACTUAL} RESULT_VARIABLE result)
if(NOT result EQUAL 0)
  file(READ ${ACTUAL} actual)
  message(FATAL_ERROR "${PROGRAM} ended with ${result}; its output was\n${actual}")
endif()
execute_process(COMMAND ${SAME_TEXT} ${EXPECTED} ${ACTUAL} RESULT_VARIABLE different)
if(NOT different EQUAL 0)
  message(FATAL_ERROR "${ACTUAL} is not ${EXPECTED}")
endif()
