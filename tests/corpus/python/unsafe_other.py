from mylib import config

config.max_autotune = True
settings = {"max_autotune": True}


class Config:
    max_autotune = True
