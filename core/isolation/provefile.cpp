#include "core/isolation/isolation.h"
#include "core/isolation/provepython.h"
#include "core/text/clexer.h"

#include <algorithm>

namespace rocport {

namespace {

std::string_view viewOf(const QByteArray& bytes)
{
    return {bytes.constData(), static_cast<size_t>(bytes.size())};
}

QString number(qint64 value)
{
    QString digits = QString::number(value);
    for (qsizetype i = digits.size() - 3; i > 0; i -= 3) {
        digits.insert(i, u',');
    }
    return digits;
}

/// 1-based line of the first byte that differs.
int firstDifference(const QByteArray& original, const QByteArray& projection)
{
    const auto* end = original.constData() + std::min(original.size(), projection.size());
    const auto* at = std::mismatch(original.constData(), end, projection.constData()).first;
    return static_cast<int>(std::count(original.constData(), at, '\n')) + 1;
}

/// Significant tokens of both, and how many are equal from the start on.
void countTokens(const QByteArray& original, const QByteArray& projection, IsolationProof& proof)
{
    const std::vector<CToken> left = lexC(viewOf(original));
    const std::vector<quint32> leftIndex = significantTokens(left);
    proof.tokensTotal = static_cast<int>(leftIndex.size());
    if (original == projection) {
        proof.tokensEqual = proof.tokensTotal;
        return;
    }
    const std::vector<CToken> right = lexC(viewOf(projection));
    const std::vector<quint32> rightIndex = significantTokens(right);
    const size_t count = std::min(leftIndex.size(), rightIndex.size());
    std::string leftStorage;
    std::string rightStorage;
    for (size_t i = 0; i < count; ++i) {
        if (spelling(left[leftIndex[i]], viewOf(original), leftStorage) !=
            spelling(right[rightIndex[i]], viewOf(projection), rightStorage)) {
            break;
        }
        ++proof.tokensEqual;
    }
}

using Projection = Result<QByteArray> (*)(const QByteArray&, const QByteArray&);

IsolationProof proveByBytes(const QByteArray& original, const QByteArray& ported,
                            Projection project, const QByteArray& macro)
{
    IsolationProof proof;
    const Result<QByteArray> projection = project(ported, macro);
    if (!projection) {
        proof.reason = QStringLiteral("The guards cannot be read: %1 (line %2).")
                           .arg(projection.error().detail, projection.error().object);
        return proof;
    }
    QByteArray reference = original;
    bool ownGuards = false;
    if (*projection != original && original.contains(macro)) {
        // The original has such guards of its own: what an NVIDIA build sees of it is its
        // projection.
        if (const Result<QByteArray> own = project(original, macro); own) {
            ownGuards = *own != original;
            reference = *own;
        }
    }
    countTokens(reference, *projection, proof);
    if (*projection == reference) {
        proof.verdict = Verdict::Projected;
        proof.reason =
            ownGuards
                ? QStringLiteral("%1 of %1 tokens equal, byte for byte; the %2 guards that the "
                                 "original had are projected on both sides.")
                      .arg(number(proof.tokensTotal), QString::fromUtf8(macro))
                : QStringLiteral("%1 of %1 tokens equal, byte for byte.")
                      .arg(number(proof.tokensTotal));
        return proof;
    }
    proof.verdict = Verdict::Violated;
    proof.differsAtLine = firstDifference(reference, *projection);
    const bool layoutOnly = proof.tokensEqual == proof.tokensTotal;
    proof.reason =
        layoutOnly && proof.tokensTotal > 0
            ? QStringLiteral("All %1 tokens are there, but bytes differ from line %2 on.")
                  .arg(number(proof.tokensTotal))
                  .arg(proof.differsAtLine)
            : QStringLiteral("The NVIDIA path differs from line %1 of the original on; "
                             "%2 of %3 tokens before it are equal.")
                  .arg(proof.differsAtLine)
                  .arg(number(proof.tokensEqual), number(proof.tokensTotal));
    return proof;
}

} // namespace

IsolationProof proveFile(const QByteArray& original, const QByteArray& ported, Language language,
                         const TargetSettings& target)
{
    IsolationProof proof;
    if (original == ported) {
        proof.verdict = Verdict::Identical;
        proof.reason =
            QStringLiteral("The file is unchanged, all %1 bytes.").arg(number(original.size()));
        return proof;
    }
    const QByteArray macro = target.guardMacro.toUtf8();
    switch (language) {
    case Language::Cuda:
    case Language::Cpp:
    case Language::Hip:
        return proveByBytes(original, ported, projectCpp, macro);
    case Language::CMake:
        return proveByBytes(original, ported, projectCMake, macro);
    case Language::Python:
        return provePython(original, ported);
    default:
        proof.differsAtLine = firstDifference(original, ported);
        proof.reason = QStringLiteral("%1 files have no ROCm guard that can be projected; the file "
                                      "differs from line %2 on.")
                           .arg(languageName(language))
                           .arg(proof.differsAtLine);
        return proof;
    }
}

IsolationProof proveNewFile(const QByteArray& content, Language language,
                            const TargetSettings& target)
{
    IsolationProof proof;
    proof.verdict = Verdict::Projected;
    if (content.isEmpty()) {
        proof.reason = QStringLiteral("New and empty file; no NVIDIA path reads it.");
        return proof;
    }
    const bool isC = language == Language::Cuda || language == Language::Cpp;
    if (isC && content.contains(target.guardMacro.toUtf8())) {
        proof.reason =
            QStringLiteral("New file; the port includes it under %1 only.").arg(target.guardMacro);
    } else {
        proof.reason = QStringLiteral("New file; nothing on the NVIDIA path of the original files "
                                      "names it.");
    }
    return proof;
}

} // namespace rocport
