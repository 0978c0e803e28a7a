/* C whose text names cuda and which C++ does not take. */
#include "sum_cuda.h"

#include <stdio.h>
#include <stdlib.h>

static int last(values, count)
int* values;
int count;
{
    return values[count - 1];
}

int main(void)
{
    int class = 64;
    int* new = malloc(class * sizeof(int));
    cuda_sums(new, class);
    printf("last sum %d\n", last(new, class));
    free(new);
    return 0;
}
