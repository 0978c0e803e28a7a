#include "heat.h"

#include <cstdio>

int main()
{
    Grid grid;
    std::vector<float> start(256 * 256, 0.0f);
    start[128 * 256 + 128] = 100.0f;
    if (createGrid(grid, 256, 256, start) != cudaSuccess || stepGrid(grid, 100) != cudaSuccess)
        return 1;
    cudaMemcpy(start.data(), grid.now, start.size() * sizeof(float), cudaMemcpyDeviceToHost);
    std::printf("%f\n", start[128 * 256 + 128]);
    destroyGrid(grid);
    return 0;
}
