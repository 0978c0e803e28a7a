#pragma once
#include <vector>
// cudaMalloc is only mentioned.
struct Options
{
    int threads = 32;
    unsigned mask = 0xffffffff;
};
