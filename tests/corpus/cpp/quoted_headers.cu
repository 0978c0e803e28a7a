// In quotes, these are still CUDA's and NCCL's.
#include "nccl.h"
#include "vector_functions.h"
#include "driver.h"

void finish(ncclComm_t comm)
{
    ncclCommDestroy(comm);
}
