#include "core/base/cancelscope.h"
#include "core/base/wording.h"
#include "core/isolation/comparedtexts.h"
#include "core/isolation/mesonlanguages.h"
#include "core/isolation/mesontokens.h"
#include "core/isolation/proofsentences.h"
#include "core/isolation/provedockerfile.h"
#include "core/isolation/provepython.h"
#include "core/text/bytes.h"
#include "core/text/clexer.h"

#include <algorithm>

namespace rocport {

namespace {

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
    CancelLook isCancelled;
    for (size_t i = 0; i < count && !isCancelled(); ++i) {
        if (spelling(left[leftIndex[i]], viewOf(original), leftStorage) !=
            spelling(right[rightIndex[i]], viewOf(projection), rightStorage)) {
            break;
        }
        ++proof.tokensEqual;
    }
}

bool isBuildLanguage(Language language)
{
    return language == Language::CMake || language == Language::Make || language == Language::Meson;
}

QString names(const QStringList& guards)
{
    return guards.size() < 2 ? guards.value(0)
                             : guards.mid(0, guards.size() - 1).join(QStringLiteral(", ")) +
                                   QStringLiteral(" and ") + guards.last();
}

/// One proof of a file with guards, from the strictest comparison to the loosest.
class GuardProof
{
public:
    GuardProof(const QByteArray& original, const QByteArray& ported, Language language,
               const ProofSettings& settings)
        : m_original(original), m_ported(ported), m_language(language), m_settings(settings)
    {
    }

    IsolationProof run();
    /// After run(): what it compared.
    [[nodiscard]] ComparedTexts compared() const;

private:
    bool equalBytes(ConditionSpelling spelling);
    bool equalConditions();
    bool equalExpanded();
    [[nodiscard]] bool equalLanguages() const;
    void fail();
    [[nodiscard]] Result<Projection> project(const QByteArray& text,
                                             ConditionSpelling spelling) const
    {
        return projectGuards(text, m_language, m_settings.macros, spelling);
    }

    const QByteArray& m_original;
    const QByteArray& m_ported;
    Language m_language;
    const ProofSettings& m_settings;
    QByteArray m_reference;
    QByteArray m_projection;
    bool m_ownGuards = false;
    bool m_projected = false;
    IsolationProof m_proof;
};

/// Sets m_reference and m_projection. Where the original has such guards of its own, what an NVIDIA
/// build sees of it is its projection.
bool GuardProof::equalBytes(ConditionSpelling spelling)
{
    Result<Projection> ported = project(m_ported, spelling);
    if (!ported) {
        m_proof.reason = QStringLiteral("The guards cannot be read: %1 (line %2).")
                             .arg(ported.error().detail, ported.error().object);
        return false;
    }
    m_projection = std::move(ported->text);
    m_projected = true;
    m_proof.guards.clear();
    for (const QByteArray& macro : std::as_const(ported->met)) {
        m_proof.guards.append(QString::fromUtf8(macro));
    }
    m_reference = m_original;
    m_ownGuards = false;
    if (m_projection != m_original) {
        if (Result<Projection> own = project(m_original, spelling); own && !own->met.isEmpty()) {
            m_ownGuards = own->text != m_original;
            m_reference = std::move(own->text);
        }
    }
    return m_projection == m_reference;
}

bool GuardProof::equalConditions()
{
    const Result<Projection> before = project(m_original, ConditionSpelling::Canonical);
    const Result<Projection> after = project(m_ported, ConditionSpelling::Canonical);
    return before && after && before->text == after->text;
}

/// meson: the language CUDA is switched on by project() in one text, and right behind it in the
/// other.
bool GuardProof::equalLanguages() const
{
    if (m_language != Language::Meson) {
        return false;
    }
    const MesonLanguages before = withoutCuda(m_reference);
    const MesonLanguages after = withoutCuda(m_projection);
    return before.cuda && after.cuda && before.text == after.text;
}

bool GuardProof::equalExpanded()
{
    if (m_settings.headers.isEmpty() || isBuildLanguage(m_language)) {
        return false;
    }
    const HeaderMacros macros(m_settings.headers, m_settings.macros);
    if (macros.isEmpty()) {
        return false;
    }
    // The original knows nothing of these headers, so nothing expands there.
    const auto before = HeaderMacros({}, {}).expand(m_reference);
    const auto after = macros.expand(m_projection);
    return before && after && *before == *after;
}

void GuardProof::fail()
{
    m_proof.verdict = Verdict::Violated;
    m_proof.differsAtLine = firstDifference(m_reference, m_projection);
    m_proof.reason = violatedSentence(m_proof);
}

IsolationProof GuardProof::run()
{
    const bool equal = equalBytes(ConditionSpelling::WithoutParentheses) ||
                       (m_proof.reason.isEmpty() && equalBytes(ConditionSpelling::KeepParentheses));
    if (!m_proof.reason.isEmpty()) {
        return m_proof; // unproved
    }
    if (!isWorkCancelled()) {
        countTokens(m_reference, m_projection, m_proof);
    }
    if (isWorkCancelled()) {
        m_proof = {};
        m_proof.reason = QStringLiteral("The proof was cancelled.");
        return m_proof;
    }
    if (equal) {
        m_proof.verdict = Verdict::Projected;
        m_proof.reason =
            m_ownGuards
                ? QStringLiteral("All %1 tokens of the NVIDIA path are unchanged, byte for byte; "
                                 "the %2 guards of the original are projected on both sides.")
                      .arg(countText(m_proof.tokensTotal), names(m_proof.guards))
                : equalTokensSentence(m_proof.tokensTotal);
        return m_proof;
    }
    if (equalLanguages()) {
        m_proof.verdict = Verdict::Equivalent;
        m_proof.tokensEqual = m_proof.tokensTotal;
        m_proof.reason = QStringLiteral(
            "Equal token by token once the language CUDA, which `project()` names in one text and "
            "`add_languages()` right behind it in the other, is set aside: meson adds both in the "
            "same order.");
    } else if (!isBuildLanguage(m_language) && equalConditions()) {
        m_proof.verdict = Verdict::Equivalent;
        m_proof.reason = equalConditionsSentence();
    } else if (equalExpanded()) {
        m_proof.verdict = Verdict::Equivalent;
        m_proof.tokensEqual = m_proof.tokensTotal;
        m_proof.reason = QStringLiteral(
            "Equal token by token once the macros of the added headers are expanded as on NVIDIA.");
    } else {
        fail();
    }
    return m_proof;
}

ComparedTexts GuardProof::compared() const
{
    return m_projected ? ComparedTexts{m_proof, m_reference, m_projection, m_ownGuards, true}
                       : ComparedTexts{m_proof, m_original, m_ported, false, false};
}

IsolationProof proveWhole(const QByteArray& original, const QByteArray& ported, Language language,
                          const ProofSettings& settings)
{
    IsolationProof proof;
    if (original == ported) {
        proof.verdict = Verdict::Identical;
        proof.reason =
            QStringLiteral("The file is unchanged (%1 bytes).").arg(countText(original.size()));
        return proof;
    }
    if (hasMacroGuards(language)) {
        return GuardProof(original, ported, language, settings).run();
    }
    switch (language) {
    case Language::Python:
        return provePython(original, ported);
    case Language::Notebook:
        return proveNotebook(original, ported);
    case Language::Dockerfile:
        return proveDockerfile(original, ported);
    default:
        proof.differsAtLine = firstDifference(original, ported);
        proof.reason = QStringLiteral("There are no ROCm guards for %1, so the change cannot be "
                                      "isolated; the file differs from line %2 on.")
                           .arg(language == Language::Other ? QStringLiteral("files of this kind")
                                                            : languageName(language))
                           .arg(proof.differsAtLine);
        return proof;
    }
}

} // namespace

IsolationProof proveFileWith(const QByteArray& original, const QByteArray& ported,
                             Language language, const ProofSettings& settings)
{
    IsolationProof proof;
    if (!isWorkCancelled()) {
        proof = proveWhole(original, ported, language, settings);
    }
    if (isWorkCancelled()) { // what was seen of the file is not all of it
        proof = {};
        proof.reason = QStringLiteral("The proof was cancelled.");
    }
    return proof;
}

bool hasMacroGuards(Language language)
{
    switch (language) {
    case Language::Cuda:
    case Language::Cpp:
    case Language::Hip:
    case Language::CMake:
    case Language::Make:
    case Language::Meson:
        return true;
    default:
        return false;
    }
}

IsolationProof proveFile(const QByteArray& original, const QByteArray& ported, Language language,
                         const TargetSettings& target)
{
    return proveFileWith(original, ported, language,
                         ProofSettings{{target.guardMacro.toUtf8()}, {}});
}

ComparedTexts comparedTexts(const QByteArray& original, const QByteArray& ported, Language language,
                            const TargetSettings& target)
{
    const ProofSettings settings{{target.guardMacro.toUtf8()}, {}};
    ComparedTexts texts{{}, original, ported, false, false};
    if (original != ported && hasMacroGuards(language)) {
        GuardProof proof(original, ported, language, settings);
        proof.run();
        return proof.compared();
    }
    if (original != ported && language == Language::Python) {
        texts = comparedPython(original, ported);
    } else if (original != ported && language == Language::Notebook) {
        texts = comparedNotebook(original, ported);
    } else if (original != ported && language == Language::Dockerfile) {
        texts.projection = dockerProjection(original, ported).text;
        texts.projected = true;
    }
    texts.proof = proveFileWith(original, ported, language, settings);
    return texts;
}

IsolationProof proveNewFile(const QByteArray& content, Language language,
                            const TargetSettings& target)
{
    IsolationProof proof;
    proof.verdict = Verdict::Projected;
    if (content.isEmpty()) {
        proof.reason = QStringLiteral("New empty file; nothing on the NVIDIA path reads it.");
        return proof;
    }
    if (language == Language::Python && isFlagModule(content)) {
        proof.reason = QStringLiteral("New file; it imports torch and defines is_rocm, which is "
                                      "False on NVIDIA, and does nothing else.");
        return proof;
    }
    if (language == Language::Python && content.contains("is_rocm")) {
        proof.verdict = Verdict::Unproved;
        proof.reason = QStringLiteral("New file; it does more than define is_rocm, and files of "
                                      "the NVIDIA path import it.");
        return proof;
    }
    if (language == Language::Meson) {
        const Result<Projection> left =
            projectGuards(content, language, {target.guardMacro.toUtf8()});
        const bool isIdle = left && MesonTokens(viewOf(left->text)).statements().empty();
        proof.verdict = isIdle ? Verdict::Projected : Verdict::Unproved;
        proof.reason = isIdle ? QStringLiteral("New file; the options in it are off, and only the "
                                               "ROCm branch reads them.")
                              : QStringLiteral("New file; meson reads it for NVIDIA too, and it "
                                               "does more than define options for ROCm.");
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
