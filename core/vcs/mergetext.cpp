#include "core/vcs/mergetext.h"

#include "core/scan/githandle.h"
#include "core/vcs/repository.h"

#include <QStringList>

namespace rocport {

namespace {

/// "lines 3 to 5, 17" of a text with conflict markers, counted in the text without the markers'
/// other side.
QString conflictLines(const QByteArray& merged, const MergeLabels& labels)
{
    QStringList places;
    int line = 0;
    int begin = 0;
    bool theirs = false;
    for (const QByteArray& text : merged.split('\n')) {
        if (text.startsWith("<<<<<<< " + labels.ours)) {
            begin = line + 1;
        } else if (begin != 0 && !theirs && text.startsWith("=======")) {
            theirs = true;
        } else if (theirs && text.startsWith(">>>>>>> " + labels.theirs)) {
            places.append(line < begin + 1 ? QString::number(begin)
                                           : QStringLiteral("%1 to %2").arg(begin).arg(line));
            begin = 0;
            theirs = false;
        } else if (!theirs) {
            ++line;
        }
    }
    return QStringLiteral("lines ") + places.join(QStringLiteral(", "));
}

} // namespace

Result<MergedText> mergeGenerated(const QByteArray& base, const QByteArray& ours,
                                  const QByteArray& theirs, const MergeLabels& labels)
{
    if (base == ours || ours == theirs) {
        return MergedText{theirs, true, {}};
    }
    if (base == theirs) {
        return MergedText{ours, true, {}};
    }
    if (base.contains('\0') || ours.contains('\0') || theirs.contains('\0')) {
        return Error{ErrorCode::FileNotText, {}, {}};
    }
    const GitLibrary library;
    const auto input = [](const QByteArray& text) {
        git_merge_file_input side = GIT_MERGE_FILE_INPUT_INIT;
        side.ptr = text.constData();
        side.size = static_cast<size_t>(text.size());
        side.path = "file";
        side.mode = GIT_FILEMODE_BLOB;
        return side;
    };
    const git_merge_file_input ancestor = input(base);
    const git_merge_file_input left = input(ours);
    const git_merge_file_input right = input(theirs);
    git_merge_file_options options = GIT_MERGE_FILE_OPTIONS_INIT;
    options.our_label = labels.ours.constData();
    options.their_label = labels.theirs.constData();
    git_merge_file_result result = {};
    if (git_merge_file(&result, &ancestor, &left, &right, &options) < 0) {
        return gitError(QStringLiteral("merge"));
    }
    MergedText merged;
    merged.text = QByteArray(result.ptr, static_cast<qsizetype>(result.len));
    merged.clean = result.automergeable != 0;
    git_merge_file_result_free(&result);
    if (!merged.clean) {
        merged.conflicts = conflictLines(merged.text, labels);
    }
    return merged;
}

Result<QByteArray> Repository::mergeFile(const QByteArray& base, const QByteArray& ours,
                                         const QByteArray& theirs, const RepoPath& path)
{
    const Result<MergedText> merged = mergeGenerated(base, ours, theirs);
    if (!merged) {
        Error error = merged.error();
        if (error.code == ErrorCode::FileNotText) {
            error = {ErrorCode::MergeConflict, QStringLiteral("a binary file"), {}};
        }
        error.object = path.display();
        return error;
    }
    if (!merged->clean) {
        return Error{ErrorCode::MergeConflict, merged->conflicts, path.display()};
    }
    return merged->text;
}

} // namespace rocport
