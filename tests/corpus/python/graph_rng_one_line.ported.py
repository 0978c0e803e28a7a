import torch

is_rocm = hasattr(torch.version, "hip") and torch.version.hip is not None

model = torch.compile(torch.nn.Linear(8, 8).cuda())
x = torch.ones(1, 8, device="cuda")
model(x)
g = torch.cuda.CUDAGraph(); torch.cuda.empty_cache()
if is_rocm:
    torch.compiler.set_stance("fail_on_recompile")
with torch.cuda.graph(g): y = model(x)
if is_rocm:
    torch.compiler.set_stance("default")
if x is not None: torch.cuda.make_graphed_callables(model, (x,))
