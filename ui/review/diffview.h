#pragma once

#include "ui/review/diffeditor.h"
#include "ui/review/diffscene.h"
#include "ui/review/editpane.h"
#include "ui/theme/widgets.h"

#include <QTimer>

#include <optional>

class QScrollBar;

namespace rocport {

/// Rows kept above and below a change or match that is scrolled to.
inline constexpr int kContextRows = 6;

class DiffGutter;
class DiffMinimap;
class DiffSticky;

/// The centre of the review: original and proposal of one file, side by side or unified, with
/// gutter, minimap and the editor for a change in place. Shows what it is given; makes no
/// decisions.
class DiffView : public QWidget
{
    Q_OBJECT

public:
    DiffView(ThemeProvider& provider, SyntaxRepository& syntax, QWidget* parent = nullptr);
    ~DiffView() override;

    /// Shows a file. `info` has one entry for each of layout.changes. Scrolls to `current` (-1: to
    /// the top), or stays where it was when `keepPlace`.
    void setScene(DiffLayout layout, const DiffDecisions& decisions,
                  const QVector<DiffScene::Info>& info, int current, bool keepPlace);
    /// Sets other decisions for the same layout.
    void setDecisions(const DiffDecisions& decisions, const QVector<DiffScene::Info>& info);
    /// Sets other texts about the same changes.
    void setInfo(const QVector<DiffScene::Info>& info);
    /// Shows nothing; the texts say what is shown instead.
    void clear();
    [[nodiscard]] const DiffScene& scene() const { return m_scene; }
    [[nodiscard]] bool isEmpty() const { return m_scene.rows() == 0; }

    void setCurrent(int change);
    [[nodiscard]] int current() const { return m_scene.current; }
    /// Scrolls to a row and marks it, until the user goes to another one or to a change.
    void showRow(int row);
    /// The same with the row of a line; see rowOfLine().
    void showLine(int line, PlaceSide side);
    /// Sets the text at the right of the two headers: "Original, main @ 4f2c91e" and "Proposed,
    /// rocport/x".
    void setVersions(const QString& original, const QString& proposed);
    void setDecidable(bool decidable);
    /// Sets the names of the two texts, for screen readers; "Original" and "Proposed" by default.
    void setNames(const QString& left, const QString& right);

    /// Opens the editor over the current change with `text`, or with what was typed before.
    EditPane& beginEdit(const QByteArray& text, const std::optional<EditDraft>& draft = {});
    /// Closes the editor; unsaved text is passed on by draftLeft().
    void endEdit();
    [[nodiscard]] bool isEditing() const;
    [[nodiscard]] EditPane& editPane() const { return *m_edit; }

    [[nodiscard]] DiffEditor& leftEditor() { return *m_left; }
    [[nodiscard]] DiffEditor& rightEditor() { return *m_right; }
    [[nodiscard]] DiffEditor& unifiedEditor() { return *m_unified; }
    [[nodiscard]] DiffGutter& gutter() { return *m_gutter; }
    [[nodiscard]] DiffMinimap& minimap() { return *m_map; }
    /// The row with the function that the topmost line is in.
    [[nodiscard]] DiffSticky& sticky() { return *m_sticky; }
    void focusText();

    // diffviewlines.cpp
    /// Unchanged lines far from any change are folded away behind a line that says how many.
    void setFolding(bool on);
    [[nodiscard]] bool isFolding() const { return m_folding.isOn(); }
    /// Shows more unchanged lines above and below the current change, or the caret if there is
    /// none; returns how many. 0: none are folded there.
    int showMore();
    /// Shows all lines of this file; returns how many were folded.
    int showAllLines();
    /// Sets whether long lines wrap; both panes stay aligned.
    void setWrapped(bool on);
    [[nodiscard]] bool isWrapped() const { return m_scene.wrapped; }
    /// Shows who wrote lines of the original, in a margin before their numbers.
    void setBlame(const DiffBlame& blame);
    /// Where the caret is: on the side with the focus, or on the other if that side has no such
    /// line.
    struct CaretPlace
    {
        PlaceSide side = PlaceSide::Original;
        int line = 0;   ///< 1-based; 0: nowhere
        int column = 1; ///< in characters, from 1
    };
    [[nodiscard]] CaretPlace caretPlace() const;
    /// The 1-based line of the original at the upper edge, or the next one below; 0: none.
    [[nodiscard]] int topLine() const;
    /// Scrolls a line of the original to the upper edge, even if the view is not shown yet.
    void showTopLine(int line);

    // diffviewmarks.cpp
    /// What there is to say of the line with the caret besides that it differs: "Moved to line 41".
    [[nodiscard]] QStringList caretFacts() const;
    /// Goes to where the lines at the caret, or else those of the current change, were moved to or
    /// from; false: none of them was.
    bool goToMoved();
    /// Whether goToMoved() leads anywhere.
    [[nodiscard]] bool canGoToMoved() const;
    /// Goes to the beginning of the function that the topmost line is in; false: it is in none.
    bool goToFunction();

    // diffviewfind.cpp
    /// Marks what was found; `current` is an index into it, or -1. Does not scroll.
    void setHits(const QVector<DiffHit>& hits, int current);
    /// Makes another hit the current one, marks it and scrolls to it.
    void setCurrentHit(int hit);
    /// Scrolls to a match, selects its text and gives its pane the focus.
    void select(const DiffHit& hit);
    /// The selected text if it is within one line; else nothing.
    [[nodiscard]] std::optional<DiffHit> selectedHit() const;
    /// Text of a hit.
    [[nodiscard]] QString textOf(const DiffHit& hit) const;
    [[nodiscard]] int firstVisibleRow() const;

Q_SIGNALS:
    void currentRequested(int change);
    void acceptRequested();
    void rejectRequested();
    void editRequested();
    void saveRequested();
    void editCancelled();
    /// The editor over the change `key` was closed with unsaved text.
    void draftLeft(const QByteArray& key, const rocport::EditDraft& draft);
    void menuRequested(const QPoint& globalPos);
    /// caretPlace() may have changed: the caret moved, another text is shown, or none.
    void caretMoved();
    /// Another layout is shown; hits in the previous one are gone.
    void sceneReplaced();

protected:
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    [[nodiscard]] DiffEditor& main() const;
    /// The one or two editors that the layout is for.
    [[nodiscard]] QVector<DiffEditor*> editorsShown() const;
    void updateMap();
    void setUpSticky();
    void updateSticky();
    [[nodiscard]] int movedRow() const;
    [[nodiscard]] QString rowTip(const DiffEditor& editor, const QPoint& at) const;
    [[nodiscard]] DiffEditor& editorOf(HitSide side) const;
    void scrollToHit(const DiffHit& hit);
    void arrange();
    void scrolledBy(DiffEditor& editor);
    void scrollTo(int row);
    void scrollToLine(int line);
    /// Unfolds a row with some rows around it.
    void reveal(int row);
    void unfold(int fold, FoldPart part);
    int showRows(int first, int last);
    void updateFolds(bool keepPlace);
    void startAligning();
    void alignRows(int first, int last);
    void alignSome();
    void mark(int row);
    /// `entered`: the change or file differs from before; it is shown from the beginning of its
    /// lines.
    void scrollToChange(int change, bool entered);
    void showWords(const DiffChange& change, bool entered);
    void scrollAcross(int pixels);
    void updateHeader();
    void arrangeHeader(int leftWidth, int gutterWidth, int rightWidth);
    void updateStruck();
    void placeEditPane();
    void turnWheel(QWheelEvent* event);
    void connectEditor(DiffEditor* editor);

    ThemeProvider& m_provider;
    SyntaxRepository& m_syntax;
    DiffScene m_scene;
    Surface* m_header;
    ElidedLabel* m_leftPath;
    ElidedLabel* m_leftVersion;
    TextLabel* m_position;
    ElidedLabel* m_rightPath;
    ElidedLabel* m_rightVersion;
    DiffEditor* m_left;
    DiffEditor* m_right;
    DiffEditor* m_unified;
    DiffGutter* m_gutter;
    DiffMinimap* m_map;
    DiffSticky* m_sticky;
    QScrollBar* m_across;
    EditPane* m_edit;
    QString m_leftName;
    QString m_rightName;
    QString m_rightVersionText;
    QByteArray m_editKey; ///< of the change being edited
    DiffFolding m_folding;
    QTimer m_align;            ///< makes both versions of long rows equally high, in slices
    int m_alignRow = 0;        ///< row with which it continues
    int m_keptLine = 0;        ///< of showTopLine(), until the view is shown; 0: none
    bool m_keepChange = false; ///< the current change stays visible when rows are measured
    bool m_syncing = false;
};

} // namespace rocport
