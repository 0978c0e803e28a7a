#include <cufft.h>
#include <cufftXt.h>
int main() { cufftHandle p; cufftComplex* d; cufftPlan1d(&p, 256, CUFFT_C2C, 1); cufftExecC2C(p, d, d, CUFFT_FORWARD); cufftResult r = cufftDestroy(p); cufftSetStream(p, 0); cufftDoubleComplex z; cufftReal x; if (r != CUFFT_SUCCESS) return 1; cufftXtExec(p, d, d, CUFFT_INVERSE); }
