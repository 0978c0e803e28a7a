#pragma once

#include <QObject>

class QDBusVariant;
class QDBusPendingCallWatcher;

namespace rocport {

/// The two desktop settings that the theme follows, read from the desktop portal over D-Bus
/// (org.freedesktop.portal.Settings, version 1). Never blocks: values arrive later, or never when
/// there is no session bus or portal; then the defaults apply.
class DesktopSettings : public QObject
{
    Q_OBJECT

public:
    explicit DesktopSettings(QObject* parent = nullptr);

    /// Asks for the values and follows changes.
    void start();

    [[nodiscard]] bool prefersDark() const { return m_prefersDark; }
    [[nodiscard]] bool animations() const { return m_animations; }

Q_SIGNALS:
    void changed();

private Q_SLOTS:
    void onSettingChanged(const QString& group, const QString& key, const QDBusVariant& value);

private:
    void read(const QString& group, const QString& key);
    void accept(const QString& group, const QString& key, QVariant value);

    bool m_prefersDark = false;
    bool m_animations = true;
};

} // namespace rocport
