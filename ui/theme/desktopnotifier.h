#pragma once

#include <QHash>
#include <QObject>
#include <QString>

namespace rocport {

/// Desktop notifications over D-Bus (Desktop Notifications Specification 1.2). Without a session
/// bus or a notification server nothing is shown.
class DesktopNotifier : public QObject
{
    Q_OBJECT

public:
    explicit DesktopNotifier(QObject* parent = nullptr);
    /// Shows `title` (plain text) and `text` (shown as plain text). `subject` comes back with
    /// chosen(); a newer notification about the same subject replaces the older one.
    void show(const QString& title, const QString& text, const QString& subject);

Q_SIGNALS:
    /// A notification was requested, whether or not a desktop showed it.
    void shown(const QString& title, const QString& text, const QString& subject);
    /// The user clicked on the notification about `subject`, which closed it.
    void chosen(const QString& subject);

private Q_SLOTS:
    void onAction(uint id, const QString& action);

private:
    QHash<uint, QString> m_subjects; ///< by the server's id
    bool m_listens = false;
};

} // namespace rocport
