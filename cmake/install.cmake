# The installed package: find_package(sweetspot CONFIG) gives sweetspot::sweetspot, with COMPONENTS core | benchmarks |
# study | report only these parts, and needs only what they need.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(sweetspot_package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/sweetspot)

install(TARGETS sweetspot ${sweetspot_parts} EXPORT sweetspot-targets
  ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
  FILE_SET HEADERS DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(EXPORT sweetspot-targets NAMESPACE sweetspot:: DESTINATION ${sweetspot_package_dir})

configure_package_config_file(cmake/sweetspot-config.cmake.in ${PROJECT_BINARY_DIR}/sweetspot-config.cmake
  INSTALL_DESTINATION ${sweetspot_package_dir}
  NO_SET_AND_CHECK_MACRO)
# Before 1.0 a minor version may break what the one before promised.
write_basic_package_version_file(${PROJECT_BINARY_DIR}/sweetspot-config-version.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/sweetspot-config.cmake ${PROJECT_BINARY_DIR}/sweetspot-config-version.cmake
  DESTINATION ${sweetspot_package_dir})

if(TARGET sweetspot_program)
  install(TARGETS sweetspot_program RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
endif()
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})
