/* The first cuBLAS API, without handles, from C. */
#include <cublas.h>
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    const int n = 16;
    float *host = (float *)calloc(n * n, sizeof(float));
    float *a = NULL, *b = NULL;
    cublasStatus status = cublasInit();
    if (status != CUBLAS_STATUS_SUCCESS) {
        fprintf(stderr, "cublasInit failed\n");
        return 1;
    }
    cublasAlloc(n * n, sizeof(float), (void **)&a);
    cublasAlloc(n * n, sizeof(float), (void **)&b);
    cublasSetMatrix(n, n, sizeof(float), host, n, a, n);
    cublasSgemm('n', 't', n, n, n, 1.0f, a, n, a, n, 0.0f, b, n);
    cublasSscal(n, 2.0f, b, 1);
    printf("%f\n", cublasSdot(n, a, 1, b, 1));
    if (cublasGetError() != CUBLAS_STATUS_SUCCESS) puts("error");
    cublasGetMatrix(n, n, sizeof(float), b, n, host, n);
    cublasFree(a);
    cublasFree(b);
    cublasShutdown();
    free(host);
    return 0;
}
