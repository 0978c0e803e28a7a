import torch

props = torch.cuda.get_device_properties(0)
is_a100 = "A100" in props.name
has_sm90 = "sm_90" in torch.cuda.get_arch_list()
print(torch.cuda.get_device_name(0))
