#include "core/translate/extensionnames.h"

#include "core/translate/compatcalls.h"
#include "core/translate/headers.h"

namespace rocport {

ExtensionName extensionName(const ApiFact& fact, const Version& rocm)
{
    using namespace std::string_view_literals;
    if (fact.kind == ApiKind::Header || fact.library == "dnn"sv || fact.library == "caffe2"sv ||
        fact.cuda == "__CUDACC__"sv) {
        return ExtensionName::ByTorch;
    }
    NameOptions options;
    options.rocm = rocm;
    const std::string_view hip = bestNameFor(fact, options);
    if (fact.torch.empty()) {
        // Text that needs types of a library stands behind its headers only, which the generated
        // header does not include.
        const char* const special = compatCall(fact.cuda);
        const bool isPlain = special == nullptr;
        const bool isOfHip =
            fact.library == "runtime"sv || fact.library == "driver"sv ||
            (special != nullptr && std::string_view(special).starts_with("#define"));
        const bool isSupplied = !isPlain && isOfHip && (!hip.empty() || isSuppliedCall(fact.cuda));
        const bool isRenamed = isPlain && !hip.empty() && hip != fact.cuda;
        return isSupplied || isRenamed ? ExtensionName::Lacking : ExtensionName::ByTorch;
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
