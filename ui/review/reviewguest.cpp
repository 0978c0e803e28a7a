#include "ui/review/reviewguest.h"

#include <QVBoxLayout>
#include <QWidget>

#include <utility>

namespace rocport {

ReviewGuest::ReviewGuest(QWidget& area, QWidget& own, QObject* parent)
    : QObject(parent), m_area(area), m_own(own)
{
}

void ReviewGuest::set(const Guest& guest)
{
    m_guest = guest;
    auto* layout = static_cast<QVBoxLayout*>(m_area.layout());
    layout->setSpacing(0);
    layout->insertWidget(0, guest.bar);
    layout->addWidget(guest.page, 1);
    guest.bar->hide();
    guest.page->hide();
}

void ReviewGuest::setPresent(bool present)
{
    if (std::exchange(m_present, present) != present) {
        show(present);
    }
}

void ReviewGuest::show(bool guest)
{
    if (m_guest.page == nullptr) {
        return;
    }
    const bool shown = guest && m_present;
    const bool before = isShown();
    const bool hadFocus = m_area.isAncestorOf(m_area.focusWidget());
    m_guest.bar->setVisible(m_present && !shown);
    if (shown == before) {
        return;
    }
    m_own.setVisible(!shown);
    m_guest.page->setVisible(shown);
    keepFocus();
    Q_EMIT shownChanged(shown);
    if (hadFocus && m_area.isVisible() && m_area.focusProxy() != nullptr) {
        m_area.focusProxy()->setFocus();
    }
}

bool ReviewGuest::isShown() const
{
    return m_guest.page != nullptr && !m_guest.page->isHidden();
}

void ReviewGuest::keepFocus()
{
    if (isShown()) {
        m_area.setFocusProxy(m_guest.entry());
    }
}

void ReviewGuest::entryChanged()
{
    keepFocus();
    const QWidget* focus = m_area.window()->focusWidget();
    const bool here = focus == nullptr || m_area.isAncestorOf(focus) || !focus->isVisible();
    if (isShown() && m_area.isVisible() && here && m_area.focusProxy() != nullptr) {
        m_area.focusProxy()->setFocus();
    }
}

QStringList ReviewGuest::unsaved() const
{
    return m_guest.unsaved ? m_guest.unsaved() : QStringList();
}

void ReviewGuest::setPhase(std::optional<Phase> phase) const
{
    if (m_guest.setPhase) {
        m_guest.setPhase(phase);
    }
}

void ReviewGuest::updateTips() const
{
    if (m_guest.updateTips) {
        m_guest.updateTips();
    }
}

} // namespace rocport
