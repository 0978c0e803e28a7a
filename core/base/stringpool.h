#pragma once

#include <QSet>
#include <QString>

#include <utility>

namespace rocport {

/// Equal texts of many values, held once. Lives while the values are made; not for several threads.
class StringPool
{
public:
    /// A text that is equal to `value` and shares its memory with all others that are.
    QString shared(QString value)
    {
        const auto found = m_texts.constFind(value);
        return found != m_texts.constEnd() ? *found : *m_texts.insert(std::move(value));
    }

private:
    QSet<QString> m_texts;
};

} // namespace rocport
