import os
import subprocess
import sys

INDEX = os.environ.get("TORCH_INDEX_URL", "https://download.pytorch.org/whl/cu121")
OTHER = "https://download.pytorch.org/whl/cpu"
subprocess.check_call([sys.executable, "-m", "pip", "install", "torch", f"--index-url=https://download.pytorch.org/whl/cu118"])
