#include <cuda_runtime.h>
__constant__ int sym;
int main() {
  cudaGraph_t g; cudaGraphExec_t x; cudaGraphNode_t n; char log[10]; void* p; size_t count = 4; int h;
  cudaGraphCreate(&g, 0);
  cudaGraphInstantiate(&x, g, &n, log, 10);
  cudaGraphInstantiate(&x, g, 0);
  cudaGraphInstantiate(&x, g);
  cudaGraphInstantiate(&x, g, NULL, NULL, 0);
  cudaGraphAddMemcpyNodeToSymbol(&n, g, nullptr, 0, sym, &h, count, 0, cudaMemcpyHostToDevice);
  cudaGraphAddMemcpyNodeFromSymbol(&n, g, nullptr, 0, &h, sym, count, 0, cudaMemcpyDeviceToHost);
  cudaGraphMemcpyNodeSetParamsToSymbol(n, sym, &h, count, 0, cudaMemcpyHostToDevice);
  cudaGraphMemcpyNodeSetParamsFromSymbol(n, &h, sym, count, 0, cudaMemcpyDeviceToHost);
  cudaGraphExecMemcpyNodeSetParamsToSymbol(x, n, sym, &h, count, 0, cudaMemcpyHostToDevice);
  cudaGraphExecMemcpyNodeSetParamsFromSymbol(x, n, &h, sym, count, 0, cudaMemcpyDeviceToHost);
  cudaGraphLaunch(x, 0); cudaStreamBeginCapture(0, cudaStreamCaptureModeGlobal);
  cudaDriverEntryPointQueryResult r;
  cudaGetDriverEntryPoint("cuInit", &p, cudaEnableDefault, &r);
  cudaGetDriverEntryPoint("cuInit", &p, 0);
  return 0;
}
