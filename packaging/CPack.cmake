# What is installed where, and how packages are made: cmake --install build, or cpack --config build/CPackConfig.cmake.
include(GNUInstallDirs)
set(CMAKE_INSTALL_DOCDIR ${CMAKE_INSTALL_DATADIR}/doc/rocport)

# rocport-askpass is looked for beside the two others.
foreach(program rocport rocport-cli rocport-askpass)
  if(TARGET ${program})
    install(TARGETS ${program} RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
  endif()
endforeach()
install(FILES packaging/rocport.desktop DESTINATION ${CMAKE_INSTALL_DATADIR}/applications)
install(FILES packaging/org.rocport.Rocport.metainfo.xml DESTINATION ${CMAKE_INSTALL_DATADIR}/metainfo)
install(FILES packaging/rocport-mime.xml RENAME rocport.xml DESTINATION ${CMAKE_INSTALL_DATADIR}/mime/packages)
# Whether the build can run what it has built, for what it installs. Under a sanitizer a leak in a library would end it.
if(CMAKE_CROSSCOMPILING OR ROCPORT_SANITIZE OR ROCPORT_FUZZ)
  set(runs_own_programs OFF)
else()
  set(runs_own_programs ON)
endif()
# Written by the program itself.
if(TARGET rocport-cli AND runs_own_programs)
  set(texts ${CMAKE_BINARY_DIR}/commandtexts)
  add_custom_command(OUTPUT ${texts}.stamp
    COMMAND ${CMAKE_SOURCE_DIR}/packaging/commandtexts $<TARGET_FILE:rocport-cli> ${texts}
    COMMAND ${CMAKE_COMMAND} -E touch ${texts}.stamp
    DEPENDS rocport-cli ${CMAKE_SOURCE_DIR}/packaging/commandtexts VERBATIM)
  add_custom_target(rocport-commandtexts ALL DEPENDS ${texts}.stamp)
  install(DIRECTORY ${texts}/man1 DESTINATION ${CMAKE_INSTALL_MANDIR})
  install(FILES ${texts}/bash/rocport-cli DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
  install(FILES ${texts}/zsh/_rocport-cli DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions)
  install(FILES ${texts}/fish/rocport-cli.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
endif()
install(FILES packaging/man/rocport.1 packaging/man/rocport-askpass.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
install(FILES docs/rule-pack.schema.json DESTINATION ${CMAKE_INSTALL_DATADIR}/rocport)
install(PROGRAMS packaging/ci/review packaging/ci/staged DESTINATION ${CMAKE_INSTALL_DATADIR}/rocport/ci)
install(FILES packaging/ci/gitlab.yml DESTINATION ${CMAKE_INSTALL_DATADIR}/rocport/ci)
install(FILES README.md CHANGELOG.md LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(FILES packaging/icons/rocport.svg DESTINATION ${CMAKE_INSTALL_DATADIR}/icons/hicolor/scalable/apps)
# The same picture in the sizes that icon themes and menus without SVG ask for.
if(TARGET rocport AND runs_own_programs)
  set(icons ${CMAKE_BINARY_DIR}/icons)
  set(picture ${CMAKE_SOURCE_DIR}/packaging/icons/rocport.svg)
  add_executable(rocport-rendericons packaging/icons/rendericons.cpp)
  target_link_libraries(rocport-rendericons PRIVATE rocport_settings Qt6::Gui Qt6::Svg)
  add_custom_command(OUTPUT ${icons}.stamp
    COMMAND ${CMAKE_COMMAND} -E env QT_QPA_PLATFORM=offscreen
            $<TARGET_FILE:rocport-rendericons> ${picture} ${icons} 16 22 24 32 48 64 96 128 256
    COMMAND ${CMAKE_COMMAND} -E touch ${icons}.stamp
    DEPENDS rocport-rendericons ${picture} VERBATIM)
  add_custom_target(rocport-icons ALL DEPENDS ${icons}.stamp)
  install(DIRECTORY ${icons}/ DESTINATION ${CMAKE_INSTALL_DATADIR}/icons/hicolor)
endif()

set(CPACK_PACKAGE_NAME rocport)
set(CPACK_PACKAGE_VENDOR "The Rocport contributors")
# Who answers for a package is who makes it; the address of the default receives nothing.
set(ROCPORT_PACKAGE_CONTACT "The Rocport contributors <rocport@example.org>" CACHE STRING "Name and address in packages")
set(CPACK_PACKAGE_CONTACT ${ROCPORT_PACKAGE_CONTACT})
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "Workbench and command line for porting CUDA code to AMD ROCm")
set(CPACK_PACKAGE_DESCRIPTION "Rocport opens a git repository of C++, CUDA and PyTorch code, decides which
phases of a port apply, and proposes edits that are accepted, rejected or
changed one by one. For each it is shown whether an NVIDIA build would still
see the same source. What is accepted becomes commits on a branch of its own.
.
rocport is the window. rocport-cli does the same work without a display, for
scripts and for continuous integration.")
set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION})
set(CPACK_RESOURCE_FILE_LICENSE ${CMAKE_SOURCE_DIR}/LICENSE)
set(CPACK_PACKAGE_DIRECTORY ${CMAKE_BINARY_DIR}/packages)
set(CPACK_STRIP_FILES ON)
set(CPACK_GENERATOR "DEB;TGZ")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_PRE_BUILD_SCRIPTS ${CMAKE_SOURCE_DIR}/packaging/debian/complete.cmake)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
# Loaded at run time, so that no linker sees them: the SQLite driver, SVG icons, fonts.
set(CPACK_DEBIAN_PACKAGE_DEPENDS "libqt6sql6-sqlite, libqt6svg6, fonts-inter, fonts-jetbrains-mono")
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "git, openssh-client, bubblewrap")
# For programs that are executed on lanes.
set(CPACK_DEBIAN_PACKAGE_SUGGESTS
    "clang | g++, libboost-context-dev, libthrust-dev, libopenblas-dev, libfftw3-dev, libboost-dev, libomp-dev")
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
include(CPack)
