#pragma once

#include "core/base/cancel.h"
#include "core/base/result.h"
#include "core/rules/cpp/portsource.h"
#include "core/translate/totals.h"

#include <QHash>
#include <QMap>
#include <QString>

namespace rocport {

/// Larger source files are copied unchanged and reported.
inline constexpr qint64 kMaxTranslatedBytes = 16 * 1024 * 1024;

/// The result of translating a folder.
struct TreeTranslation
{
    int files = 0; ///< C, C++ and CUDA files that were read
    int changed = 0;
    qint64 bytes = 0;
    TranslateTotals totals;      ///< by library and by effort
    QHash<QString, int> notes;   ///< unsupported, experimental and deprecated names with the number
                                 ///  of their uses
    QMap<QString, int> left;     ///< what is left for a person: number of places by rule
    QVector<Error> packProblems; ///< rule packs that were left out of all files: RulePackInvalid
    QVector<Error> failures;     ///< files that could not be read or written; the others are done
};

/// Translates every C, C++ and CUDA file below `from` into the same place below `to`, in parallel;
/// other files are copied unless `onlyCode`, a piece at a time, keeping holes. Links are not
/// followed. A rule pack that is stopped because it takes too long is left out for all files: those
/// that were translated with it are translated again. \a porter: makes the edits other than names;
/// none to write what hipify writes. Errors: FileNotFound, InvalidArgument (one folder is inside
/// the other), Cancelled.
Result<TreeTranslation> translateTree(const QString& from, const QString& to,
                                      const TranslateOptions& options, const SourcePorter* porter,
                                      bool onlyCode, const CancelToken& cancel);

/// The result of translating one file.
struct FileTranslation
{
    SourceBuffer source; ///< the text that `translation` is about, with the porter's edits applied
    Translation translation;
    QByteArray output;
    QVector<Finding> left;       ///< what is left for a person; lines are those of the input
    QVector<Error> packProblems; ///< from translateAlone(): rule packs that were left out
};
/// Translates one file. Errors: EditOverlap (a bug in the engine).
Result<FileTranslation> translateFile(const RepoPath& path, const SourceBuffer& source,
                                      const TranslateOptions& options, const SourcePorter* porter);
/// The same for a file that is translated on its own: it is started again without the rule packs
/// that were stopped in it.
Result<FileTranslation> translateAlone(const RepoPath& path, const SourceBuffer& source,
                                       const TranslateOptions& options, const SourcePorter* porter);

} // namespace rocport
