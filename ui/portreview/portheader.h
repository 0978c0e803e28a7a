#pragma once

#include "core/project/session/projectreviews.h"
#include "ui/theme/widgets.h"

class QMenu;

namespace rocport {

/// The header of a port review, 52 pixels high: title, range, commits and author; what was decided;
/// the revision that it is compared with; comments, close and finish.
class PortHeader : public Surface
{
    Q_OBJECT

public:
    explicit PortHeader(ThemeProvider& provider, QWidget* parent = nullptr);

    /// `state` may be null.
    void setState(const std::shared_ptr<const ReviewState>& state);
    /// Whether the diff is since the chosen revision rather than against the base.
    void setSince(bool since);
    /// Commands that its buttons follow.
    void follow(QAction& comments, QAction& close, QAction& finish);
    /// The button for the checks of the ROCm arm; ArmCheck fills it.
    [[nodiscard]] QPushButton* checkButton() const { return m_check; }

Q_SIGNALS:
    void sinceChosen(bool since);
    void revisionChosen(int revision);

protected:
    void resizeEvent(QResizeEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    void fillRevisions();
    void fit();

    ThemeProvider& m_provider;
    std::shared_ptr<const ReviewState> m_state;
    ElidedLabel* m_title;
    Chip* m_origin;
    TextLabel* m_range;
    ElidedLabel* m_facts;
    QWidget* m_count;
    TextLabel* m_decided;
    ThinProgressBar* m_bar;
    TextLabel* m_kinds;
    QPushButton* m_revision;
    QMenu* m_revisions;
    SegmentedControl* m_since;
    QPushButton* m_check;
    QPushButton* m_comments;
    QPushButton* m_close;
    QPushButton* m_finish;
};

} // namespace rocport
