#include "core/isolation/projection.h"

#include "core/isolation/isolation.h"

namespace rocport {

const GuardMacros& commonGuardMacros()
{
    static const GuardMacros macros = {"USE_ROCM",
                                       "__HIP_PLATFORM_AMD__",
                                       "__HIP_PLATFORM_HCC__",
                                       "__HIP__",
                                       "__HIPCC__",
                                       "__HIP_DEVICE_COMPILE__",
                                       "__HIP_ROCclr__",
                                       "__AMDGCN__",
                                       "HIP_VERSION",
                                       "TORCH_HIP_VERSION",
                                       "USE_HIP"};
    return macros;
}

Result<Projection> projectGuards(const QByteArray& ported, Language language,
                                 const GuardMacros& macros, ConditionSpelling spelling)
{
    for (const QByteArray& macro : macros) {
        if (macro.isEmpty()) {
            return Error{
                ErrorCode::InvalidArgument, QStringLiteral("the guard macro is empty"), {}};
        }
    }
    switch (language) {
    case Language::Cuda:
    case Language::Cpp:
    case Language::Hip:
        return projectCGuards(ported, macros, spelling);
    case Language::CMake:
        return projectCMakeGuards(ported, macros, spelling);
    case Language::Make:
        return projectMakeGuards(ported, macros, spelling);
    case Language::Meson:
        return projectMesonGuards(ported, macros, spelling);
    default:
        return Error{ErrorCode::InvalidArgument,
                     QStringLiteral("no kind of guard is known for %1").arg(languageName(language)),
                     {}};
    }
}

namespace {

Result<QByteArray> textOf(const QByteArray& ported, Language language, const QByteArray& macro)
{
    Result<Projection> projection = projectGuards(ported, language, {macro});
    if (!projection) {
        return projection.error();
    }
    return std::move(projection->text);
}

} // namespace

Result<QByteArray> projectCpp(const QByteArray& ported, const QByteArray& macro)
{
    return textOf(ported, Language::Cpp, macro);
}

Result<QByteArray> projectCMake(const QByteArray& ported, const QByteArray& macro)
{
    return textOf(ported, Language::CMake, macro);
}

Result<QByteArray> projectMake(const QByteArray& ported, const QByteArray& macro)
{
    return textOf(ported, Language::Make, macro);
}

} // namespace rocport
