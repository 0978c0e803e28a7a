#include "core/rules/cppsupplied.h"

#include "core/base/cancelscope.h"
#include "core/translate/compatdevice.h"
#include "core/translate/translate.h"

#include <algorithm>

namespace rocport {

void addSuppliedUses(const CppFile& file, const Version& rocm, QStringList& features)
{
    QStringList found;
    CancelLook isCancelled;
    for (int i = 0; i < file.size() && !isCancelled(); ++i) {
        std::string_view word = file.text(i);
        if (word == "rocportCopyToShared" && file.is(i + 1, "<")) {
            word = kSuppliedCopy; // of a port
        } else if (file.is(i - 1, "define") || !word.starts_with("__") ||
                   !file.isKind(i, CTokenKind::Identifier) || !isBeyondTables(word) ||
                   !isSuppliedDevice(word, rocm) || file.isInert(file.token(i).begin)) {
            continue;
        }
        const QString feature =
            kSupplied + QString::fromUtf8(word.data(), static_cast<qsizetype>(word.size()));
        if (!found.contains(feature)) {
            found.append(feature);
        }
    }
    std::sort(found.begin(), found.end());
    features += found;
}

bool namesSupplied(const CppInclude& include, const Version& rocm)
{
    // "cuda/functional" in quotes is a header of the project.
    const bool mayBeOwn = include.quoted && include.header.starts_with("cuda/");
    return !mayBeOwn && generatedHeadersHold(include.header, rocm);
}

bool isSuppliedInclude(const CppInclude& include, const Version& rocm)
{
    return !include.inert && namesSupplied(include, rocm);
}

bool includesGenerated(const CppFile& file, const RepoPath& header)
{
    const QByteArray name = header.fileName();
    const std::string_view ours(name.constData(), static_cast<size_t>(name.size()));
    return !ours.empty() &&
           std::any_of(file.includes().begin(), file.includes().end(), [&](const CppInclude& one) {
               return one.quoted && one.header.ends_with(ours);
           });
}

bool needsSupplied(const CppFile& file, const FileAnalysis& analysis, const Version& rocm)
{
    return std::any_of(file.includes().begin(), file.includes().end(),
                       [&](const CppInclude& one) { return isSuppliedInclude(one, rocm); }) ||
           std::any_of(analysis.features.begin(), analysis.features.end(),
                       [](const QString& one) { return one.startsWith(kSupplied); }) ||
           std::any_of(analysis.apiUses.begin(), analysis.apiUses.end(), [&](const ApiUse& use) {
               const QByteArray name = use.name.toUtf8();
               return isSuppliedDevice({name.constData(), static_cast<size_t>(name.size())}, rocm);
           });
}

} // namespace rocport
