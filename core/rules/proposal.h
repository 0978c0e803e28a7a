#pragma once

#include "core/base/cancel.h"
#include "core/base/finding.h"
#include "core/base/stringpool.h"
#include "core/rules/rule.h"
#include "core/text/sourcebuffer.h"

#include <QHash>

#include <functional>

namespace rocport {

/// Values for the {names} in a rule's texts, in no particular order.
using Captures = QVector<QPair<QString, QString>>;

/// `text` with every {name} of `captures` filled in; other braces stay as they are. Hidden
/// characters in the values are escaped, and in inline code a backtick becomes an apostrophe.
QString fillText(const QString& text, const Captures& captures);

/// Places that one finding is about: all are counted, and the first are kept.
struct RepeatedPlaces
{
    ByteRange first;
    QVector<ByteRange> more; ///< besides the first; at most kMostPlaces
    int count = 0;

    void add(ByteRange range);
};

/// What a hunk is made from, before it has keys.
struct HunkDraft
{
    QVector<const Rule*> rules; ///< at least one; the most severe becomes the leading one
    QVector<TextEdit> edits;    ///< sorted, not overlapping
    /// Edits from which the key is made instead, if those above are the same in a different layout
    /// or form; empty: those above.
    QVector<TextEdit> identity;
    int firstLine = 1; ///< as in Hunk
    int lastLine = 1;
    QVector<QByteArray> findingIds;
    Captures captures;   ///< for title, reason and change
    QString change;      ///< what the edits do; empty: the leading rule's text
    RepoPath targetPath; ///< empty: the file itself
    QVector<QByteArray> needs;
    QByteArray proposalId; ///< empty: the hunk's own key
};

/// Adds findings and hunks of one file to its analysis, with stable identities: the ordinal of
/// equal ones is counted here, so add them in order of position. Lives as long as one analysis.
///
/// The results for one file are bounded, so that a file of the largest size does not fill the
/// memory: if a rule has more than kMostFindings findings, the rest become one last finding with
/// that many places, and if there are more than kMostHunks hunks, none is proposed, since a part of
/// them would not be a port.
class ProposalWriter
{
public:
    static constexpr int kMostFindings = 5'000;
    static constexpr qsizetype kMostHunks = 20'000;

    /// `analysis` has path and contentHash already.
    ProposalWriter(const SourceBuffer& source, FileAnalysis& analysis)
        : m_source(source), m_analysis(analysis)
    {
    }
    /// Reports what was left out.
    ~ProposalWriter();
    ProposalWriter(const ProposalWriter&) = delete;
    ProposalWriter& operator=(const ProposalWriter&) = delete;

    /// Adds a finding of `rule` at `range` and returns its id. {symbol} in the message is `symbol`.
    QByteArray addFinding(const Rule& rule, ByteRange range, const QString& symbol,
                          const Captures& captures = {});
    /// The same with a ready message, way out and effort (shared strings, nothing is built).
    QByteArray addFinding(const Rule& rule, ByteRange range, const QString& symbol,
                          const QString& message, const QString& wayOut, Effort effort,
                          const QString& group);
    /// One finding for all `places`, of which there is at least one; its message says how many.
    QByteArray addRepeated(const Rule& rule, const RepeatedPlaces& places, const QString& symbol,
                           const QString& message, const QString& wayOut, Effort effort,
                           const QString& group);
    /// Gives the newest finding the places that its message counts.
    void addPlaces(const RepeatedPlaces& places);
    /// Gives the finding `id`, which is number `index` of the analysis, one more place; false: it
    /// is not there.
    bool addPlaceTo(qsizetype index, const QByteArray& id, ByteRange range);

    /// Says in the message of that finding how many places it has, where there are several.
    void countPlaces(qsizetype index, const QByteArray& id);

    /// Makes one finding of those for which `keyOf` gives the same text; those with an empty one
    /// stay as they are. The first in the file stays, with the places of all and their number in
    /// its message, and hunks name it instead of the others. Call it once all hunks are there.
    void joinRepeated(const std::function<QString(const Finding&)>& keyOf);

    /// Whether that many hunks are too many for one file. A finding of `rule` then says so, and
    /// none may be added.
    bool areTooMany(qsizetype hunks, const Rule& rule, ByteRange first);
    /// Adds a hunk and returns its key. `draft` needs at least one rule and one edit.
    QByteArray addHunk(const HunkDraft& draft);

    [[nodiscard]] const SourceBuffer& source() const { return m_source; }
    [[nodiscard]] FileAnalysis& analysis() { return m_analysis; }

private:
    /// What was found by one rule.
    struct Count
    {
        int found = 0;
        Finding last; ///< used once there are too many; without what only one place has
    };

    int ordinal(const QString& ruleId, QByteArrayView text);
    const QString& excerpt(int line);
    void append(Finding finding);
    [[nodiscard]] FindingPlace placeOf(ByteRange range) const;

    const SourceBuffer& m_source;
    FileAnalysis& m_analysis;
    QHash<QByteArray, int> m_ordinals;
    QHash<QString, Count> m_counts; ///< by rule
    StringPool m_texts;             ///< of findings: most places of a rule have the same texts
    bool m_surplus = false;         ///< the last finding is one too many
    int m_excerptLine = 0;
    QString m_excerpt;
};

/// Fills verdict and verdictReason of all hunks of `analysis`: applied together, and if that is not
/// proved, one by one with the hunks that each needs.
void proveHunks(const SourceBuffer& source, const TargetSettings& target, FileAnalysis& analysis,
                const CancelToken& cancel = {});

/// Key for a hunk: 16 hex digits.
QByteArray hunkKey(const QStringList& ruleIds, const RepoPath& target, QByteArrayView original,
                   const QVector<TextEdit>& edits, int ordinal);

} // namespace rocport
