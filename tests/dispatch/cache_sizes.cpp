// Succeeds if Eigen's cache sizes are its defaults, whatever processor this is.
#include <Eigen/Core>
#include <iostream>

#include "loops/dispatch.hpp"

int main() {
    // A static library sets nothing up before main that the program does not use.
    const bool linked = sweetspot::runnable_copies() > 0;
    std::cout << Eigen::l1CacheSize() << " " << Eigen::l2CacheSize() << " " << Eigen::l3CacheSize() << "\n";
    return linked && Eigen::l1CacheSize() == Eigen::internal::defaultL1CacheSize &&
                   Eigen::l2CacheSize() == Eigen::internal::defaultL2CacheSize &&
                   Eigen::l3CacheSize() == Eigen::internal::defaultL3CacheSize
               ? 0
               : 1;
}
