	#include <cuda_runtime.h>
#  include	<cuda_fp16.h>   /* half */
#include <curand_kernel.h> // random
#include<cublas_v2.h>

int main()
{
	cudaStream_t	s;
	cudaStreamCreate( & s );
	cublasHandle_t	h ; cublasCreate(&h) ;
	return cudaStreamDestroy (s);
}