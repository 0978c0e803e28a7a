#pragma once

#include "ui/review/difflexer.h"
#include "ui/review/diffscene.h"
#include "ui/theme/theme.h"

#include "ui/review/qsci.h"

#include <array>

namespace rocport {

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

    [[nodiscard]] int rowHeight() const;
    [[nodiscard]] int firstVisibleRow() const;
    [[nodiscard]] int visibleRowCount() const;
    void setFirstVisibleRow(int row);
    /// Pixel of a row's top in the viewport; may lie outside.
    [[nodiscard]] int rowTop(int row) const;
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
    /// Width of the two margins.
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
    void paintFiller(QPainter& painter, int first, int last);
    void paintSigns(QPainter& painter, int first, int last);
    void paintFrame(QPainter& painter);

    // DiffLines
    [[nodiscard]] int lineCount() const override { return m_scene.rows(); }
    [[nodiscard]] int lineStart(int line) const override;
    [[nodiscard]] QByteArrayView lineBytes(int line) const override;
    [[nodiscard]] bool isFiller(int line) const override;
    [[nodiscard]] bool isStruck(int line) const override;
    [[nodiscard]] QPair<int, int> visibleLines() const override;

    const DiffSide m_side;
    const Theme& m_theme;
    const DiffScene& m_scene;
    SyntaxRepository& m_syntax;
    DiffLexer* m_lexer;
    QVector<bool> m_decorated;
    int m_reportedRow = 0; // first row that scrolled() told of
};

} // namespace rocport
