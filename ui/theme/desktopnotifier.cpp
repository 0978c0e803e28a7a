#include "ui/theme/desktopnotifier.h"

#include "core/base/visibletext.h"
#include "ui/theme/plaintext.h"

#include <QDBusConnection>
#include <QDBusMessage>
#include <QDBusPendingCallWatcher>
#include <QDBusPendingReply>
#include <QVariantMap>

namespace rocport {

namespace {
const auto kService = QStringLiteral("org.freedesktop.Notifications");
const auto kPath = QStringLiteral("/org/freedesktop/Notifications");
constexpr int kTimeout = 2000; // ms, for the call
} // namespace

DesktopNotifier::DesktopNotifier(QObject* parent) : QObject(parent) {}

void DesktopNotifier::show(const QString& title, const QString& text, const QString& subject)
{
    QDBusConnection bus = QDBusConnection::sessionBus();
    if (bus.isConnected()) {
        if (!m_listens) {
            m_listens = bus.connect(kService, kPath, kService, QStringLiteral("ActionInvoked"),
                                    this, SLOT(onAction(uint, QString)));
        }
        QDBusMessage message =
            QDBusMessage::createMethodCall(kService, kPath, kService, QStringLiteral("Notify"));
        // Servers take the body as markup, the summary as plain text.
        message << QStringLiteral("Rocport") << m_subjects.key(subject, 0U)
                << QStringLiteral("rocport") << visibleLine(title) << markupOf(text)
                << QStringList{QStringLiteral("default"), tr("Show")}
                << QVariantMap{{QStringLiteral("desktop-entry"), QStringLiteral("rocport")}} << -1;
        auto* watcher = new QDBusPendingCallWatcher(bus.asyncCall(message, kTimeout), this);
        connect(watcher, &QDBusPendingCallWatcher::finished, this,
                [this, subject](QDBusPendingCallWatcher* done) {
                    const QDBusPendingReply<uint> reply = *done;
                    if (reply.isValid()) {
                        m_subjects.insert(reply.value(), subject);
                    }
                    done->deleteLater();
                });
    }
    Q_EMIT shown(title, text, subject);
}

void DesktopNotifier::onAction(uint id, const QString& action)
{
    if (action == QLatin1StringView("default") && m_subjects.contains(id)) {
        Q_EMIT chosen(m_subjects.take(id));
    }
}

} // namespace rocport
