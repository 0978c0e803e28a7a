#include "ui/theme/desktopsettings.h"

#include <QDBusConnection>
#include <QDBusMessage>
#include <QDBusPendingCallWatcher>
#include <QDBusPendingReply>
#include <QDBusVariant>

namespace rocport {

namespace {
const auto kPortal = QStringLiteral("org.freedesktop.portal.Desktop");
const auto kPortalPath = QStringLiteral("/org/freedesktop/portal/desktop");
const auto kInterface = QStringLiteral("org.freedesktop.portal.Settings");
const auto kAppearance = QStringLiteral("org.freedesktop.appearance");
const auto kColourScheme = QStringLiteral("color-scheme");
const auto kGnome = QStringLiteral("org.gnome.desktop.interface");
const auto kAnimations = QStringLiteral("enable-animations");
} // namespace

DesktopSettings::DesktopSettings(QObject* parent) : QObject(parent) {}

void DesktopSettings::start()
{
    QDBusConnection bus = QDBusConnection::sessionBus();
    if (!bus.isConnected()) {
        return;
    }
    bus.connect(kPortal, kPortalPath, kInterface, QStringLiteral("SettingChanged"), this,
                SLOT(onSettingChanged(QString, QString, QDBusVariant)));
    read(kAppearance, kColourScheme);
    read(kGnome, kAnimations);
}

void DesktopSettings::read(const QString& group, const QString& key)
{
    QDBusMessage message =
        QDBusMessage::createMethodCall(kPortal, kPortalPath, kInterface, QStringLiteral("Read"));
    message << group << key;
    auto* watcher =
        new QDBusPendingCallWatcher(QDBusConnection::sessionBus().asyncCall(message, 2000), this);
    connect(watcher, &QDBusPendingCallWatcher::finished, this,
            [this, group, key](QDBusPendingCallWatcher* done) {
                const QDBusPendingReply<QDBusVariant> reply = *done;
                if (reply.isValid()) {
                    accept(group, key, reply.value().variant());
                }
                done->deleteLater();
            });
}

void DesktopSettings::onSettingChanged(const QString& group, const QString& key,
                                       const QDBusVariant& value)
{
    accept(group, key, value.variant());
}

void DesktopSettings::accept(const QString& group, const QString& key, QVariant value)
{
    // Read() of version 1 wraps the value in a second variant.
    while (value.canConvert<QDBusVariant>()) {
        value = value.value<QDBusVariant>().variant();
    }
    if (group == kAppearance && key == kColourScheme) {
        const bool dark = value.toUInt() == 1; // 0 no preference, 1 dark, 2 light
        if (dark != m_prefersDark) {
            m_prefersDark = dark;
            Q_EMIT changed();
        }
    } else if (group == kGnome && key == kAnimations) {
        const bool on = value.toBool();
        if (on != m_animations) {
            m_animations = on;
            Q_EMIT changed();
        }
    }
}

} // namespace rocport
