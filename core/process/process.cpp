#include "core/process/process.h"

namespace rocport {

QString ProcessCommand::display() const
{
    QStringList parts;
    for (const QString& part : QStringList{program} + arguments) {
        bool plain = !part.isEmpty();
        for (const QChar c : part) {
            plain = plain && (c.isLetterOrNumber() || QStringLiteral("-_./=:+,@%").contains(c));
        }
        QString quoted = part;
        parts.append(plain ? part : u'\'' + quoted.replace(u'\'', QStringLiteral("'\\''")) + u'\'');
    }
    return parts.join(u' ');
}

void Process::setState(State state)
{
    if (state != m_state) {
        m_state = state;
        Q_EMIT stateChanged(state);
    }
}

} // namespace rocport
