#include <cuda_runtime.h>
// Günter Müller, Universität Köln: cudaMalloc im Kommentar bleibt
#include <stdio.h>

int main()
{
    int n = 0;
    cudaGetDeviceCount(&n); // Anzahl der Geräte
    printf("%d\n", n);
    return n == 0;
}
