#include "core/scan/scanfingerprint.h"

#include <QCryptographicHash>

#include <algorithm>

namespace rocport {

namespace {

/// Raised when an analysis holds what those of before lack, so that none of them is used again.
constexpr const char* kAnalysisFormat = "4";

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

QByteArray wholeFingerprint(const QByteArray& rules, Strategy strategy,
                            const RepoPath& compatHeader, const AmdTwins& twins)
{
    QByteArray choice = strategyId(strategy).toUtf8() + '\0' + compatHeader.bytes() + '\0' + rules;
    QList<RepoPath> ported = twins.keys();
    std::sort(ported.begin(), ported.end());
    for (const RepoPath& path : std::as_const(ported)) {
        choice += '\0' + path.bytes() + '\0' + twins.value(path).bytes();
    }
    return rules + QCryptographicHash::hash(choice, QCryptographicHash::Sha256).toHex().left(16);
}

} // namespace rocport
