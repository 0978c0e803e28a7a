// Any bytes as the source of a kernel: lines stay where they are when the host's half is cut out,
// signatures have a line of the text, and what the cutting leaves has no other kernels.

#include "core/lanes/kernelharness.h"
#include "core/text/bytes.h"
#include "tests/fuzz/require.h"

#include <algorithm>
#include <cstdint>

using namespace rocport;

namespace {

QVector<KernelSignature> signaturesOf(const QByteArray& text)
{
    const std::vector<CToken> tokens = lexC(viewOf(text));
    return kernelSignatures(TokenWalk(viewOf(text), tokens));
}

bool isSame(const KernelSignature& one, const KernelSignature& other)
{
    return one.name == other.name && one.scopes == other.scopes && one.line == other.line;
}

/// Each of `some` is one of `all`, in their order.
bool areAmong(const QVector<KernelSignature>& some, const QVector<KernelSignature>& all)
{
    auto at = all.begin();
    for (const KernelSignature& one : some) {
        at = std::find_if(at, all.end(),
                          [&one](const KernelSignature& other) { return isSame(one, other); });
        if (at == all.end()) {
            return false;
        }
        ++at;
    }
    return true;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const QByteArray text(reinterpret_cast<const char*>(data), qsizetype(size));
    const QByteArray cut = withoutTorchHost(text);
    require(cut.count('\n') == text.count('\n'));
    const QVector<KernelSignature> kernels = signaturesOf(text);
    require(areAmong(signaturesOf(cut), kernels));
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
