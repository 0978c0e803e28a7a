#pragma once

#include "core/project/session/projectstate.h"
#include "ui/theme/widgets.h"

#include <QAbstractListModel>
#include <QStyledItemDelegate>

#include <optional>

class QListView;
class QPushButton;

namespace rocport {

/// The nine phases with their state and counts.
class RailModel : public QAbstractListModel
{
    Q_OBJECT

public:
    enum Role { NumberRole = Qt::UserRole, StateRole, DetailRole, OpenRole, OverriddenRole };

    using QAbstractListModel::QAbstractListModel;
    void setState(const std::shared_ptr<const ProjectState>& state);
    /// How many phases are done or skipped.
    [[nodiscard]] int doneCount() const;

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index,
                                int role = Qt::DisplayRole) const override;

private:
    [[nodiscard]] PhaseState stateOf(int row) const;
    [[nodiscard]] QString detail(int row) const;
    std::shared_ptr<const ProjectState> m_state;
};

/// Draws a phase in a width of 200 or, compact, 56 pixels.
class RailDelegate : public QStyledItemDelegate
{
    Q_OBJECT

public:
    explicit RailDelegate(ThemeProvider& provider, QObject* parent = nullptr);
    void setCompact(bool compact) { m_compact = compact; }
    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override;
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem& option,
                                 const QModelIndex& index) const override;

private:
    [[nodiscard]] QStringList detailLines(const QModelIndex& index) const;
    void paintCompact(QPainter& p, const QRect& rect, const QModelIndex& index) const;
    void paintFull(QPainter& p, const QRect& rect, const QModelIndex& index) const;
    ThemeProvider& m_provider;
    bool m_compact = false;
};

/// The rail at the left: phases, and how much is decided.
class Rail : public QWidget
{
    Q_OBJECT

public:
    explicit Rail(ThemeProvider& provider, QWidget* parent = nullptr);
    void setState(const std::shared_ptr<const ProjectState>& state);
    void setCompact(bool compact);
    [[nodiscard]] bool isCompact() const { return m_compact; }
    /// Selects a phase; nothing: none.
    void setCurrentPhase(std::optional<Phase> phase);
    [[nodiscard]] QListView* list() const { return m_list; }

Q_SIGNALS:
    /// A click or Enter; nothing when the chosen phase was clicked again.
    void phaseChosen(std::optional<rocport::Phase> phase);
    /// The totals at the bottom lead to their lists.
    void changesWanted();
    void findingsWanted();

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void restyle();
    ThemeProvider& m_provider;
    RailModel* m_model;
    RailDelegate* m_delegate;
    QListView* m_list;
    TextLabel* m_title;
    TextLabel* m_done;
    QWidget* m_footer;
    QPushButton* m_decided;
    ThinProgressBar* m_bar;
    QPushButton* m_findings;
    ThinProgressBar* m_findingsBar;
    std::optional<Phase> m_current;
    bool m_compact = false;
};

} // namespace rocport
