#include "core/isolation/provepython.h"

namespace rocport {

Result<QByteArray> projectPython(const QByteArray& ported, const QByteArray& flag)
{
    Q_UNUSED(ported)
    Q_UNUSED(flag)
    return Error{ErrorCode::ParseFailed, QStringLiteral("Python is not projected yet"), {}};
}

IsolationProof provePython(const QByteArray& original, const QByteArray& ported)
{
    Q_UNUSED(original)
    Q_UNUSED(ported)
    IsolationProof proof;
    proof.reason = QStringLiteral("Python is not projected yet.");
    return proof;
}

} // namespace rocport
