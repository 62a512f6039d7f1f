// Processes that a command has left behind when the program that started it was ended by force.
#pragma once

#include <filesystem>
#include <string>

namespace sweetspot::process {

/// Every process of an evaluation has its work directory in its environment under this name, unless it took it out.
constexpr auto work_directory_variable = "SWEETSPOT_WORKDIR";

/// Ends by force every process of ours that has this entry, NAME=value, in its environment, also those that are born
/// meanwhile.
void end_marked(const std::string& entry);

/// Ends by force whatever still works in that directory, also in sessions of its own: it would write over the files of
/// the evaluation that takes its place.
void end_leftovers(const std::filesystem::path& work_directory);

}  // namespace sweetspot::process
