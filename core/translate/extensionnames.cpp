#include "core/translate/extensionnames.h"

#include "core/translate/compatcalls.h"
#include "core/translate/compathost.h"
#include "core/translate/headers.h"

namespace rocport {

namespace {

using namespace std::string_view_literals;

/// Whether the generated header can bring a name that PyTorch leaves as it is.
bool canBeBrought(const ApiFact& fact, std::string_view hip)
{
    const char* const special = compatCall(fact.cuda);
    if (special == nullptr) {
        return !hip.empty() && hip != fact.cuda;
    }
    if (needsCallOfHeader(fact.cuda)) {
        return false; // PyTorch writes the call as HIP's
    }
    // Functions that need types of a library would stand before its headers.
    const std::string_view text = special;
    const bool isOfHip = fact.library == "runtime"sv || fact.library == "driver"sv;
    return text.empty() || ((isOfHip || text.starts_with("#define"sv)) &&
                            (!hip.empty() || isSuppliedCall(fact.cuda)));
}

} // namespace

ExtensionName extensionName(const ApiFact& fact, const Version& rocm)
{
    if (fact.kind == ApiKind::Header || fact.library == "dnn"sv || fact.library == "caffe2"sv ||
        fact.cuda == "__CUDACC__"sv) {
        return ExtensionName::ByTorch;
    }
    NameOptions options;
    options.rocm = rocm;
    const std::string_view hip = bestNameFor(fact, options);
    if (fact.torch.empty()) {
        return canBeBrought(fact, hip) ? ExtensionName::Lacking : ExtensionName::ByTorch;
    }
    if (hip.empty() || hip == fact.torch) {
        return ExtensionName::ByTorch;
    }
    return fact.isTorchOther     ? ExtensionName::OfOther
           : fact.isTorchMissing ? ExtensionName::OfMissingName
                                 : ExtensionName::ByTorch;
}

bool extensionBrings(std::string_view cudaName, const Version& rocm)
{
    const ApiFact* const fact = findApi(cudaName);
    const ExtensionName by = fact != nullptr ? extensionName(*fact, rocm) : ExtensionName::ByTorch;
    return by == ExtensionName::Lacking || by == ExtensionName::OfMissingName;
}

bool extensionReplaces(const HeaderFact& fact, const Version& rocm, bool quoted)
{
    if (!fact.torch.empty() || fact.cuda.starts_with("helper_") || fact.cuda.starts_with("cudnn")) {
        return false;
    }
    TranslateOptions options;
    options.names.rocm = rocm;
    const HeaderTarget target = headerTarget(fact, options, quoted);
    return target.kind == HeaderTarget::Rename || target.kind == HeaderTarget::Drop;
}

} // namespace rocport
