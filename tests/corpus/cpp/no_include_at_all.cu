/* A kernel
   without includes */

__global__ void k(int* data)
{
    data[threadIdx.x] = 1;
}
