#pragma once

#include "core/base/filefeatures.h"
#include "core/base/repopath.h"
#include "core/base/words.h"

#include <QByteArray>
#include <QString>
#include <QVector>

namespace rocport {

/// Half-open range of bytes in the UTF-8 (or raw) text of a file.
struct ByteRange
{
    qsizetype begin = 0;
    qsizetype end = 0;

    [[nodiscard]] qsizetype size() const { return end - begin; }
    [[nodiscard]] bool isEmpty() const { return begin == end; }
    friend bool operator==(const ByteRange&, const ByteRange&) = default;
};

/// Where a finding is: its own place, or another place of a finding that is reported once for many.
struct FindingPlace
{
    ByteRange range; ///< in the scanned text
    int line = 1;    ///< 1-based
    int column = 1;  ///< 1-based, in bytes
    int endLine = 1; ///< 1-based, inclusive
    friend bool operator==(const FindingPlace&, const FindingPlace&) = default;
};

/// How many places a finding keeps besides its own; the rest are only counted.
inline constexpr qsizetype kMostPlaces = 1'000;

/// A place that a rule points at, or the first of several about which it says the same.
struct Finding
{
    QByteArray id;  ///< stable over re-scans: see findingId(); 16 hex digits
    QString ruleId; ///< "warp-ballot-type"
    Phase phase = Phase::Environment;
    Severity severity = Severity::Info;
    RepoPath path;
    ByteRange range; ///< in the scanned text
    int line = 1;    ///< 1-based
    int column = 1;  ///< 1-based, in bytes
    int endLine = 1; ///< 1-based, inclusive
    QString symbol;  ///< the name or short text that matched ("cudaMalloc", "mode=…")
    QString message; ///< one sentence about this place
    QString excerpt; ///< the first line of the place, trimmed, at most 160 characters
    QString wayOut;  ///< nearest way out where no edit is proposed; else empty
    Effort effort = Effort::None; ///< of what is left for a person to do
    QString group;       ///< API library ("runtime", "blas", ...) or other sub-kind; may be empty
    bool ported = false; ///< the project has code for AMD GPUs in the place of this
    int places = 1;      ///< all that it is about, including its own and those that are not kept
    QVector<FindingPlace> morePlaces; ///< besides its own, in order; at most kMostPlaces

    /// Places that are known: its own and morePlaces.
    [[nodiscard]] int keptPlaces() const { return 1 + static_cast<int>(morePlaces.size()); }
    /// Place `index` of keptPlaces(), 0 being its own.
    [[nodiscard]] FindingPlace placeAt(int index) const;
    /// Its own place.
    [[nodiscard]] FindingPlace place() const { return {range, line, column, endLine}; }
    void setPlace(const FindingPlace& place);
};

/// One replacement in the original text. Insertions have an empty range.
struct TextEdit
{
    ByteRange range;
    QByteArray replacement;
    friend bool operator==(const TextEdit&, const TextEdit&) = default;
};

/// The smallest unit of review: edits to one file, close to each other, that only make sense
/// together, with the rule or rules that ask for them.
struct Hunk
{
    QByteArray key;        ///< stable over re-scans while the text it replaces stays; 16 hex digits
    QByteArray proposalId; ///< hunks of one proposal share it (what the user thinks of as one idea)
    RepoPath sourcePath;   ///< file that the edits were made for; empty: the file is new
    RepoPath targetPath;   ///< file that is written; differs from sourcePath for sibling files
    QByteArray baseHash;   ///< contentHash() of the text that the edits were made for
    QVector<TextEdit> edits; ///< sorted by position, not overlapping
    int firstLine = 1;       ///< 1-based line of the original where it starts
    int lastLine = 1;        ///< inclusive; firstLine - 1 for a pure insertion before firstLine
    Phase phase = Phase::Environment;
    Severity severity = Severity::Info;
    QStringList ruleIds; ///< the leading rule first; at least one
    QVector<QByteArray> findingIds;
    QString title;  ///< "Lane masks are 64 bits wide"
    QString reason; ///< why it must change
    QString change; ///< what the edit does on ROCm; Markdown inline code allowed
    QString referenceTitle;
    QString referenceUrl;
    QVector<QByteArray> needs; ///< keys of hunks without which this one does not work
    Verdict verdict = Verdict::Unproved;
    QString verdictReason; ///< one sentence of evidence ("1,204 of 1,204 tokens equal"), or what
                           ///< differs
    /// The edits change nothing but names of CUDA into those that the tables have for HIP.
    bool onlyNames = false;
};

/// How often one name of a library is used, and what the facts say about it.
struct ApiUse
{
    QString library; ///< "runtime", "blas", ... as in the facts
    QString name;    ///< CUDA name
    QString hipName; ///< empty when there is none
    QString status;  ///< "supported", "experimental", "unsupported", "hip_only", "roc_only"
    int count = 0;
};

/// Everything that the analysis of one file found. A value: computed in a worker, cached by
/// content.
struct FileAnalysis
{
    RepoPath path;
    QByteArray contentHash; ///< contentHash() of the bytes
    Language language = Language::Other;
    qint64 bytes = 0;
    int lines = 0;
    QVector<Finding> findings;
    QVector<Hunk> hunks;
    QVector<ApiUse> apiUses;
    FileFeatures features;
    QString skipped; ///< why the file was not analysed ("binary", "larger than 8 MiB"); else empty
};

/// The lines of a finding's other places, each once: "lines 12, 40 and 41, and 9 more places"; at
/// most `mostLines` of them. Empty where there is only one place, or all are on its own line.
QString otherPlaces(const Finding& finding, int mostLines);

/// SHA-256, first 16 bytes as hex.
QByteArray contentHash(QByteArrayView bytes);
/// Hash of rule, path, matched text and how many equal matches come before it in the file.
QByteArray findingId(const QString& ruleId, const RepoPath& path, QByteArrayView matched,
                     int ordinal);

} // namespace rocport

Q_DECLARE_METATYPE(rocport::Finding)
Q_DECLARE_METATYPE(rocport::Hunk)
