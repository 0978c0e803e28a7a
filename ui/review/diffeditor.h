#pragma once

#include "core/base/place.h"
#include "ui/editor/difflexer.h"
#include "ui/review/diffscene.h"
#include "ui/theme/theme.h"

#include "ui/editor/qsci.h"

#include <array>
#include <utility>

namespace rocport {

/// What of a fold is to be shown.
enum class FoldPart : quint8 { All, Beginning, End };

/// Which text an editor of the diff shows.
enum class DiffSide : quint8 { Left, Right, Unified };

/// One read-only pane of the diff. Rows of the scene are lines of the document. What is drawn per
/// row (numbers, signs, line and word backgrounds) is set for the rows in sight only.
class DiffEditor : public QsciScintilla, private DiffLines
{
    Q_OBJECT

public:
    DiffEditor(DiffSide side, const Theme& theme, SyntaxRepository& syntax, const DiffScene& scene,
               QWidget* parent = nullptr);

    /// A new layout stands in the scene.
    void sceneReplaced();
    /// The scene is about to change: what is known about its rows is let go, in every editor,
    /// before Scintilla can ask for rows that are not there any more.
    void sceneGoes();
    /// Decisions, struck rows or numbers changed; the text is the same.
    void decisionsChanged();
    void currentChanged();
    /// The scene has other hits, or another current one.
    void hitsChanged();
    /// DiffScene::marked was `before`; the caret goes to the row that is marked now.
    void markChanged(int before);
    void themeChanged();

    /// The scene has other blame, or a margin for it, or none any more.
    void blameChanged();
    /// What the tip over a point of the viewport says of the line's commit; empty: nothing.
    [[nodiscard]] QString blameTip(const QPoint& at) const;

    // diffeditorlines.cpp: rows are lines of the document; a line of the picture is what stands
    // one below the other. They differ where rows are folded or long lines go on.
    [[nodiscard]] int rowHeight() const; ///< of one line of the picture, in pixels
    [[nodiscard]] int firstVisibleRow() const;
    [[nodiscard]] int lastVisibleRow() const;
    [[nodiscard]] int visibleRowCount() const; ///< lines of the picture that have room
    void setFirstVisibleRow(int row);
    /// Pixel of a row's top in the viewport; may lie outside. A row that is folded away: of the
    /// next one on show.
    [[nodiscard]] int rowTop(int row) const;
    /// Pixels that rows take from `first` on.
    [[nodiscard]] int rowsHeight(int first, int rows) const;
    /// The line of the picture that a row begins at; one past the last row: their number.
    [[nodiscard]] int lineOfRow(int row) const;
    /// The row at a pixel of the viewport; past the end: the last one.
    [[nodiscard]] int rowAt(int y) const;
    [[nodiscard]] int firstVisibleLine() const;
    void setFirstVisibleLine(int line);
    /// The scene has other folds, or wraps long lines, or does so no more.
    void foldsChanged();
    void wrapChanged();
    /// Characters that have room beside each other.
    [[nodiscard]] int textColumns() const;
    /// Whether a row may need more than one line of `columns`; cheap, and never wrongly false.
    [[nodiscard]] bool mayWrap(int row, int columns) const;
    /// Lines of the picture that a row's text takes. Measures it.
    [[nodiscard]] int wrapCount(int row) const;
    /// Empty lines below a row, so that it is as high as its other version.
    void setPadding(int row, int lines);
    void clearPadding();
    /// Where the line of a fold is painted, in the viewport; empty: out of sight.
    [[nodiscard]] QRect foldRect(const DiffFold& fold) const;
    /// "120 unchanged lines", with what shows some of them before and behind.
    [[nodiscard]] static QString foldText(const DiffFold& fold);
    /// The row of the caret.
    [[nodiscard]] int caretRow() const;
    /// The character of its row that the caret is before, from 1.
    [[nodiscard]] int caretColumn() const;
    /// The line of the file that a row shows, from 1, and whose it is; 0: none on this side.
    [[nodiscard]] std::pair<PlaceSide, int> placeOfRow(int row) const;

    /// Width of the longest line in pixels.
    [[nodiscard]] int contentWidth() const;
    void setHorizontalOffset(int pixels);
    [[nodiscard]] int horizontalOffset() const;
    /// Pixels from the beginning of its line to a byte of a row, whatever is scrolled.
    [[nodiscard]] int xOfByte(int row, int byte) const;
    /// Selects bytes of a row; scrolls nothing.
    void selectBytes(int row, int start, int length);
    /// The selection where it lies in one row: row, first byte, number of bytes (0: nothing).
    [[nodiscard]] std::array<int, 3> selectedBytes() const;
    /// Width of the margins.
    [[nodiscard]] int marginsWidth() const;
    [[nodiscard]] const DiffLexer& diffLexer() const { return *m_lexer; }
    /// The margins' texts as shown, for tests: "20", "-".
    [[nodiscard]] QString numberText(int row) const;
    [[nodiscard]] QChar signOf(int row) const;

Q_SIGNALS:
    /// The first visible row changed, by keys, wheel or selection.
    void scrolled();
    /// The text was scrolled sideways, by keys or a selection too; pixels from its beginning.
    void scrolledAcross(int pixels);
    void rowClicked(int row);
    /// The caret is elsewhere.
    void caretMoved();
    /// The line of a fold was clicked, or Enter pressed on it: all of its rows are to be shown, or
    /// only some at its beginning or end.
    void foldOpened(int fold, rocport::FoldPart part);
    /// Scintilla has measured its rows for another width, or for wrapping or not.
    void measured();

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    [[nodiscard]] const DiffPane& pane() const;
    [[nodiscard]] bool isRemovedRow(const DiffRow& row) const;
    [[nodiscard]] bool isAddedRow(const DiffRow& row) const;
    void setUpMargins();
    void updateMarginWidths();
    void decorateVisible();
    void decorate(int row);
    void decorateWords(int row, const DiffRow& diffRow);
    // diffeditorfind.cpp
    void colourHits();
    void decorateHits(int row);
    void paintFolds(QPainter& painter, int first, int last);
    void paintBlame(QPainter& painter, int first, int last); // diffeditorblame.cpp
    [[nodiscard]] int blameWidth() const;
    void paintFiller(QPainter& painter, int first, int last);
    [[nodiscard]] QBrush hatchBrush() const;
    void paintSigns(QPainter& painter, int first, int last);
    void paintFrame(QPainter& painter);

    [[nodiscard]] FoldPart partAt(const DiffFold& fold, const QPoint& at) const;

    // DiffLines
    [[nodiscard]] int lineCount() const override { return m_scene.rows(); }
    [[nodiscard]] int lineStart(int line) const override;
    [[nodiscard]] QByteArrayView lineBytes(int line) const override;
    [[nodiscard]] bool isFiller(int line) const override;
    [[nodiscard]] bool isStruck(int line) const override;
    [[nodiscard]] QPair<int, int> visibleLines() const override;
    [[nodiscard]] int nextLine(int line) const override;

    const DiffSide m_side;
    const Theme& m_theme;
    const DiffScene& m_scene;
    SyntaxRepository& m_syntax;
    DiffLexer* m_lexer;
    QVector<bool> m_decorated;
    int m_reportedLine = 0; // first line of the picture that scrolled() told of
    int m_wrapWidth = -1;   // room for text that measured() told of
    QVector<int> m_padded;  // rows that have padding
};

} // namespace rocport
