import torch
import os, pynvml
