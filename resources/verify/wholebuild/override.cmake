# For a CMake that knows no dependency providers.
if(CMAKE_VERSION VERSION_LESS 3.24)
  include("@STAND@/@SIDE@-packages.cmake")
endif()
