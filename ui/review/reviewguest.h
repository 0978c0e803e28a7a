#pragma once

#include "core/base/words.h"

#include <QObject>
#include <QStringList>

#include <functional>
#include <optional>

class QVBoxLayout;
class QWidget;

namespace rocport {

/// What Review shows in place of the project's own changes for a while: the review of a port that
/// was made elsewhere. The changes stay as they are behind it.
class ReviewGuest : public QObject
{
    Q_OBJECT

public:
    struct Guest
    {
        QWidget* page = nullptr;
        QWidget* bar = nullptr; ///< above the changes: the way back, while the guest is not shown
        std::function<QWidget*()> entry; ///< what takes the focus
        std::function<QStringList()> unsaved;
        std::function<void(std::optional<Phase>)> setPhase;
        std::function<void()> updateTips; ///< keys changed
    };

    /// `own`: the project's changes, in `area`.
    ReviewGuest(QWidget& area, QWidget& own, QObject* parent = nullptr);

    /// Call once. The area owns the widgets then.
    void set(const Guest& guest);
    /// Whether there is one to be shown: a port is being reviewed.
    void setPresent(bool present);
    /// Shows the guest, if there is one, or the changes.
    void show(bool guest);
    [[nodiscard]] bool isShown() const;
    /// To be called when the area got another focus proxy.
    void keepFocus();
    /// To be called when the guest has another entry: who works in the area goes on there.
    void entryChanged();
    [[nodiscard]] QStringList unsaved() const;
    void setPhase(std::optional<Phase> phase) const;
    void updateTips() const;

Q_SIGNALS:
    void shownChanged(bool guest);

private:
    QWidget& m_area;
    QWidget& m_own;
    Guest m_guest;
    bool m_present = false;
};

} // namespace rocport
