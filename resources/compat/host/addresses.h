// An address on the GPU, which is a number in CUDA: counted in bytes, and a pointer for HIP's functions.
enum rocportByte : unsigned char {};
typedef rocportByte* rocportDevicePointer;
