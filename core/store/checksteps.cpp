#include "core/store/checksteps.h"

#include <QCryptographicHash>

namespace rocport {

namespace {

/// Keys of hunks are hexadecimal, so that none begins like this.
const QByteArray kStep = QByteArrayLiteral("step:");

} // namespace

QByteArray stepKey(Phase phase, const QString& step)
{
    const QByteArray hash =
        QCryptographicHash::hash(step.toUtf8(), QCryptographicHash::Sha256).toHex().left(16);
    return kStep + QByteArray::number(static_cast<int>(phase)) + ':' + hash;
}

std::optional<Phase> phaseOfStepKey(const QByteArray& decisionKey)
{
    if (!decisionKey.startsWith(kStep)) {
        return std::nullopt;
    }
    bool number = false;
    const int value = decisionKey.mid(kStep.size(), 1).toInt(&number);
    return number ? phaseFromInt(value) : std::nullopt;
}

} // namespace rocport
