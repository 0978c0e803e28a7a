#include "core/project/review/reviewproofs.h"

#include "core/base/cancelscope.h"
#include "core/base/wording.h"
#include "core/isolation/guardchanges.h"
#include "core/isolation/projection.h"
#include "core/isolation/pythonchanges.h"
#include "core/rules/guards/guardparts.h"
#include "core/text/bytes.h"
#include "core/text/clexer.h"

#include <QSet>

#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace rocport {

namespace {

/// Bytes that the proofs of one file's hunks may read: those of Python parse.
constexpr qint64 kMostParsed = 4LL * 1024 * 1024;
constexpr qint64 kMostRead = 64LL * 1024 * 1024;

/// Whether blanks are between two tokens, in bytes that hold no comment: splices are none.
bool hasBlank(std::string_view between)
{
    for (size_t at = 0; at < between.size(); ++at) {
        if (between[at] != '\\') {
            return true;
        }
        at = between.find_first_of("\r\n", at);
        if (between.substr(at, 2) == "\r\n") {
            ++at;
        }
    }
    return false;
}

/// Nothing: the guards cannot be read.
using Tokens = std::optional<std::vector<std::string>>;

/// What the compiler of an NVIDIA build reads: tokens, with a mark where blanks or comments are
/// between two of a line, and one between lines that have any. A blank makes "SCALE (x)" a macro
/// without parameters and is part of what "#" makes of an argument.
Tokens nvidiaTokens(const QByteArray& text, const GuardMacros& macros)
{
    const Result<Projection> seen =
        projectCGuards(text, macros, ConditionSpelling::WithoutParentheses);
    if (!seen) {
        return std::nullopt;
    }
    const std::string_view source = viewOf(seen->text);
    std::vector<std::string> words;
    std::string storage;
    bool lineBegins = true;
    bool comment = false; // since the last token of the line
    size_t end = 0;       // of the last token
    for (const CToken& token : lexC(source)) {
        if (token.kind == CTokenKind::Newline) {
            lineBegins = true;
            continue;
        }
        if (token.kind == CTokenKind::Comment) {
            comment = true;
            continue;
        }
        if (lineBegins) {
            words.emplace_back("\n");
        } else if (comment || hasBlank(source.substr(end, token.begin - end))) {
            words.emplace_back(" ");
        }
        words.emplace_back(spelling(token, source, storage));
        lineBegins = comment = false;
        end = token.end;
    }
    return words;
}

/// Where comments or blank lines are all that differs, a compiler reads the same. `before`: the
/// tokens of the base.
void acceptComments(const Tokens& before, const QByteArray& text, const GuardMacros& macros,
                    IsolationProof& proof)
{
    if (before && before == nvidiaTokens(text, macros)) {
        proof.verdict = Verdict::Equivalent;
        proof.reason = QStringLiteral("All %1 tokens of the NVIDIA path are equal; comments, blank "
                                      "lines or the width of blanks differ.")
                           .arg(countText(proof.tokensTotal));
    }
}

/// Whether only comments or spacing may differ.
bool mayBeComments(const IsolationProof& proof)
{
    return proof.verdict == Verdict::Violated && proof.tokensEqual == proof.tokensTotal;
}

/// Proves one hunk after another in the same base.
class AloneProver
{
public:
    AloneProver(const ReviewFile& file, const ProofSettings& settings)
        : m_file(file), m_settings(settings)
    {
        switch (file.language) {
        case Language::Cuda:
        case Language::Cpp:
        case Language::Hip:
            m_changes.emplace<GuardChanges>(file.baseText, settings.macros);
            break;
        case Language::Python:
            m_changes.emplace<PythonChanges>(file.baseText);
            m_most = kMostParsed;
            break;
        default:
            break;
        }
    }

    IsolationProof prove(const TextEdit& edit)
    {
        std::optional<IsolationProof> proof;
        if (m_read < m_most) {
            if (const auto* guards = std::get_if<GuardChanges>(&m_changes)) {
                proof = guards->prove({edit}, m_read);
            } else if (const auto* python = std::get_if<PythonChanges>(&m_changes)) {
                proof = python->prove({edit}, m_read);
            }
        }
        // Macros of headers that the port adds may still give back the original's tokens.
        const bool comments = proof && isCLike(m_file.language) && mayBeComments(*proof);
        const bool done = proof &&
                          (isProved(proof->verdict) || m_settings.headers.isEmpty() ||
                           m_file.language == Language::Python) &&
                          !comments;
        if (done) {
            return *std::move(proof);
        }
        m_read += m_file.baseText.size();
        if (m_read >= m_most) {
            return proof ? *std::move(proof) : tooMuch();
        }
        QByteArray text = m_file.baseText;
        text.replace(edit.range.begin, edit.range.size(), edit.replacement);
        // Without headers a proof by the lines around the hunk is that of the whole file.
        IsolationProof whole =
            comments && m_settings.headers.isEmpty()
                ? *std::move(proof)
                : proveFileWith(m_file.baseText, text, m_file.language, m_settings);
        if (isCLike(m_file.language) && mayBeComments(whole)) {
            acceptComments(baseTokens(), text, m_settings.macros, whole);
        }
        return whole;
    }

private:
    const Tokens& baseTokens()
    {
        if (!m_hasTokens) {
            m_hasTokens = true;
            m_tokens = nvidiaTokens(m_file.baseText, m_settings.macros);
        }
        return m_tokens;
    }
    static IsolationProof tooMuch()
    {
        IsolationProof proof;
        proof.reason =
            QStringLiteral("The file has too many hunks to prove each of them separately.");
        return proof;
    }

    const ReviewFile& m_file;
    const ProofSettings& m_settings;
    std::variant<std::monostate, GuardChanges, PythonChanges> m_changes;
    Tokens m_tokens; ///< of the base, once they are needed
    bool m_hasTokens = false;
    qint64 m_read = 0;
    qint64 m_most = kMostRead;
};

} // namespace

void acceptCommentsOf(ReviewFile& file, const QByteArray& head, const GuardMacros& macros)
{
    if (isCLike(file.language) && mayBeComments(file.proof)) {
        acceptComments(nvidiaTokens(file.baseText, macros), head, macros, file.proof);
    }
}

bool isOutsideBuilds(const RepoPath& path, Language language)
{
    if (language == Language::Markdown) {
        return true;
    }
    static const QSet<QByteArray> suffixes{"rst",  "mdx", "adoc", "png", "jpg",
                                           "jpeg", "gif", "svg",  "pdf", "webp"};
    static const QSet<QByteArray> names{".gitignore", ".mailmap",   "license",      "license.txt",
                                        "notice",     "authors",    "contributors", "changelog",
                                        "readme",     "readme.txt", "codeowners"};
    return suffixes.contains(path.suffix()) || names.contains(path.fileName().toLower());
}

namespace {

/// A build includes and compiles sources; anything else it may run.
void proveMode(ReviewHunk& hunk, Language language)
{
    if (isCLike(language)) {
        hunk.nvidia = NvidiaPath::Unchanged;
        hunk.proof.verdict = Verdict::Identical;
        hunk.proof.reason = QStringLiteral("The content of the file stays the same.");
        return;
    }
    hunk.nvidia = NvidiaPath::Unproved;
    hunk.proof.reason = QStringLiteral("The content of the file stays the same, but a build may "
                                       "run the file, and whether it can is what changes.");
}

} // namespace

NvidiaPath nvidiaPathOf(const IsolationProof& proof)
{
    return isProved(proof.verdict)              ? NvidiaPath::Unchanged
           : proof.verdict == Verdict::Violated ? NvidiaPath::Changed
                                                : NvidiaPath::Unproved;
}

void proveReviewHunks(ReviewFile& file, const ProofSettings& settings)
{
    std::optional<AloneProver> prover;
    for (ReviewHunk& hunk : file.hunks) {
        if (isWorkCancelled()) {
            return;
        }
        if (file.nvidia == NvidiaPath::NotBuilt) {
            hunk.nvidia = NvidiaPath::NotBuilt;
            hunk.proof = file.proof;
            continue;
        }
        if (hunk.kind == ReviewHunkKind::Mode) {
            proveMode(hunk, file.language);
            if (file.hunks.size() == 1 ||
                (hunk.nvidia == NvidiaPath::Unproved && file.nvidia == NvidiaPath::Unchanged)) {
                file.nvidia = hunk.nvidia;
                file.proof = hunk.proof;
            }
            continue;
        }
        if (hunk.kind != ReviewHunkKind::Lines) {
            hunk.proof = file.proof;
            hunk.nvidia = file.nvidia;
            continue;
        }
        if (!prover) {
            prover.emplace(file, settings);
        }
        hunk.proof = prover->prove(hunk.edit);
        hunk.nvidia = nvidiaPathOf(hunk.proof);
        if (hunk.nvidia != NvidiaPath::Unchanged && file.nvidia == NvidiaPath::Unchanged) {
            hunk.nvidia = NvidiaPath::Unchanged;
            hunk.onlyTogether = true;
            hunk.proof.reason =
                QStringLiteral("Only together with the other hunks of the file: %1 Alone: %2")
                    .arg(file.proof.reason, hunk.proof.reason);
            hunk.proof.verdict = file.proof.verdict;
        }
    }
}

} // namespace rocport
