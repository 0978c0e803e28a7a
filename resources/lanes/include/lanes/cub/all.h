// Everything of CUB or hipCUB: its single headers are this one.

#include "lanes/cub/blockmove.h"
#include "lanes/cub/blockneighbours.h"
#include "lanes/cub/blockreduce.h"
#include "lanes/cub/blocksort.h"
#include "lanes/cub/device.h"
#include "lanes/cub/devicesort.h"
#include "lanes/cub/iterators.h"
#include "lanes/cub/warp.h"
