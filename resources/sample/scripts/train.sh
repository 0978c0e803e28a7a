#!/bin/sh
# Trains on one GPU with the settings of the released checkpoints.
set -eu

export CUDA_VISIBLE_DEVICES="${CUDA_VISIBLE_DEVICES:-0}"
export PYTORCH_CUDA_ALLOC_CONF="max_split_size_mb:256,expandable_segments:True"
nvidia-smi --query-gpu=name,memory.total --format=csv,noheader
exec python train.py --steps 2000 "$@"
