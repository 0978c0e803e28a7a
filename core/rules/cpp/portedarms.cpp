#include "core/rules/cpp/portedarms.h"

#include "core/base/wording.h"
#include "core/facts/facts.h"
#include "core/text/ascii.h"
#include "core/text/bytes.h"

#include <QString>
#include <QStringList>

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string>

namespace rocport {

namespace {

/// "sgemm" of cublasSgemm, hipblasSgemm and rocblas_sgemm.
std::string plainName(std::string_view name)
{
    constexpr std::array<std::string_view, 24> kPrefixes = {
        "hipblas", "hipsparse", "hipfft", "hiprand", "hipsolver", "hip",
        "rocblas", "rocsparse", "rocfft", "rocrand", "rocsolver", "rccl",
        "nccl",    "miopen",    "cudnn",  "cublas",  "cusparse",  "cufft",
        "curand",  "cusolver",  "cuda",   "nvrtc",   "nvml",      "cu"};
    for (const std::string_view prefix : kPrefixes) {
        if (name.starts_with(prefix)) {
            name.remove_prefix(prefix.size());
            break;
        }
    }
    std::string plain;
    for (const char c : name) {
        if (c != '_') {
            plain += isUpperLetter(c) ? static_cast<char>(c - 'A' + 'a') : c;
        }
    }
    return plain.ends_with("v2") ? plain.substr(0, plain.size() - 2) : plain;
}

/// Index of the first significant token at or behind `offset`.
int tokenFrom(const CppFile& file, qsizetype offset)
{
    int low = 0;
    int high = file.size();
    while (low < high) {
        const int middle = low + (high - low) / 2;
        if (file.token(middle).begin < offset) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

/// Functions of CUDA's libraries that one arm calls and the other has no counterpart of.
QStringList missingCalls(const CppFile& file, const CppPortedArm& arm)
{
    std::set<std::string> there;
    for (int i = tokenFrom(file, arm.amd.begin);
         i < file.size() && file.token(i).begin < arm.amd.end; ++i) {
        if (file.isKind(i, CTokenKind::Identifier)) {
            there.insert(plainName(file.text(i)));
        }
    }
    QStringList missing;
    for (int i = tokenFrom(file, arm.cuda.begin);
         i < file.size() && file.token(i).begin < arm.cuda.end; ++i) {
        if (!file.isKind(i, CTokenKind::Identifier) || !file.is(i + 1, "(")) {
            continue;
        }
        const ApiFact* fact = findApi(file.text(i));
        const QString name = fact == nullptr ? QString() : toText(file.text(i));
        if (fact != nullptr && !there.contains(plainName(file.text(i))) &&
            !missing.contains(name)) {
            missing.append(name);
        }
    }
    return missing;
}

QString wayOutFor(const CppFile& file, const CppPortedArm& arm)
{
    constexpr qsizetype kMostNamed = 5;
    QString text = QStringLiteral("The project has an arm for AMD GPUs, from line %1 on.")
                       .arg(file.source().lineOf(arm.amd.begin));
    const QStringList missing = missingCalls(file, arm);
    if (missing.isEmpty()) {
        return text;
    }
    text += QStringLiteral(" There is no counterpart in it of `%1`")
                .arg(missing.mid(0, kMostNamed).join(QStringLiteral("`, `")));
    const qsizetype more = missing.size() - kMostNamed;
    text += more > 0
                ? QStringLiteral(" and %1.").arg(counted(more, "more function", "more functions"))
                : QStringLiteral(".");
    return text;
}

} // namespace

const CppPortedArm* portedArmAt(const CppFile& file, qsizetype offset)
{
    const std::vector<CppPortedArm>& arms = file.portedArms();
    const auto after = std::upper_bound(
        arms.begin(), arms.end(), offset,
        [](qsizetype value, const CppPortedArm& arm) { return value < arm.cuda.begin; });
    return after != arms.begin() && offset < std::prev(after)->cuda.end ? &*std::prev(after)
                                                                        : nullptr;
}

void markPorted(const CppFile& file, FileAnalysis& analysis)
{
    if (file.portedArms().empty()) {
        return;
    }
    std::map<const CppPortedArm*, QString> ways;
    for (Finding& finding : analysis.findings) {
        const CppPortedArm* arm = portedArmAt(file, finding.range.begin);
        // One that is said for many places is ported where all of them are.
        const bool all = arm != nullptr && finding.places == finding.keptPlaces() &&
                         std::all_of(finding.morePlaces.begin(), finding.morePlaces.end(),
                                     [&](const FindingPlace& place) {
                                         return portedArmAt(file, place.range.begin) != nullptr;
                                     });
        if (!all) {
            continue;
        }
        QString& way = ways[arm];
        way = way.isEmpty() ? wayOutFor(file, *arm) : way;
        finding.ported = true;
        finding.wayOut = way;
        finding.effort = Effort::None;
    }
}

} // namespace rocport
