# Files inside a program. The bytes are taken by the assembler (.incbin), so that megabytes cost no compile time.

# sweetspot_embed(<target> <symbol> <file>): #include "embedded/<symbol>.hpp" gives
#   std::string_view sweetspot::embedded::<symbol>()
function(sweetspot_embed target symbol file)
  get_filename_component(path ${file} ABSOLUTE)
  set(folder ${CMAKE_CURRENT_BINARY_DIR}/embedded_${target})
  file(CONFIGURE OUTPUT ${folder}/embedded/${symbol}.hpp @ONLY CONTENT [=[
#pragma once

#include <string_view>

namespace sweetspot::embedded {

[[nodiscard]] std::string_view @symbol@();

}  // namespace sweetspot::embedded
]=])
  file(CONFIGURE OUTPUT ${folder}/${symbol}.cpp @ONLY CONTENT [=[
#include "embedded/@symbol@.hpp"

asm(R"(
.pushsection .rodata
.global sweetspot_embedded_@symbol@
.global sweetspot_embedded_@symbol@_end
sweetspot_embedded_@symbol@:
.incbin "@path@"
sweetspot_embedded_@symbol@_end:
.byte 0
.popsection
)");

extern "C" const char sweetspot_embedded_@symbol@[];
extern "C" const char sweetspot_embedded_@symbol@_end[];

std::string_view sweetspot::embedded::@symbol@() {
    return {sweetspot_embedded_@symbol@, sweetspot_embedded_@symbol@_end};
}
]=])
  # The compiler does not see what the assembler reads.
  set_source_files_properties(${folder}/${symbol}.cpp PROPERTIES OBJECT_DEPENDS ${path})
  target_sources(${target} PRIVATE ${folder}/${symbol}.cpp)
  target_include_directories(${target} PRIVATE ${folder})
endfunction()

# sweetspot_embed_all(<target> <symbol> <file>...): #include "embedded/<symbol>.hpp" gives
#   std::vector<std::pair<std::string_view, std::string_view>> sweetspot::embedded::<symbol>()
# name (without folder) and content of each file, in the order given.
function(sweetspot_embed_all target symbol)
  set(includes "")
  set(entries "")
  foreach(file IN LISTS ARGN)
    get_filename_component(name ${file} NAME)
    string(MAKE_C_IDENTIFIER "${symbol}_${name}" part)
    sweetspot_embed(${target} ${part} ${file})
    string(APPEND includes "#include \"embedded/${part}.hpp\"\n")
    string(APPEND entries "        {\"${name}\", ${part}()},\n")
  endforeach()
  set(folder ${CMAKE_CURRENT_BINARY_DIR}/embedded_${target})
  file(CONFIGURE OUTPUT ${folder}/embedded/${symbol}.hpp @ONLY CONTENT [=[
#pragma once

#include <string_view>
#include <utility>
#include <vector>

namespace sweetspot::embedded {

[[nodiscard]] std::vector<std::pair<std::string_view, std::string_view>> @symbol@();

}  // namespace sweetspot::embedded
]=])
  file(CONFIGURE OUTPUT ${folder}/${symbol}.cpp @ONLY CONTENT [=[
#include "embedded/@symbol@.hpp"

@includes@
std::vector<std::pair<std::string_view, std::string_view>> sweetspot::embedded::@symbol@() {
    return {
@entries@    };
}
]=])
  target_sources(${target} PRIVATE ${folder}/${symbol}.cpp)
  target_include_directories(${target} PRIVATE ${folder})
endfunction()
