try:
    import pynvml as nv
except ImportError:
    nv = None

nv.nvmlInit()
