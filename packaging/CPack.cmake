# What is installed where, and how packages are made: cmake --install build, or cpack --config build/CPackConfig.cmake.
include(GNUInstallDirs)

# rocport-askpass is looked for beside the two others.
foreach(program rocport rocport-cli rocport-askpass)
  if(TARGET ${program})
    install(TARGETS ${program} RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
  endif()
endforeach()
install(FILES packaging/rocport.desktop DESTINATION ${CMAKE_INSTALL_DATADIR}/applications)
install(FILES packaging/org.rocport.Rocport.metainfo.xml DESTINATION ${CMAKE_INSTALL_DATADIR}/metainfo)
install(FILES packaging/rocport-mime.xml RENAME rocport.xml DESTINATION ${CMAKE_INSTALL_DATADIR}/mime/packages)
# Written by the program itself, which has to run here for it.
if(TARGET rocport-cli AND NOT CMAKE_CROSSCOMPILING)
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
install(FILES packaging/man/rocport.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
install(FILES docs/rule-pack.schema.json DESTINATION ${CMAKE_INSTALL_DATADIR}/rocport)
install(FILES README.md CHANGELOG.md LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})
if(EXISTS ${CMAKE_SOURCE_DIR}/packaging/icons/rocport.svg)
  install(FILES packaging/icons/rocport.svg
    DESTINATION ${CMAKE_INSTALL_DATADIR}/icons/hicolor/scalable/apps)
endif()

set(CPACK_PACKAGE_NAME rocport)
set(CPACK_PACKAGE_VENDOR "The Rocport contributors")
set(CPACK_PACKAGE_CONTACT "The Rocport contributors <rocport@localhost>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "Workbench and command line for porting CUDA code to AMD ROCm")
set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION})
set(CPACK_RESOURCE_FILE_LICENSE ${CMAKE_SOURCE_DIR}/LICENSE)
set(CPACK_PACKAGE_DIRECTORY ${CMAKE_BINARY_DIR}/packages)
set(CPACK_STRIP_FILES ON)
set(CPACK_GENERATOR "DEB;TGZ")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
# Loaded at run time, so that no linker sees them: the SQLite driver, SVG icons, fonts.
set(CPACK_DEBIAN_PACKAGE_DEPENDS "libqt6sql6-sqlite, libqt6svg6, fonts-inter, fonts-jetbrains-mono")
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "git, openssh-client, bubblewrap")
# For programs that are executed on lanes.
set(CPACK_DEBIAN_PACKAGE_SUGGESTS
    "clang | g++, libboost-context-dev, libthrust-dev, libopenblas-dev, libfftw3-dev")
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
include(CPack)
