#pragma once

#include "core/base/cancel.h"
#include "core/base/result.h"
#include "core/rules/cpp/portsource.h"
#include "core/translate/totals.h"

#include <QHash>
#include <QMap>
#include <QString>

namespace rocport {

/// A larger file of code is copied as it is, and named.
inline constexpr qint64 kMaxTranslatedBytes = 16 * 1024 * 1024;

/// What translating a folder gave.
struct TreeTranslation
{
    int files = 0; ///< C, C++ and CUDA files looked at
    int changed = 0;
    qint64 bytes = 0;
    TranslateTotals totals;      ///< by library and by the size of what is left
    QHash<QString, int> notes;   ///< unsupported, experimental and deprecated names with their uses
    QMap<QString, int> left;     ///< what a person has to look at: places by rule
    QVector<Error> packProblems; ///< rule packs that were left out of all files: RulePackInvalid
    QVector<Error> failures;     ///< files that could not be read or written; the others are done
};

/// Translates every C, C++ and CUDA file below `from` into the same place below `to`, in parallel;
/// other files are copied unless `onlyCode`, a piece at a time and with their holes. Links are not
/// followed. A rule pack that is stopped, since it takes too long, is left out of all files: those
/// that were translated with it are translated again. \a porter: makes the edits besides names;
/// none for what hipify writes. Errors: FileNotFound, InvalidArgument (one folder lies in the
/// other), Cancelled.
Result<TreeTranslation> translateTree(const QString& from, const QString& to,
                                      const TranslateOptions& options, const SourcePorter* porter,
                                      bool onlyCode, const CancelToken& cancel);

/// What translating one file gave.
struct FileTranslation
{
    SourceBuffer source; ///< the text that `translation` is about: with the porter's edits made
    Translation translation;
    QByteArray output;
    QVector<Finding> left;       ///< what a person has to look at; lines are those of the input
    QVector<Error> packProblems; ///< of translateAlone(): rule packs that were left out
};
/// Translates one file. Errors: EditOverlap (a fault of the engine).
Result<FileTranslation> translateFile(const RepoPath& path, const SourceBuffer& source,
                                      const TranslateOptions& options, const SourcePorter* porter);
/// The same for a file that is translated by itself: begun again without the rule packs that are
/// stopped in it.
Result<FileTranslation> translateAlone(const RepoPath& path, const SourceBuffer& source,
                                       const TranslateOptions& options, const SourcePorter* porter);

} // namespace rocport
