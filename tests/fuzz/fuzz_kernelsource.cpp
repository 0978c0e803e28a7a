// Any bytes as the source of a kernel: lines stay where they are when the host's half is cut out,
// signatures have a line of the text, and what the cutting leaves has no other kernels.

#include "core/lanes/kernelharness.h"
#include "core/text/bytes.h"
#include "tests/fuzz/require.h"

#include <cstdint>

using namespace rocport;

namespace {

QVector<KernelSignature> signaturesOf(const QByteArray& text)
{
    const std::vector<CToken> tokens = lexC(viewOf(text));
    return kernelSignatures(TokenWalk(viewOf(text), tokens));
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const QByteArray text(reinterpret_cast<const char*>(data), qsizetype(size));
    const QByteArray cut = withoutTorchHost(text);
    require(cut.count('\n') == text.count('\n'));
    const QVector<KernelSignature> kernels = signaturesOf(text);
    for (const KernelSignature& kernel : kernels) {
        require(kernel.line >= 1 && kernel.line <= text.count('\n') + 1);
        require(!kernel.name.isEmpty() && kernel.shown().size() <= 400);
        KernelCall call;
        call.name = kernel.fullName();
        const auto fitting = fittingKernel(call, kernels);
        require(fitting.ok() || !fitting.error().detail.isEmpty());
    }
    return 0;
}
