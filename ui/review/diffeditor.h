#pragma once

#include "core/base/place.h"
#include "ui/editor/difflexer.h"
#include "ui/review/diffscene.h"
#include "ui/theme/theme.h"

#include "ui/editor/qsci.h"

#include <array>
#include <utility>

namespace rocport {

/// Which part of a fold to show.
enum class FoldPart : quint8 { All, Beginning, End };

/// Which text an editor of the diff shows.
enum class DiffSide : quint8 { Left, Right, Unified };

/// One read-only pane of the diff. Rows of the scene are lines of the document. What is drawn per
/// row (numbers, signs, line and word backgrounds) is set for visible rows only.
class DiffEditor : public QsciScintilla, private DiffLines
{
    Q_OBJECT

public:
    DiffEditor(DiffSide side, const Theme& theme, SyntaxRepository& syntax, const DiffScene& scene,
               QWidget* parent = nullptr);

    /// To be called when the scene has a new layout.
    void sceneReplaced();
    /// To be called before the scene changes: drops what is known about its rows, in every editor,
    /// before Scintilla can ask for rows that no longer exist.
    void sceneGoes();
    /// To be called when decisions, struck rows or numbers changed and the text did not.
    void decisionsChanged();
    void currentChanged();
    /// To be called when the scene has other hits, or another current one.
    void hitsChanged();
    /// To be called when DiffScene::marked changed from `before`: the caret goes to the row that is
    /// marked now.
    void markChanged(int before);
    void themeChanged();

    /// To be called when the scene's blame, or its margin, changed.
    void blameChanged();
    /// The tool tip about the line's commit at a point of the viewport; empty: none.
    [[nodiscard]] QString blameTip(const QPoint& at) const;

    // diffeditorlines.cpp: rows are lines of the document; lines of the picture are what is seen.
    // They differ where rows are folded or long lines wrap.
    [[nodiscard]] int rowHeight() const; ///< of one line of the picture, in pixels
    [[nodiscard]] int firstVisibleRow() const;
    [[nodiscard]] int lastVisibleRow() const;
    [[nodiscard]] int visibleRowCount() const; ///< how many lines of the picture fit
    void setFirstVisibleRow(int row);
    /// Pixel of a row's top in the viewport; may be outside it. For a folded row: that of the next
    /// visible one.
    [[nodiscard]] int rowTop(int row) const;
    /// Height in pixels of rows from `first` on.
    [[nodiscard]] int rowsHeight(int first, int rows) const;
    /// The line of the picture at which a row begins; for one past the last row, their number.
    [[nodiscard]] int lineOfRow(int row) const;
    /// The row at a pixel of the viewport; the last one past the end.
    [[nodiscard]] int rowAt(int y) const;
    [[nodiscard]] int firstVisibleLine() const;
    void setFirstVisibleLine(int line);
    /// To be called when folds or the wrapping of long lines changed in the scene.
    void foldsChanged();
    void wrapChanged();
    /// How many characters fit side by side.
    [[nodiscard]] int textColumns() const;
    /// Whether a row may need more than one line of `columns`; cheap, and never wrongly false.
    [[nodiscard]] bool mayWrap(int row, int columns) const;
    /// How many lines of the picture a row's text takes. Measures it.
    [[nodiscard]] int wrapCount(int row) const;
    /// Sets empty lines below a row, so that it is as high as its other version.
    void setPadding(int row, int lines);
    void clearPadding();
    /// Where the line of a fold is painted, in the viewport; empty: not visible.
    [[nodiscard]] QRect foldRect(const DiffFold& fold) const;
    /// "120 unchanged lines", with controls before and after that show some of them.
    [[nodiscard]] static QString foldText(const DiffFold& fold);
    /// The row of the caret.
    [[nodiscard]] int caretRow() const;
    /// The character in its row before which the caret is, from 1.
    [[nodiscard]] int caretColumn() const;
    /// The line of the file that a row shows, from 1, and of which version; 0: none on this side.
    [[nodiscard]] std::pair<PlaceSide, int> placeOfRow(int row) const;

    /// Width of the longest line in pixels.
    [[nodiscard]] int contentWidth() const;
    void setHorizontalOffset(int pixels);
    [[nodiscard]] int horizontalOffset() const;
    /// Pixels from the beginning of its line to a byte of a row, regardless of scrolling.
    [[nodiscard]] int xOfByte(int row, int byte) const;
    /// Selects bytes of a row, without scrolling.
    void selectBytes(int row, int start, int length);
    /// The selection if it is within one row: row, first byte, number of bytes (0: nothing).
    [[nodiscard]] std::array<int, 3> selectedBytes() const;
    /// Width of the margins.
    [[nodiscard]] int marginsWidth() const;
    [[nodiscard]] const DiffLexer& diffLexer() const { return *m_lexer; }
    /// The margins' texts as shown, for tests: "20", "-".
    [[nodiscard]] QString numberText(int row) const;
    [[nodiscard]] QChar signOf(int row) const;
    /// Whether a row is shown as moved here, or away from here.
    [[nodiscard]] bool isMovedRow(int row) const;
    [[nodiscard]] DiffSide side() const { return m_side; }

Q_SIGNALS:
    /// The first visible row changed, by keys, wheel or selection.
    void scrolled();
    /// The text was scrolled sideways, possibly by keys or a selection; pixels from its beginning.
    void scrolledAcross(int pixels);
    void rowClicked(int row);
    /// The caret moved.
    void caretMoved();
    /// The line of a fold was clicked, or Enter pressed on it: asks for all of its rows to be
    /// shown, or only some at its beginning or end.
    void foldOpened(int fold, rocport::FoldPart part);
    /// Scintilla has measured its rows again for another width, or because wrapping changed.
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
    // diffeditormarks.cpp
    void defineMarks();
    void colourMarks();
    void updateMarginWidths();
    void decorateVisible();
    void decorate(int row);
    void decorateWords(int row, const DiffRow& diffRow);
    void decoratePair(int row, const DiffRow& diffRow);
    void decorateMerged(int row, const DiffMerged& merged);
    void fillRange(int row, int indicator, ByteRange range);
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
    int m_reportedLine = 0; // first line of the picture last reported by scrolled()
    int m_wrapWidth = -1;   // room for text last reported by measured()
    QVector<int> m_padded;  // rows that have padding
};

} // namespace rocport
