#include "core/verify/verifyrun.h"

namespace rocport {

QString evidenceGradeId(EvidenceGrade grade)
{
    switch (grade) {
    case EvidenceGrade::NotRun:
        return QStringLiteral("not-run");
    case EvidenceGrade::Proposed:
        return QStringLiteral("proposed");
    case EvidenceGrade::Accepted:
        return QStringLiteral("accepted");
    case EvidenceGrade::Compiled:
        return QStringLiteral("compiled");
    case EvidenceGrade::Loaded:
        return QStringLiteral("loaded");
    case EvidenceGrade::NumericallyVerified:
        return QStringLiteral("numerically-verified");
    }
    return {};
}

QString evidenceGradeName(EvidenceGrade grade)
{
    switch (grade) {
    case EvidenceGrade::NotRun:
        return QStringLiteral("Not run");
    case EvidenceGrade::Proposed:
        return QStringLiteral("Proposed");
    case EvidenceGrade::Accepted:
        return QStringLiteral("Accepted, not run");
    case EvidenceGrade::Compiled:
        return QStringLiteral("Compiled");
    case EvidenceGrade::Loaded:
        return QStringLiteral("Loaded and run");
    case EvidenceGrade::NumericallyVerified:
        return QStringLiteral("Numerically verified");
    }
    return {};
}

} // namespace rocport
