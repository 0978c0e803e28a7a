#pragma once

#include "ui/review/diffeditor.h"
#include "ui/review/diffscene.h"
#include "ui/theme/widgets.h"

#include <optional>

class QScrollBar;

namespace rocport {

class DiffGutter;
class DiffMinimap;
class EditPane;

/// The centre of the review: original and proposal of one file, side by side or unified, with
/// gutter, minimap and the editor for a change in place. Shows what it is given; decides nothing.
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
    /// Other decisions on the same layout.
    void setDecisions(const DiffDecisions& decisions, const QVector<DiffScene::Info>& info);
    /// Nothing is shown; the texts say what stands there instead.
    void clear();
    [[nodiscard]] const DiffScene& scene() const { return m_scene; }
    [[nodiscard]] bool isEmpty() const { return m_scene.rows() == 0; }

    void setCurrent(int change);
    [[nodiscard]] int current() const { return m_scene.current; }
    /// Brings a 1-based line of the original into view.
    void showLine(int line);
    /// What stands right in the two headers: "Original, main @ 4f2c91e" and "Proposed, rocport/x".
    void setVersions(const QString& original, const QString& proposed);
    void setDecidable(bool decidable);

    /// Opens the editor over the current change with `text`.
    EditPane& beginEdit(const QByteArray& text);
    void endEdit();
    [[nodiscard]] bool isEditing() const;

    [[nodiscard]] DiffEditor& leftEditor() { return *m_left; }
    [[nodiscard]] DiffEditor& rightEditor() { return *m_right; }
    [[nodiscard]] DiffEditor& unifiedEditor() { return *m_unified; }
    [[nodiscard]] DiffGutter& gutter() { return *m_gutter; }
    [[nodiscard]] DiffMinimap& minimap() { return *m_map; }
    void focusText();

    // diffviewfind.cpp
    /// Marks what was found; `current` is an index into it, or -1. Scrolls nothing.
    void setHits(const QVector<DiffHit>& hits, int current);
    /// Another hit is the current one: marked as such and brought into view.
    void setCurrentHit(int hit);
    /// Brings a match into view, selects its text and gives its pane the focus.
    void select(const DiffHit& hit);
    /// The selected text where it lies in one line; nothing: none does.
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
    void menuRequested(const QPoint& globalPos);
    /// Another layout is shown; hits of the one before are gone.
    void sceneReplaced();

protected:
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    [[nodiscard]] DiffEditor& main() const;
    [[nodiscard]] DiffEditor& editorOf(HitSide side) const;
    void scrollToHit(const DiffHit& hit);
    void arrange();
    void scrolledBy(DiffEditor& editor);
    void scrollTo(int row);
    void scrollToChange(int change);
    void showWords(const DiffChange& change);
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
    QScrollBar* m_across;
    EditPane* m_edit;
    bool m_syncing = false;
    bool m_decidable = true;
};

} // namespace rocport
