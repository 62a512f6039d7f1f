#include "process/text_of_file.hpp"

#include <gtest/gtest.h>

#include <string>

#include "support/refusal.hpp"

namespace sweetspot::process {
namespace {

TEST(TextOfFile, OfWhatIsNoReadableFileIsRefusedWithTheRemedy) {
    for (const std::string path : {"/", "/no/such/file"}) {
        EXPECT_EQ(support::refusal([&] { static_cast<void>(text_of_file(path, "name another")); }),
                  path + " cannot be read; name another");
    }
}

}  // namespace
}  // namespace sweetspot::process
