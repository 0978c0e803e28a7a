import torch

is_rocm = hasattr(torch.version, "hip") and torch.version.hip is not None


def prepare(model, cfg, options):
    model.encoder = torch.compile(model.encoder, mode=(
        "default" if is_rocm else getattr(cfg, "encoder_mode", "reduce-overhead")
    ))
    model.decoder = torch.compile(model.decoder, mode=options.get("decoder_mode", "default"))
    return model
