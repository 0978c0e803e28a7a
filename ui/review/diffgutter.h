#pragma once

#include "ui/review/diffscene.h"
#include "ui/theme/themeprovider.h"

#include <QWidget>

class QAction;
class QToolButton;

namespace rocport {

class DiffEditor;

/// The strip beside the text: the buttons of the current change, mark and number of every other
/// one. Screen readers see each mark as a child with its description.
class DiffGutter : public QWidget
{
    Q_OBJECT

public:
    /// `editor` knows where rows are.
    DiffGutter(ThemeProvider& provider, const DiffScene& scene, const DiffEditor& editor,
               QWidget* parent = nullptr);

    /// Sets the editor beside whose rows it is from now on.
    void setFollowed(const DiffEditor& editor) { m_editor = &editor; }
    /// To be called when scene, scroll position, current change or theme changed.
    void refresh();
    void setDecidable(bool decidable);
    /// Sets the commands whose keys the buttons name.
    void followKeys(const QAction& accept, const QAction& reject, const QAction& edit);
    /// Hides the marks, if the differences are not changes to decide.
    void setMarksShown(bool shown);
    [[nodiscard]] const DiffScene& scene() const { return m_scene; }
    /// Where the mark of a change is painted, in this widget; empty when not visible or hidden
    /// behind the buttons.
    [[nodiscard]] QRect markRect(int change) const;
    /// Where mark and number of the current change are painted.
    [[nodiscard]] QRect currentMarkRect() const;
    [[nodiscard]] QSize sizeHint() const override;

Q_SIGNALS:
    void acceptRequested();
    void rejectRequested();
    void editRequested();
    void changeClicked(int change);
    void wheelTurned(QWheelEvent* event);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    bool event(QEvent* event) override;

private:
    [[nodiscard]] QRect rowsRect(const DiffChange& change) const;
    [[nodiscard]] QRect buttonsRect() const;
    [[nodiscard]] QVector<int> changesInSight() const;
    void paintChange(QPainter& painter, int change) const;
    void paintCurrent(QPainter& painter, const QRect& cell) const;
    void placeButtons();
    void restyle();
    QToolButton* addButton(Glyph glyph, QColor ThemeColours::*colour, const QString& name);

    ThemeProvider& m_provider;
    const DiffScene& m_scene;
    const DiffEditor* m_editor;
    QToolButton* m_accept;
    QToolButton* m_reject;
    QToolButton* m_edit;
    QVector<const QAction*> m_actions; ///< accept, reject, edit
    bool m_decidable = true;
    bool m_draft = false; ///< the pencil shows that there is one
    bool m_marksShown = true;
};

} // namespace rocport
