#ifndef X_H
#define X_H
#pragma once
#include <vector>
__global__ void k();
#endif
