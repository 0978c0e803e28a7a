# shellcheck shell=sh # Part of a build stage: the arguments are set before.
# Installs the project without touching what it depends on: a resolver would replace a ROCm build of
# PyTorch by the CUDA build of the package index.
python=${PYTHON:-python3}
if ! command -v "$python" >/dev/null 2>&1; then
    echo "rocport: $python was not found on this node." >&2
    exit 127
fi

# "VERSION HIP", "VERSION None", or "none".
torch_version() {
    "$python" -c 'import importlib.util as u
if u.find_spec("torch") is None:
    print("none")
else:
    import torch
    print(torch.__version__, getattr(torch.version, "hip", None))' 2>/dev/null || echo broken
}

before=$(torch_version)
echo "rocport: PyTorch before: $before"
case $before in
none) echo "rocport: PyTorch is not installed here; the build may need it." ;;
broken)
    echo "rocport: PyTorch is installed here but cannot be imported, so it cannot be protected. Nothing was installed." >&2
    exit 1
    ;;
*' None')
    echo "rocport: PyTorch here ($before) is not a ROCm build: torch.version.hip is None. Install a ROCm build first. Nothing was installed." >&2
    exit 1
    ;;
esac

constraints=$ROCPORT_JOB/constraints.txt
"$python" -c 'import importlib.metadata as m
keep = ("torch", "triton", "aiter", "pytorch-triton", "flash-attn", "flash_attn", "amd-aiter", "torchvision", "torchaudio")
for d in m.distributions():
    name = (d.metadata["Name"] or "").lower()
    if name.startswith(keep) and d.version:
        print(name + "==" + d.version)' 2>/dev/null | sort -u >"$constraints" || exit 1
echo "rocport: these packages keep their versions:"
cat "$constraints"
PIP_CONSTRAINT="${PIP_CONSTRAINT:+$PIP_CONSTRAINT }$constraints"
export PIP_CONSTRAINT

echo "+ $python -m pip install --no-build-isolation --no-deps -e . -v $*"
"$python" -m pip install --disable-pip-version-check --no-input --no-build-isolation --no-deps -e . -v "$@" </dev/null
code=$?

after=$(torch_version)
echo "rocport: PyTorch after: $after"
if [ "$after" != "$before" ]; then
    case $after in
    *' None')
        echo "rocport: PyTorch was replaced by a build without ROCm ($before before, $after now; torch.version.hip is None). Reinstall the ROCm build before anything else runs here." >&2
        ;;
    none | broken)
        echo "rocport: PyTorch can no longer be imported ($before before). Reinstall the ROCm build before anything else runs here." >&2
        ;;
    *)
        echo "rocport: PyTorch was changed by the installation ($before before, $after now). Reinstall the previous version." >&2
        ;;
    esac
    exit 1
fi
exit "$code"
