import triton

CONFIGS = [
    triton.Config({"BLOCK": block}, num_warps=num_warps, num_stages=num_stages)
    for block in [64, 128, 256]
    for num_warps in [4, 8]
    for num_stages in [2, 3, 4, 5]
]

SPACE = {"num_warps": [1, 2, 4, 8], "BLOCK_M": [16, 32]}
CHOSEN = {"num_warps": 4, "num_stages": 1}


def all_configs():
    for num_stages in [2, 3, 4]:
        for warps in [4, 8]:
            yield num_stages, warps
