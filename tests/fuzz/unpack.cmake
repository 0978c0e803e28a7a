# Unpacks ARCHIVE into an empty FOLDER; a target without an archive yet gets the empty folder.
file(REMOVE_RECURSE ${FOLDER})
file(MAKE_DIRECTORY ${FOLDER})
if(EXISTS ${ARCHIVE})
  file(ARCHIVE_EXTRACT INPUT ${ARCHIVE} DESTINATION ${FOLDER})
endif()
