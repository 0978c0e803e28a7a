#include "core/isolation/isolation.h"
#include "core/isolation/projection.h"
#include "tests/fuzz/require.h"

#include <cstdint>

using namespace rocport;

namespace {

QByteArray lines(const QByteArray& first, const QByteArray& body, const QByteArray& last)
{
    return first + '\n' + body + '\n' + last + '\n';
}

} // namespace

/// Any bytes, with one macro and with many: projections end, never grow, hold nothing that a macro
/// still decides in the languages whose text stays (twice is once), and a guard put around text
/// that stands for itself vanishes.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const QByteArray text(reinterpret_cast<const char*>(data), static_cast<qsizetype>(size));
    const GuardMacros one = {"USE_ROCM"};
    for (const Language language : {Language::Cuda, Language::CMake, Language::Make}) {
        for (const GuardMacros& macros : {one, commonGuardMacros()}) {
            const Result<Projection> once = projectGuards(text, language, macros);
            if (!once) {
                continue;
            }
            require(once->text.size() <= text.size());
            const Result<Projection> twice = projectGuards(once->text, language, macros);
            require(twice.ok() && twice->text.size() <= once->text.size());
            (void)projectGuards(text, language, macros, ConditionSpelling::WithoutParentheses);
            (void)projectGuards(text, language, macros, ConditionSpelling::Canonical);
        }
        ProofSettings settings;
        settings.macros = one;
        settings.headers = {{"a.h", text}};
        require(proveFileWith(text, text, language, settings).verdict == Verdict::Identical);
        (void)proveFileWith(text, text + "\n#if A\nLANES\n#endif\n", language, settings);
    }
    // Lines without directives inside a guard.
    QByteArray plain = text;
    for (const char c : QByteArrayView("#%\\/\"'\n\r?RuUL")) {
        plain.replace(c, 'x');
    }
    const QByteArray guarded =
        lines("#ifdef USE_ROCM", plain, "#else") + plain + "\n#endif\n" + plain + '\n';
    const Result<QByteArray> back = projectCpp(guarded, "USE_ROCM");
    require(back.ok() && *back == plain + '\n' + plain + '\n');
    return 0;
}
