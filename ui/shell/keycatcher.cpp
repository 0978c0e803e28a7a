#include "ui/shell/keycatcher.h"

#include "ui/theme/commandkeys.h"
#include "ui/theme/whynot.h"

#include <QKeyEvent>

#include <algorithm>
#include <array>

namespace rocport {

namespace {

constexpr int kSecondLetterMs = 700;

constexpr std::array kOfLists{Qt::Key_Up,     Qt::Key_Down,     Qt::Key_Left,  Qt::Key_Right,
                              Qt::Key_Return, Qt::Key_Enter,    Qt::Key_Space, Qt::Key_Backspace,
                              Qt::Key_PageUp, Qt::Key_PageDown, Qt::Key_Home,  Qt::Key_End};

bool isModifier(int key)
{
    return key == Qt::Key_Shift || key == Qt::Key_Control || key == Qt::Key_Alt ||
           key == Qt::Key_Meta || key == Qt::Key_AltGr || key == Qt::Key_unknown || key == 0;
}

/// Shift is part of what a sign is typed with ("?"), and a key of its own with letters and F keys.
QKeySequence keyOf(const QKeyEvent& event)
{
    const int code = event.key();
    Qt::KeyboardModifiers modifiers = event.modifiers() & ~Qt::KeypadModifier;
    const bool sign =
        code > Qt::Key_Space && code < Qt::Key_Escape && (code < Qt::Key_A || code > Qt::Key_Z);
    if (sign) {
        modifiers &= ~Qt::ShiftModifier;
    }
    return QKeySequence(QKeyCombination(modifiers, static_cast<Qt::Key>(code)));
}

} // namespace

KeyCatcher::KeyCatcher(QWidget* parent) : QLineEdit(parent)
{
    setReadOnly(true);
    setPlaceholderText(tr("Press a key, or Esc"));
    setAccessibleName(tr("New key"));
    m_second.setSingleShot(true);
    m_second.setInterval(kSecondLetterMs);
    connect(&m_second, &QTimer::timeout, this, &KeyCatcher::finish);
}

void KeyCatcher::start()
{
    m_second.stop();
    m_key = {};
    clear();
    setFocus(Qt::OtherFocusReason);
}

bool KeyCatcher::event(QEvent* event)
{
    if (event->type() == QEvent::ShortcutOverride) {
        event->accept(); // the key is a value here, no command
        return true;
    }
    return QLineEdit::event(event);
}

void KeyCatcher::keyPressEvent(QKeyEvent* event)
{
    event->accept();
    if (isModifier(event->key())) {
        return;
    }
    if (event->key() == Qt::Key_Escape && event->modifiers() == Qt::NoModifier) {
        m_second.stop();
        Q_EMIT cancelled();
        return;
    }
    const bool plain = !(event->modifiers() & ~(Qt::ShiftModifier | Qt::KeypadModifier));
    if (plain && std::find(kOfLists.begin(), kOfLists.end(), event->key()) != kOfLists.end()) {
        Q_EMIT refused(tr("Lists and fields need this key themselves."));
        return;
    }
    const QKeySequence key = keyOf(*event);
    if (m_second.isActive() && isLetterKey(key)) {
        m_key = QKeySequence(m_key[0], key[0]);
        finish();
        return;
    }
    m_key = key;
    setText(keyText(m_key));
    if (isLetterKey(key)) {
        m_second.start();
    } else {
        finish();
    }
}

void KeyCatcher::focusOutEvent(QFocusEvent* event)
{
    QLineEdit::focusOutEvent(event);
    if (m_second.isActive()) {
        finish();
    }
}

void KeyCatcher::finish()
{
    m_second.stop();
    const QKeySequence key = std::exchange(m_key, {});
    clear();
    if (!key.isEmpty()) {
        Q_EMIT caught(key);
    }
}

} // namespace rocport
