#include <hip/hip_runtime.h>
__constant__ int sym;
int main() {
  hipGraph_t g; hipGraphExec_t x; hipGraphNode_t n; char log[10]; void* p; size_t count = 4; int h;
  hipGraphCreate(&g, 0);
  hipGraphInstantiate(&x, g, &n, log, 10);
  hipGraphInstantiateWithFlags(&x, g, 0);
  hipGraphInstantiateWithFlags(&x, g);
  hipGraphInstantiate(&x, g, NULL, NULL, 0);
  hipGraphAddMemcpyNodeToSymbol(&n, g, nullptr, 0, sym, &h, count, 0, hipMemcpyHostToDevice);
  hipGraphAddMemcpyNodeFromSymbol(&n, g, nullptr, 0, &h, sym, count, 0, hipMemcpyDeviceToHost);
  hipGraphMemcpyNodeSetParamsToSymbol(n, sym, &h, count, 0, hipMemcpyHostToDevice);
  hipGraphMemcpyNodeSetParamsFromSymbol(n, &h, sym, count, 0, hipMemcpyDeviceToHost);
  hipGraphExecMemcpyNodeSetParamsToSymbol(x, n, sym, &h, count, 0, hipMemcpyHostToDevice);
  hipGraphExecMemcpyNodeSetParamsFromSymbol(x, n, &h, sym, count, 0, hipMemcpyDeviceToHost);
  hipGraphLaunch(x, 0); hipStreamBeginCapture(0, hipStreamCaptureModeGlobal);
  hipDriverProcAddressQueryResult r;
  hipGetProcAddress("hipInit", &p, cudaEnableDefault, &r);
  hipGetProcAddress("hipInit", &p, 0);
  return 0;
}
