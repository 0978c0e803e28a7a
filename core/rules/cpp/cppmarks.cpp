#include "core/rules/cpp/cppmarks.h"

#include "core/base/cancelscope.h"
#include "core/rules/cpp/cppbuiltins.h"
#include "core/rules/cpp/cppconditions.h"
#include "core/rules/cpp/lanemask.h"
#include "core/translate/computetypes.h"
#include "core/translate/translate.h"

#include <algorithm>

namespace rocport {

namespace {

bool mentionsWarp(std::string_view word)
{
    constexpr size_t kShortest = 8;
    constexpr size_t kLongest = 40;
    if (word.size() < kShortest || word.size() > kLongest) {
        return false;
    }
    for (size_t end = 3; end <= word.size(); ++end) { // of a part, by its last letter
        const char last = static_cast<char>(word[end - 1] | 0x20);
        if (last != 'p' && last != 'k') {
            continue;
        }
        const std::string_view begin = word.substr(0, end);
        if (begin.ends_with("arp") || begin.ends_with("WARP") || begin.ends_with("ullMask") ||
            begin.ends_with("ull_mask") || begin.ends_with("FULL_MASK")) {
            return true;
        }
    }
    return false;
}

/// thrust::cuda::par, thrust::system::cuda, thrust::cuda_category: behind "thrust" at `at`.
bool namesDeviceSystem(const CppFile& file, int at)
{
    int word = file.is(at + 1, "::") ? at + 2 : -1;
    if (word > 0 && file.is(word, "system") && file.is(word + 1, "::")) {
        word += 2;
    }
    return word > 0 &&
           (file.is(word, "cuda") || file.is(word, "cuda_cub") || file.is(word, "cuda_category"));
}

} // namespace

CppMarks markCpp(const CppFile& file)
{
    CppMarks marks;
    marks.matrices = std::any_of(file.includes().begin(), file.includes().end(),
                                 [](const CppInclude& one) { return one.header == "mma.h"; });
    CancelLook isCancelled;
    for (int i = 0; i < file.size() && !isCancelled(); ++i) {
        const CToken& token = file.token(i);
        if (token.kind == CTokenKind::Punctuator) {
            marks.launch = marks.launch || file.is(i, "<<<");
            continue;
        }
        if (token.kind != CTokenKind::Identifier) {
            continue;
        }
        const std::string_view word = file.text(i);
        marks.cudaSwitch = marks.cudaSwitch || (token.inDirective && isCudaSwitchMacro(word));
        switch (word[0]) {
        case '_': {
            marks.kernel = marks.kernel || word == "__global__";
            marks.device = marks.device || word == "__device__";
            marks.condition = marks.condition || isCudaConditionMacro(word);
            marks.inlineAsm = marks.inlineAsm || word == "__asm__" || word == "__asm";
            const WarpBuiltin builtin = warpBuiltin(word);
            marks.warpCalls =
                marks.warpCalls || (builtin != WarpBuiltin::None && builtin != WarpBuiltin::Count &&
                                    builtin != WarpBuiltin::CountWide && file.is(i + 1, "("));
            marks.warps = marks.warps || (builtin != WarpBuiltin::None &&
                                          (file.is(i + 1, "(") || token.inDirective));
            marks.laneMask = marks.laneMask || builtin == WarpBuiltin::Ballot;
            break;
        }
        case 'a':
            marks.inlineAsm = marks.inlineAsm || word == "asm";
            break;
        case 't':
            marks.templates = marks.templates || word == "template";
            marks.warps = marks.warps || word == "threadIdx";
            marks.thrustCuda = marks.thrustCuda || (word == "thrust" && namesDeviceSystem(file, i));
            marks.texture = marks.texture || word == "textureReference" ||
                            (word == "texture" && file.is(i + 1, "<"));
            break;
        case 'C':
        case 'T':
            marks.condition = marks.condition || isCudaConditionMacro(word);
            marks.driverErrors = marks.driverErrors || word == "CUresult";
            marks.addresses = marks.addresses || word.starts_with("CUdeviceptr");
            break;
        case 's':
            marks.standard = marks.standard || word == "std";
            break;
        case 'm':
            marks.capability = marks.capability || word == "major" || word == "minor";
            break;
        case 'c':
            marks.deviceProperties = marks.deviceProperties || word == "cudaDeviceProp" ||
                                     word == "cudaGetDeviceProperties";
            marks.kernelPointer = marks.kernelPointer || word.starts_with("cudaFunc") ||
                                  word.starts_with("cudaLaunch");
            marks.products = marks.products || computeTypeArgument(word) >= 0;
            marks.cooperativeGroups = marks.cooperativeGroups || word == "cooperative_groups";
            marks.cubNamespace = marks.cubNamespace || (word == "cub" && file.is(i + 1, "::"));
            break;
        default:
            marks.deviceProperties =
                marks.deviceProperties || word == "getCurrentDeviceProperties" ||
                word == "getDeviceProperties" || word == "GetDeviceProperties" ||
                word.ends_with("prop") || word.ends_with("props");
            break;
        }
        marks.warps = marks.warps || mentionsWarp(word);
    }
    return marks;
}

bool isCppHeader(const RepoPath& path)
{
    const QByteArray suffix = path.suffix();
    return suffix.startsWith('h') || suffix == "cuh" ||
           placeOf(path) == TranslateOptions::Place::Fragment;
}

} // namespace rocport
