# Runs FOLDER/session, with sweetspot from PROGRAM_FOLDER, in a fresh copy of FOLDER at WORK. FOLDER/README.md must show
# what it printed, to the letter; the README as it should be is left in WORK/README.actual, from where it
# can be copied once it has been read. LIMITS is a script that may hold the transcript, WORK/transcript, to further
# conditions.
file(REMOVE_RECURSE ${WORK})
file(COPY ${FOLDER}/ DESTINATION ${WORK} PATTERN *.db* EXCLUDE PATTERN *-work EXCLUDE)
set(ENV{PATH} "${PROGRAM_FOLDER}:$ENV{PATH}")
execute_process(COMMAND ${WORK}/session OUTPUT_FILE ${WORK}/transcript RESULT_VARIABLE result)
if(NOT result EQUAL 0)
  file(READ ${WORK}/transcript transcript)
  message(FATAL_ERROR "${FOLDER}/session ended with ${result}; its output was\n${transcript}")
endif()
if(LIMITS)
  include(${LIMITS})
endif()
execute_process(COMMAND awk -f ${CMAKE_CURRENT_LIST_DIR}/readme.awk ${WORK}/transcript ${FOLDER}/README.md
  OUTPUT_FILE ${WORK}/README.actual COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND diff ${FOLDER}/README.md ${WORK}/README.actual
  OUTPUT_VARIABLE difference RESULT_VARIABLE different)
if(NOT different EQUAL 0)
  message(FATAL_ERROR "${WORK}/README.actual is not ${FOLDER}/README.md:\n${difference}")
endif()
