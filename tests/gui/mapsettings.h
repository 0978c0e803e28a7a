#pragma once

#include "ui/theme/uisettings.h"

#include <QHash>

/// Settings of a test: a map.
class MapSettings : public rocport::UiSettings
{
public:
    [[nodiscard]] QVariant value(const QString& key, const QVariant& fallback) const override
    {
        return m_values.value(key, fallback);
    }
    void setValue(const QString& key, const QVariant& value) override
    {
        if (value.isValid()) {
            m_values.insert(key, value);
        } else {
            m_values.remove(key);
        }
    }
    [[nodiscard]] bool has(const QString& key) const { return m_values.contains(key); }

private:
    QHash<QString, QVariant> m_values;
};
