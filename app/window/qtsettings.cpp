#include "app/window/qtsettings.h"

namespace rocport {

QtSettings::QtSettings() : m_settings(QStringLiteral("rocport"), QStringLiteral("rocport")) {}

QtSettings::QtSettings(const QString& file) : m_settings(file, QSettings::IniFormat) {}

QVariant QtSettings::value(const QString& key, const QVariant& fallback) const
{
    return m_settings.value(key, fallback);
}

void QtSettings::setValue(const QString& key, const QVariant& value)
{
    if (value.isValid()) {
        m_settings.setValue(key, value);
    } else {
        m_settings.remove(key);
    }
}

} // namespace rocport
