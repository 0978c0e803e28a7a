#pragma once

#include <QSet>
#include <QString>

#include <utility>

namespace rocport {

/// Holds equal texts of many values once. Lives while the values are made; not thread-safe.
class StringPool
{
public:
    /// A text equal to `value` that shares its memory with all other equal texts.
    QString shared(QString value)
    {
        const auto found = m_texts.constFind(value);
        return found != m_texts.constEnd() ? *found : *m_texts.insert(std::move(value));
    }

private:
    QSet<QString> m_texts;
};

} // namespace rocport
