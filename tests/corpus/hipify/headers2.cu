#ifndef X_H
#define X_H
#include <vector>
__global__ void k();
#endif
