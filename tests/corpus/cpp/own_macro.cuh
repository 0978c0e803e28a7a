#define SHFL_XOR __shfl_xor_sync
