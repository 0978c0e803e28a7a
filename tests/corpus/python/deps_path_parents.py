import os
import shutil
from pathlib import Path

import transformers
import diffusers as df
import vllm

HERE = Path(__file__).resolve().parents[1]
target = Path(transformers.__file__).resolve().parents[1]
shutil.copy(HERE / "modeling_llama.py", target / "models" / "llama")
shutil.copytree("pipelines", Path(df.__file__).parent.parent / "pipelines")
folder = os.path.dirname(os.path.dirname(vllm.__file__))
right = Path(transformers.__file__).resolve().parents[0]
also_right = Path(transformers.__file__).parent / "models"
site_packages = Path(transformers.__file__).parents[1]
joined = Path(transformers.__file__).parents[1] / "transformers" / "models"
text = os.path.join(os.path.dirname(os.path.dirname(vllm.__file__)), "vllm/envs.py")
above = Path(transformers.__file__).parent.parent.parent
