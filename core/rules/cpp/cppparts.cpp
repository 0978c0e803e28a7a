#include "core/rules/cpp/cppparts.h"

#include "core/rules/cpp/cppsupplied.h"
#include "core/text/bytes.h"
#include "core/translate/compatparts.h"

#include <algorithm>

namespace rocport {

QByteArray partOf(const CppInclude& include, const AnalysisContext& context)
{
    const bool isOther = context.strategy != Strategy::CompatHeader || mayBeOwn(include) ||
                         include.header.starts_with("helper_");
    return isOther ? QByteArray() : compatPart(include.header, include.quoted, context.target.rocm);
}

std::set<QByteArray> partsByName(const CppFile& file, const FileAnalysis& analysis,
                                 const AnalysisContext& context)
{
    if (context.strategy != Strategy::CompatHeader) {
        return {};
    }
    std::set<QByteArray> included;
    for (const CppInclude& include : file.includes()) {
        included.insert(partOf(include, context));
    }
    std::set<QByteArray> parts;
    const auto add = [&](const QByteArray& part) {
        const bool isThere =
            std::any_of(included.begin(), included.end(),
                        [&](const QByteArray& one) { return bringsPart(one, part); });
        if (!part.isEmpty() && !isThere) {
            parts.insert(part);
        }
    };
    for (const ApiUse& use : analysis.apiUses) {
        const QByteArray name = use.name.toUtf8();
        add(compatPartOfName(viewOf(name), context.target.rocm));
    }
    if (analysis.features.has(FeatureKind::CubNamespace)) {
        add(kCubPart);
    }
    if (analysis.features.has(FeatureKind::ThrustBrought) ||
        analysis.features.has(FeatureKind::ThrustCuda)) {
        parts.insert(kThrustPart); // whatever is included, the aliases are needed
    }
    return parts;
}

void addUnaskedParts(const CppFile& file, FileAnalysis& analysis, const AnalysisContext& context)
{
    if (context.strategy != Strategy::CompatHeader ||
        !includesGenerated(file, context.compatHeader)) {
        return;
    }
    std::set<QByteArray> parts = partsByName(file, analysis, context);
    for (const CppInclude& include : file.includes()) {
        parts.insert(partOf(include, context));
    }
    parts.erase(QByteArray());
    for (int i = 0; i + 1 < file.size() && !parts.empty(); ++i) {
        const std::string_view word = file.text(i + 1);
        if (file.is(i, "define") && word.starts_with(kAsksForPart)) {
            const std::string_view part = word.substr(std::string_view(kAsksForPart).size());
            parts.erase(toBytes(part));
        }
    }
    for (const QByteArray& part : parts) {
        analysis.features.add(FeatureKind::UnaskedPart, QString::fromLatin1(part));
    }
}

} // namespace rocport
