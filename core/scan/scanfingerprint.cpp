#include "core/scan/scanfingerprint.h"
#include "core/rules/build/buildmeson.h"

#include "core/rules/python/projectstyle.h"

#include <QCryptographicHash>

#include <algorithm>

namespace rocport {

namespace {

/// Raised when an analysis holds what those of before lack, so that none of them is used again.
constexpr const char* kAnalysisFormat = "14";

} // namespace

QByteArray rulesFingerprint(const RuleSet& rules, const TargetSettings& target,
                            const ProjectStyle& style)
{
    QCryptographicHash hash(QCryptographicHash::Sha256);
    const auto add = [&](const QByteArray& part) {
        hash.addData(QByteArray::number(part.size()) + ':' + part);
    };
    add(ROCPORT_VERSION);
    add(kAnalysisFormat);
    add(rules.fingerprint());
    add(target.rocm.toString().toUtf8());
    add(target.torch.toString().toUtf8());
    for (const QString& architecture : target.architectures) {
        add(architecture.toUtf8());
    }
    add(target.guardMacro.toUtf8());
    add(inductorProfileId(target.inductor).toUtf8());
    add(target.flagModule.toUtf8());
    add(target.rulesOff.join(u',').toUtf8());
    add(style.digest());
    return hash.result().toHex().left(16);
}

QByteArray wholeFingerprint(const QByteArray& rules, const AnalysisContext& context)
{
    QByteArray choice =
        strategyId(context.strategy).toUtf8() + '\0' + context.compatHeader.bytes() + '\0' + rules;
    QList<RepoPath> ported = context.twins->keys();
    std::sort(ported.begin(), ported.end());
    for (const RepoPath& path : std::as_const(ported)) {
        choice += '\0' + path.bytes() + '\0' + context.twins->value(path).bytes();
    }
    const auto add = [&choice](const QByteArray& of, const QSet<QByteArray>& names) {
        QByteArrayList sorted(names.begin(), names.end());
        std::sort(sorted.begin(), sorted.end());
        choice += '\0' + of + '\0' + QByteArray::number(sorted.size()) + '\0' + sorted.join('\0');
    };
    add({}, context.cudaSources->commands);
    QList<RepoPath> readers = context.cudaSources->listsFor.keys();
    std::sort(readers.begin(), readers.end());
    for (const RepoPath& path : std::as_const(readers)) {
        add(path.bytes(), context.cudaSources->listsFor.value(path));
    }
    choice += '\0' + context.guardOption;
    if (context.meson) {
        choice += '\0' + context.meson->digest();
    }
    return rules + QCryptographicHash::hash(choice, QCryptographicHash::Sha256).toHex().left(16);
}

} // namespace rocport
