import torch


def prepare(model, cfg, options):
    model.encoder = torch.compile(model.encoder, mode=getattr(cfg, "encoder_mode", "reduce-overhead"))
    model.decoder = torch.compile(model.decoder, mode=options.get("decoder_mode", "default"))
    return model
