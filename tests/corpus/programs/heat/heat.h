#ifndef HEAT_H
#define HEAT_H

#include <cuda_runtime.h>
#include <vector>

struct Grid {
    int width = 0, height = 0;
    float* now = nullptr;
    float* next = nullptr;
    cudaStream_t stream = nullptr;
};

cudaError_t createGrid(Grid& grid, int width, int height, const std::vector<float>& start);
cudaError_t stepGrid(Grid& grid, int steps);
void destroyGrid(Grid& grid);

#endif // HEAT_H
