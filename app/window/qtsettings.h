#pragma once

#include "ui/theme/uisettings.h"

#include <QSettings>

namespace rocport {

/// UiSettings over QSettings (~/.config/rocport/rocport.conf).
class QtSettings : public UiSettings
{
public:
    QtSettings();
    /// In a file of its own, for tours and tests.
    explicit QtSettings(const QString& file);

    [[nodiscard]] QVariant value(const QString& key, const QVariant& fallback) const override;
    void setValue(const QString& key, const QVariant& value) override;

private:
    QSettings m_settings;
};

} // namespace rocport
