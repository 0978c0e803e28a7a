#include "ui/theme/whynot.h"

#include <QAction>
#include <QKeySequence>

namespace rocport {

namespace {

constexpr const char* kProperty = "whyNot";

QString plainText(const QAction& action)
{
    QString text = action.text();
    text.remove(u'&');
    while (text.endsWith(u'…')) {
        text.chop(1);
    }
    return text;
}

} // namespace

void setWhyNot(QAction& action, const QString& sentence)
{
    action.setProperty(kProperty, sentence);
}

QString whyNot(const QAction& action)
{
    if (action.isEnabled()) {
        return {};
    }
    const QString sentence = action.property(kProperty).toString();
    return sentence.isEmpty() ? QObject::tr("“%1” cannot be done now.").arg(plainText(action))
                              : sentence;
}

QString firstReason(std::initializer_list<QString> sentences)
{
    for (const QString& sentence : sentences) {
        if (!sentence.isEmpty()) {
            return sentence;
        }
    }
    return {};
}

QString keyText(const QKeySequence& key)
{
    if (key.count() > 1) { // "gg" as it is typed
        QString letters;
        for (int i = 0; i < key.count(); ++i) {
            letters += keyText(QKeySequence(key[static_cast<uint>(i)]));
        }
        return letters.size() == key.count() ? letters : key.toString();
    }
    if (key.isEmpty()) {
        return {};
    }
    const int code = key[0].key();
    const Qt::KeyboardModifiers modifiers = key[0].keyboardModifiers();
    if (code >= Qt::Key_A && code <= Qt::Key_Z && !(modifiers & ~Qt::ShiftModifier)) {
        const QChar letter(static_cast<char16_t>(code));
        return modifiers & Qt::ShiftModifier ? QString(letter) : QString(letter.toLower());
    }
    return key.toString();
}

QString keysText(const QAction& action)
{
    QStringList texts;
    for (const QKeySequence& key : action.shortcuts()) {
        texts.append(keyText(key));
    }
    return texts.join(u' ');
}

} // namespace rocport
