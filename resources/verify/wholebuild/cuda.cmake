# A CUDA 12.4 that compiles nothing.
set(CMAKE_C_COMPILER @STAND@/cuda/bin/gcc)
set(CMAKE_CXX_COMPILER @STAND@/cuda/bin/g++)
set(CMAKE_AR @STAND@/cuda/bin/ar CACHE FILEPATH "")
set(CMAKE_RANLIB @STAND@/cuda/bin/ranlib CACHE FILEPATH "")
set(CMAKE_CUDA_COMPILER @STAND@/cuda/bin/nvcc)
set(CMAKE_CUDA_COMPILER_FORCED 1)
set(CMAKE_CUDA_COMPILER_ID_RUN 1)
set(CMAKE_CUDA_COMPILER_ID NVIDIA)
set(CMAKE_CUDA_COMPILER_VERSION 12.4.131)
set(CMAKE_CUDA_STANDARD_COMPUTED_DEFAULT 17)
set(CMAKE_CUDA_EXTENSIONS_COMPUTED_DEFAULT ON)
set(CMAKE_CUDA_COMPILE_FEATURES cuda_std_03 cuda_std_11 cuda_std_14 cuda_std_17 cuda_std_20)
foreach(release 03 11 14 17 20)
  set(CMAKE_CUDA${release}_COMPILE_FEATURES cuda_std_${release})
endforeach()
# A CMake of before CUDA 12 does not know that nvcc has it.
set(CMAKE_CUDA20_STANDARD_COMPILE_OPTION -std=c++20)
set(CMAKE_CUDA20_EXTENSION_COMPILE_OPTION -std=c++20)
set(CMAKE_CUDA_COMPILER_TOOLKIT_ROOT @STAND@/cuda)
set(CMAKE_CUDA_COMPILER_LIBRARY_ROOT @STAND@/cuda)
set(CMAKE_CUDA_COMPILER_TOOLKIT_VERSION 12.4.131)
set(CMAKE_CUDA_TOOLKIT_INCLUDE_DIRECTORIES @STAND@/cuda/include)
# What CMake reads from the output of nvcc -v.
string(CONCAT CMAKE_CUDA_COMPILER_PRODUCED_OUTPUT
  "#$ PATH=@STAND@/cuda/bin:/usr/bin\n"
  "#$ INCLUDES=\"-I@STAND@/cuda/include\"\n"
  "#$ LIBRARIES= \"-L@STAND@/cuda/lib64\"\n"
  "#$ cicc -arch compute_52\n"
  "#$ g++ -o a.out -Wl,--start-group a.o \"-L@STAND@/cuda/lib64\" -lcudadevrt -lcudart_static -lrt -lpthread -ldl -Wl,--end-group\n")
set(CUDAToolkit_ROOT @STAND@/cuda)
set(CUDA_TOOLKIT_ROOT_DIR @STAND@/cuda CACHE PATH "")
