# Run by cpack between installing into its folder and packing it, for the .deb: documentation as Debian's policy has it.
if(NOT CPACK_GENERATOR STREQUAL "DEB")
  return()
endif()
set(root ${CPACK_TEMPORARY_DIRECTORY}/usr/share)
set(documents ${root}/doc/rocport)

function(compress file)
  execute_process(COMMAND gzip -9nf ${file} COMMAND_ERROR_IS_FATAL ANY)
endfunction()

file(GLOB pages ${root}/man/man1/*.1)
foreach(page IN LISTS pages)
  compress(${page})
endforeach()
file(REMOVE ${documents}/LICENSE) # Debian has it once for all packages, in /usr/share/common-licenses
file(COPY_FILE ${CMAKE_CURRENT_LIST_DIR}/copyright ${documents}/copyright)
file(RENAME ${documents}/CHANGELOG.md ${documents}/changelog)
compress(${documents}/changelog)

# The day of the release is in the metadata; a release candidate has that of the last one.
file(STRINGS ${CMAKE_CURRENT_LIST_DIR}/../org.rocport.Rocport.metainfo.xml released REGEX "<release " LIMIT_COUNT 1)
string(REGEX REPLACE ".* date=\"([0-9-]+)\".*" "\\1" released "${released}")
execute_process(COMMAND date --utc --rfc-email --date=${released} OUTPUT_VARIABLE released
  OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
file(WRITE ${documents}/changelog.Debian
  "rocport (${CPACK_PACKAGE_VERSION}-${CPACK_DEBIAN_PACKAGE_RELEASE}) unstable; urgency=medium\n\n"
  "  * Release ${CPACK_PACKAGE_VERSION}; what is new is in changelog.gz.\n\n"
  " -- ${CPACK_PACKAGE_CONTACT}  ${released}\n")
compress(${documents}/changelog.Debian)

execute_process(COMMAND chmod -R u=rwX,go=rX ${root} COMMAND_ERROR_IS_FATAL ANY)
