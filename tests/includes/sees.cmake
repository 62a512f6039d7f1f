# tools/check_includes.mjs, run by NODE on small trees in SCRATCH, complains of what is missing and of nothing else.
function(expect what complaint)
  execute_process(COMMAND ${NODE} ${CHECK} ${SCRATCH} RESULT_VARIABLE result OUTPUT_QUIET ERROR_VARIABLE said
    ERROR_STRIP_TRAILING_WHITESPACE)
  if(NOT said STREQUAL complaint OR (complaint AND NOT result EQUAL 1) OR (NOT complaint AND NOT result EQUAL 0))
    message(SEND_ERROR "${what}: it ended with ${result} and said \"${said}\"; expected was \"${complaint}\"")
  endif()
endfunction()

file(REMOVE_RECURSE ${SCRATCH})
file(WRITE ${SCRATCH}/src/gp/fit.cpp "#include <vector>\n\nvoid f() { throw std::invalid_argument(\"std::map\"); }\n")
expect("a name without its header" "src/gp/fit.cpp:3: std::invalid_argument needs #include <stdexcept>")

file(WRITE ${SCRATCH}/src/gp/fit.cpp "#include \"gp/fit.hpp\"\n\nvoid f() { throw std::invalid_argument(\"\"); }\n")
file(WRITE ${SCRATCH}/src/gp/fit.hpp "#pragma once\n#include \"sweetspot/base/all.hpp\"\n")
file(WRITE ${SCRATCH}/include/sweetspot/base/all.hpp "#pragma once\n#include <stdexcept>\n")
expect("a header that the project's headers lead to" "")

file(WRITE ${SCRATCH}/src/gp/fit.cpp "// std::vector\n/* assert(x) */\nconst char* text = \"fmt::format\";\n")
expect("comments and texts" "")

file(WRITE ${SCRATCH}/tests/a_test.cpp "#include <string>\n\nauto s = fmt::format(\"{}\", std::string());\n")
expect("a library" "tests/a_test.cpp:3: fmt::format needs #include <fmt/format.h>")
