import torch
import torch._inductor.config as inductor_config

inductor_config.max_autotune = True
model = torch.compile(
    torch.nn.ReLU(),
    options={
        "triton.cudagraphs": True,
    },
)

if __name__ == "__main__":
    model(torch.zeros(1))
