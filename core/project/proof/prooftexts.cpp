#include "core/project/proof/prooftexts.h"

#include "core/rules/analyse.h"

namespace rocport {

Result<ProofTexts> proofTexts(const ProjectState& state, const QByteArray& hunkKey,
                              const ReadSource& read)
{
    const Hunk* hunk = state.hunk(hunkKey);
    if (hunk == nullptr) {
        return Error{ErrorCode::InvalidArgument, QStringLiteral("the change is not in this scan"),
                     QString::fromLatin1(hunkKey)};
    }
    ProofTexts texts;
    texts.path = hunk->targetPath;
    texts.language = languageOfFile(hunk->targetPath.fileName());
    texts.newFile = hunk->sourcePath != hunk->targetPath;
    texts.line = std::max(1, hunk->firstLine);
    texts.verdict = state.verdict(*hunk);
    texts.reason = state.verdictReason(*hunk);
    QVector<Hunk> hunks;
    for (const QByteArray& key : withNeeded(state.scan->hunks, state.hunkIndex, {hunkKey})) {
        const Hunk* needed = state.hunk(key);
        if (needed != nullptr && needed->targetPath == hunk->targetPath) {
            hunks.append(*needed);
        }
    }
    texts.together = static_cast<int>(hunks.size()) - 1;
    QByteArray original;
    if (!hunk->sourcePath.isEmpty()) {
        Result<QByteArray> found = read(hunk->sourcePath);
        if (!found) {
            return found.error();
        }
        original = *std::move(found);
    }
    QHash<QByteArray, QByteArray> edited;
    if (state.decisions.kind(hunkKey) == DecisionKind::Edited) {
        edited.insert(hunkKey, state.editedText(*hunk));
    }
    Result<QByteArray> ported = applyHunks(original, hunks, edited);
    if (!ported) {
        return ported.error();
    }
    texts.ported = *std::move(ported);
    if (texts.newFile) {
        texts.compared.proof = proveNewFile(texts.ported, texts.language, state.meta.target);
        return texts;
    }
    texts.compared = comparedTexts(original, texts.ported, texts.language, state.meta.target);
    if (texts.language == Language::Notebook && texts.compared.projected) {
        texts.language = Language::Python;
        texts.notebook = true;
        texts.line = 1;
    }
    return texts;
}

} // namespace rocport
