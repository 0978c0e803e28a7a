#pragma once

#include "core/base/finding.h"
#include "core/base/place.h"
#include "core/project/session/filetexts.h"
#include "core/project/session/session.h"
#include "core/text/sourcebuffer.h"

#include <QByteArray>
#include <QHash>
#include <QVector>

namespace rocport {

/// What was decided about one change of the file shown, as far as the layout depends on it.
struct DiffDecision
{
    DecisionKind kind = DecisionKind::Open;
    QByteArray editedText; ///< DecisionKind::Edited: bytes in the file's encoding
};

/// How both versions are put together.
enum class DiffMode : quint8 {
    SideBySide,
    Unified, ///< one pane: removed lines, then those added in their place
    Inline,  ///< the same, but what was removed and added within one line stands in one row
};

/// What a layout shows. The decisions about changes are not affected.
struct DiffStyle
{
    DiffMode mode = DiffMode::SideBySide;
    bool ignoreBlanks = false; ///< lines that isSameButBlanks() are shown as unchanged
    friend bool operator==(const DiffStyle&, const DiffStyle&) = default;
};

/// One line of the picture: of both panes side by side, or of the unified one.
struct DiffRow
{
    qint32 left = 0;   ///< 1-based line of the original; 0: none here
    qint32 right = 0;  ///< 1-based line of the proposal with every change in it; 0: none here
    qint32 number = 0; ///< 1-based line of the port as decided (rejected changes left out); 0: none
    qint32 segment = -1;   ///< index into DiffLayout::segments; -1: unchanged
    qint32 partner = -1;   ///< row with the other version of this line; -1: none
    qint32 merged = -1;    ///< both versions in this row: index into DiffLayout::merged; -1: not
    qint32 movedAway = -1; ///< its removed line: index into DiffLayout::moves; -1: not moved
    qint32 movedHere = -1; ///< its added line
    bool changed = false;  ///< differs: gets a line background and a sign
    bool blanks = false;   ///< differs only in blanks that mean nothing in the language, or is a
                           ///< blank line of one side; with DiffStyle::ignoreBlanks it is not
                           ///< `changed` then
};

/// What a row that holds both versions of a line shows: bytes of its text, in order.
struct DiffMerged
{
    QVector<ByteRange> removed;
    QVector<ByteRange> added;
};

/// Lines that stand elsewhere in the proposal, maybe with another indentation.
struct DiffMove
{
    int fromRow = 0;
    int fromLine = 0; ///< of the original, 1-based
    int fromLines = 0;
    int toRow = 0;
    int toLine = 0; ///< of the proposal with every change in it
    int toLines = 0;
};

/// The text of one pane: UTF-8, one line per row, joined by '\n'.
struct DiffPane
{
    QByteArray text;
    QVector<qint32> starts; ///< byte at which each row's line begins; one more entry than there are
                            ///  rows
    int columns = 0;        ///< longest line, in bytes, with tabs counted as four

    [[nodiscard]] QByteArrayView line(int row) const;
};

/// A run of rows made of one change, or of several that touch the same lines.
struct DiffSegment
{
    int firstRow = 0;
    int rows = 0;         ///< at least 1
    QVector<int> changes; ///< indices into DiffLayout::changes
};

/// One change of the file, by position.
struct DiffChange
{
    QByteArray key;
    int segment = 0;
    int firstRow = 0;
    int rows = 0; ///< at least 1
};

/// Both versions of one file, laid out in the same number of rows. A value; made in a worker
/// thread.
struct DiffLayout
{
    RepoPath path;
    Language language = Language::Other;
    DiffStyle style;
    bool unified = false;                     ///< one pane: not DiffMode::SideBySide
    bool binary = false;                      ///< not text: no rows
    Encoding encoding = Encoding::Utf8;       ///< of the original
    LineEnding lineEnding = LineEnding::None; ///< of the original
    QVector<DiffRow> rows;
    DiffPane left; ///< unified: the only pane
    DiffPane right;
    QVector<DiffSegment> segments;
    QVector<DiffChange> changes;
    QVector<DiffMerged> merged;
    QVector<DiffMove> moves;
    bool onlyBlanks = false;           ///< lines differ, all of them only in blanks
    int leftLines = 0, rightLines = 0; ///< lines of the two texts, for the width of the numbers
};

using DiffDecisions = QHash<QByteArray, DiffDecision>;

/// Lays `file` out. Pure; linear in the file's size except for the comparison inside changes, which
/// is bounded.
DiffLayout layOutDiff(const FileTexts& file, const DiffDecisions& decisions,
                      const DiffStyle& style);
/// The same, side by side or unified.
DiffLayout layOutDiff(const FileTexts& file, const DiffDecisions& decisions, bool unified);

/// Whether all changes of the segment are rejected: it is shown as context with the proposal struck
/// out.
bool isStruck(const DiffLayout& layout, const DiffSegment& segment, const DiffDecisions& decisions);

/// Sets DiffRow::number of every row by the decisions.
void numberRows(DiffLayout& layout, const DiffDecisions& decisions);

/// The row that shows a 1-based line of the original, or of the port as accepted: open changes
/// count as not made. The last row past the end; -1: there are no rows.
int rowOfLine(const DiffLayout& layout, const DiffDecisions& decisions, int line, PlaceSide side);

/// Whether going from `before` to `after` needs a new layout, not just other colours and numbers.
bool needsNewLayout(const DiffLayout& layout, const DiffDecisions& before,
                    const DiffDecisions& after);

/// The lines with which an in-place edit of `hunk` starts, as UTF-8 with '\n'.
QByteArray editableLines(const QByteArray& original, const Hunk& hunk,
                         const DiffDecision& decision);
/// Text of the editor (UTF-8, '\n') as bytes for ProjectDecisions::edit(): in the encoding and
/// with the line ends of `original`, ending like the lines it replaces. Errors: InvalidArgument
/// when a character cannot be written in the file's encoding.
Result<QByteArray> linesToBytes(const QByteArray& original, const Hunk& hunk, const QString& text);

} // namespace rocport
