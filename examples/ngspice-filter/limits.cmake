# The robust design must be clearly the better one to build. Over the seeds 1 to 5 it had, before any verification, 99.7
# to 100 % good builds, the nominal one 63 to 90 %.
file(STRINGS ${WORK}/transcript good REGEX "^1000 builds: good ones")
if(NOT good MATCHES " ([0-9.]+) +([0-9.]+)$")
  message(FATAL_ERROR "${WORK}/transcript does not say how many builds are good")
endif()
if(CMAKE_MATCH_1 GREATER 92 OR CMAKE_MATCH_2 LESS 99)
  message(FATAL_ERROR "of 1000 builds ${CMAKE_MATCH_1} % (nominal) and ${CMAKE_MATCH_2} % (robust) are good; at most "
    "92 and at least 99 are expected")
endif()

# … and the model's interval of the share of good cheap builds must hold the truth, by each law.
file(STRINGS ${WORK}/transcript laws REGEX "^(normal|triangular|uniform) .* to ")
list(LENGTH laws count)
if(NOT count EQUAL 3)
  message(FATAL_ERROR "${WORK}/transcript has ${count} laws of deviation; there are three")
endif()
foreach(law IN LISTS laws)
  string(REGEX MATCH "\\(([0-9.]+) to ([0-9.]+)\\) +([0-9.]+)$" matched "${law}")
  if(CMAKE_MATCH_3 LESS CMAKE_MATCH_1 OR CMAKE_MATCH_3 GREATER CMAKE_MATCH_2)
    message(FATAL_ERROR "the share of good builds is not in its interval: ${law}")
  endif()
endforeach()
