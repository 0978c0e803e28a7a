// strategy: compat-header
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

class Pool
{
public:
    __device__ int num_threads() const { return 4; }
};

template <typename Group>
__device__ int threadsOf(const Group& group)
{
    return group.num_threads();
}

__global__ void members(int* p, Pool pool, Pool* pools)
{
    cg::thread_block block = cg::this_thread_block();
    const auto tile = cg::tiled_partition<32>(block);
    cg::thread_block_tile<16> half = cg::tiled_partition<16>(block);
    auto grid = cg::this_grid();
    auto other = pool;
    p[0] = block.num_threads() + block.dim_threads().x;
    p[1] = tile.num_threads() + half.num_threads() + cg::coalesced_threads().num_threads();
    p[2] = grid.num_threads() + grid.num_blocks() + grid.block_rank();
    p[3] = grid.block_index().x + cg::this_grid().dim_blocks().y + cg::this_grid().thread_rank();
    p[4] = pool.num_threads() + other.num_threads() + pools[1].num_threads() + pools->num_threads();
    auto token = block.barrier_arrive();
    block.barrier_wait(static_cast<decltype(token)&&>(token));
    __threadfence_cluster();
    p[5] = syncthreads_count(p[6]);
    p[7] = __uni_sync(~0u, 1);
}
