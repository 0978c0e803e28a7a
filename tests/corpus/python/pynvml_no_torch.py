import pynvml as nv

nv.nvmlInit()
