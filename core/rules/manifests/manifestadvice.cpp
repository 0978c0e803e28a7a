// Bounds on Python's version, and JAX beside PyTorch.
#include "core/rules/manifests/manifest.h"
#include "core/rules/manifests/requirement.h"

#include "core/rules/python/pythonanalysis.h"

#include <algorithm>
#include <array>

namespace rocport {

namespace {

/// One bound of a specifier, "<3.12" or "^3.10".
bool boundAllows(const QByteArray& clause, int minor)
{
    qsizetype at = 0;
    while (at < clause.size() && QByteArrayView("<>=!~^").contains(clause[at])) {
        ++at;
    }
    const QByteArray sign = clause.first(at);
    const std::optional<Version> bound = Version::parse(QString::fromLatin1(clause.sliced(at)));
    if (!bound || bound->major() != 3) {
        return true; // "<4", or something that is not understood
    }
    const Version plain({3, minor});
    const Version some({3, minor, 9}); // a release of that minor version
    if (sign == ">=" || sign == ">" || sign == "^" || sign == "~=") {
        return some >= *bound;
    }
    if (sign == "<") {
        return some < *bound;
    }
    if (sign == "<=") {
        return plain <= *bound;
    }
    if (sign == "!=") {
        return true;
    }
    return bound->minor() == minor; // "==3.11", "3.11.*", "~3.11"
}

bool allows(const QByteArray& specifier, int minor)
{
    if (specifier.contains("||")) {
        return true;
    }
    const QByteArrayList clauses = QByteArray(specifier).replace(' ', "").split(',');
    return std::all_of(clauses.begin(), clauses.end(), [&](const QByteArray& clause) {
        return clause.isEmpty() || boundAllows(clause, minor);
    });
}

void addPythonBound(const ManifestSummary& manifest, const AnalysisContext& context,
                    FileAnalysis& analysis, ProposalWriter& writer)
{
    const Rule* rule = manifestRule(context, analysis.language, "python");
    const QByteArray& bound = manifest.python.requirement;
    if (rule == nullptr || bound.isEmpty()) {
        return;
    }
    QStringList refused;
    for (const int minor : {10, 12}) {
        if (!allows(bound, minor)) {
            refused.append(QStringLiteral("3.%1").arg(minor));
        }
    }
    if (!refused.isEmpty()) {
        const QString symbol = QString::fromUtf8(bound);
        writer.addFinding(*rule, manifest.python.range, symbol,
                          {{QStringLiteral("refused"), refused.join(QStringLiteral(" and "))}});
    }
}

bool isJax(const QByteArray& name)
{
    constexpr std::array kNames = {"jax", "jaxlib", "flax", "optax", "orbax-checkpoint", "chex"};
    return name.startsWith("jax-cuda") ||
           std::any_of(kNames.begin(), kNames.end(), [&](const char* one) { return name == one; });
}

QByteArray nameOf(const ManifestEntry& entry)
{
    const std::optional<Requirement> one = parseRequirement(entry.requirement);
    return one && mayApply(one->marker) ? one->name : QByteArray();
}

bool namesTorch(const ManifestSummary& manifest)
{
    return std::any_of(manifest.entries.begin(), manifest.entries.end(),
                       [](const ManifestEntry& entry) {
                           const QByteArray name = nameOf(entry);
                           return name == "torch" || name == "pytorch";
                       });
}

void addJax(const ManifestSummary& manifest, const AnalysisContext& context, FileAnalysis& analysis,
            ProposalWriter& writer)
{
    const Rule* rule = manifestRule(context, analysis.language, "jax");
    const auto jax = std::find_if(manifest.entries.begin(), manifest.entries.end(),
                                  [](const ManifestEntry& entry) { return isJax(nameOf(entry)); });
    if (rule == nullptr || jax == manifest.entries.end()) {
        return;
    }
    RepoPath torch = namesTorch(manifest) ? manifest.path : RepoPath();
    if (torch.isEmpty() && context.manifests) {
        context.manifests->remember(analysis.features);
        for (const ManifestSummary& other : context.manifests->manifests()) {
            if (torch.isEmpty() && namesTorch(other)) {
                torch = other.path;
            }
        }
    }
    if (torch.isEmpty()) {
        return;
    }
    const QString where = torch == manifest.path ? QStringLiteral("here")
                                                 : QStringLiteral("in `%1`").arg(torch.display());
    writer.addFinding(*rule, jax->range, QString::fromUtf8(jax->requirement),
                      {{QStringLiteral("where"), where},
                       {QStringLiteral("rocm"), context.target.rocm.toString()},
                       {QStringLiteral("optional"),
                        jax->group.startsWith("extra:") || jax->group.startsWith("group:")
                            ? QStringLiteral("It is optional, as it should be.")
                            : QStringLiteral("It is not optional: every install brings it.")}});
}

} // namespace

void addManifestAdvice(const SourceBuffer& source, const ManifestSummary& manifest,
                       const AnalysisContext& context, FileAnalysis& analysis,
                       ProposalWriter& writer)
{
    Q_UNUSED(source)
    if (namesOtherHardware(analysis.path.bytes())) {
        return;
    }
    addPythonBound(manifest, context, analysis, writer);
    addJax(manifest, context, analysis, writer);
}

} // namespace rocport
