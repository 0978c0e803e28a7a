// SPDX-License-Identifier: GPL-3.0-or-later
// A kernel that writes behind its memory.
extern "C" __global__ void beyond(int* values, int count)
{
    const int i = threadIdx.x;
    if (i <= count) {
        values[i] = i;
    }
}
