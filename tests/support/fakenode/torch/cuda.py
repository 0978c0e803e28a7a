class _Properties:
    name = "AMD Instinct MI300X"
    gcnArchName = "gfx942:sramecc+:xnack-"
    major, minor = 9, 4
    total_memory = 206141652992
    multi_processor_count = 304
    warp_size = 64


def is_available():
    return True


def device_count():
    return 1


def get_device_properties(index):
    return _Properties()


def get_arch_list():
    return ["gfx90a", "gfx942"]


def synchronize():
    pass
