// What the main window asks before a project or the program ends.
#include "ui/shell/mainwindow.h"

#include "core/base/whendone.h"
#include "ui/theme/plaintext.h"

#include <QMessageBox>
#include <QPushButton>

#include <memory>
#include <utility>

namespace rocport {

/// What would be lost, a line each.
QStringList MainWindow::unsaved(Leaving leaving) const
{
    QStringList lines;
    if (!m_state) {
        return lines;
    }
    for (const Area& area : std::as_const(m_areas)) {
        lines += area.area->prepareToLeave(leaving);
    }
    for (const TaskInfo& task : m_session.tasks()) {
        if (!task.repeats) {
            lines.append(tr("the task “%1”, which is still running").arg(task.title));
        }
    }
    return lines;
}

/// Runs `go` at once, or after the user says so where it would lose something.
void MainWindow::leave(Leaving leaving, const QString& what, const std::function<void()>& go)
{
    const auto name = QStringLiteral("confirmLeave");
    const auto asked = findChildren<QMessageBox*>(name, Qt::FindDirectChildrenOnly);
    for (const QMessageBox* box : asked) {
        if (box->isVisible()) {
            return; // the question stands there already
        }
    }
    const QStringList lost = unsaved(leaving);
    if (lost.isEmpty()) {
        go();
        return;
    }
    constexpr qsizetype kShown = 12;
    QStringList lines;
    for (const QString& line : lost.first(std::min(kShown, lost.size()))) {
        lines.append(QStringLiteral("• ") + line);
    }
    if (lost.size() > kShown) {
        lines.append(tr("and %1 more").arg(lost.size() - kShown));
    }
    QMessageBox* box =
        questionBox(tr("%1?").arg(what),
                    tr("This would be lost, because it is not saved or not finished:") +
                        QStringLiteral("\n\n") + lines.join(u'\n'),
                    this);
    box->setObjectName(name);
    box->setAttribute(Qt::WA_DeleteOnClose);
    QPushButton* yes = box->addButton(tr("%1 anyway").arg(what), QMessageBox::DestructiveRole);
    QPushButton* no = box->addButton(tr("Cancel"), QMessageBox::RejectRole);
    box->setDefaultButton(no);
    box->setEscapeButton(no);
    connect(yes, &QPushButton::clicked, this, go);
    box->open();
}

/// What was decided a moment ago may not be written yet: where that fails, the window stays to
/// tell.
void MainWindow::closeOnceStored()
{
    if (m_session.isStored()) {
        closeAtOnce();
        return;
    }
    if (std::exchange(m_storing, true)) {
        return; // asked for twice
    }
    const auto failed = std::make_shared<bool>(false);
    const QMetaObject::Connection watch =
        connect(&m_session, &ProjectSession::failed, this, [failed] { *failed = true; });
    whenDone(m_session.stored(), this, [this, failed, watch] {
        disconnect(watch);
        m_storing = false;
        if (!*failed) {
            closeAtOnce();
        }
    });
}

void MainWindow::closeAtOnce()
{
    m_sureToLeave = true;
    close();
    m_sureToLeave = false;
}

} // namespace rocport
