import os
import torch