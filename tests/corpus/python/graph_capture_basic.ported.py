import torch

is_rocm = hasattr(torch.version, "hip") and torch.version.hip is not None

model = torch.nn.Linear(64, 64).cuda().eval()
static_input = torch.zeros(8, 64, device="cuda")

side = torch.cuda.Stream()
side.wait_stream(torch.cuda.current_stream())
with torch.cuda.stream(side), torch.no_grad():
    for _ in range(3):
        model(static_input)
torch.cuda.current_stream().wait_stream(side)

graph = torch.cuda.CUDAGraph()
with torch.no_grad():
    with torch.cuda.graph(graph):
        static_output = model(static_input)
    if is_rocm:
        # The first replay must give what the same call gives without a graph.
        graph.replay()
        torch.testing.assert_close(static_output, model(static_input))


def run(x):
    static_input.copy_(x)
    graph.replay()
    return static_output.clone()
