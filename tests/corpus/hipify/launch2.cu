#include <cuda_runtime.h>
__global__ void k(int n) {}
void g();
#define A k<<<1, 2>>>(5)
#define B(n) k<<<n, 2>>>(5)
#define C(x) do { k<<<1, 2>>>(5); x; } while (0)
#define E0() k<<<1, 2>>>(5)
#define KERNEL k
#define GRID 4
#define CFG 1, 2
int main() {
  A;
  B(8);
  C(g());
  E0();
  KERNEL<<<GRID, 2>>>(GRID);
  k<<<CFG>>>(1);
  return 0;
}
