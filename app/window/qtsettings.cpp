#include "app/window/qtsettings.h"

#include "app/window/settingstext.h"
#include "core/base/whendone.h"
#include "core/files/filewriter.h"

#include <QFutureWatcher>
#include <QLockFile>
#include <QSettings>
#include <QtConcurrent>

#include <chrono>
#include <utility>

namespace rocport {

namespace {

constexpr std::chrono::milliseconds kPause{200};
constexpr std::chrono::milliseconds kPatience{1000}; ///< with another window that writes

QVariantMap valuesIn(const QString& file)
{
    const QSettings settings(file, QSettings::IniFormat);
    QVariantMap values;
    const QStringList keys = settings.allKeys();
    for (const QString& key : keys) {
        values.insert(key, settings.value(key));
    }
    return values;
}

Result<void> write(const QString& file, const QVariantMap& changes)
{
    QLockFile lock(file + QStringLiteral(".lock"));
    (void)lock.tryLock(kPatience); // without it another window's newest change may be lost
    QVariantMap values = valuesIn(file);
    values.insert(changes);
    return writeFile(file, settingsText(values), FileAccess::Private);
}

QString usersFile()
{
    return QSettings(QStringLiteral("rocport"), QStringLiteral("rocport")).fileName();
}

} // namespace

QtSettings::QtSettings() : QtSettings(usersFile())
{
    // What the administrator of the system has set for all.
    const QSettings all(QStringLiteral("rocport"), QStringLiteral("rocport"));
    const QStringList keys = all.allKeys();
    for (const QString& key : keys) {
        if (!m_values.contains(key)) {
            m_values.insert(key, all.value(key));
        }
    }
}

QtSettings::QtSettings(const QString& file) : m_file(file), m_values(valuesIn(file))
{
    m_pool.setMaxThreadCount(1);
    m_timer.setSingleShot(true);
    m_timer.setInterval(kPause);
    connect(&m_timer, &QTimer::timeout, this, &QtSettings::save);
}

QtSettings::~QtSettings()
{
    m_pool.waitForDone();
    if (!m_changed.isEmpty()) {
        (void)write(m_file, m_changed); // there is nobody left to tell
    }
}

QVariant QtSettings::value(const QString& key, const QVariant& fallback) const
{
    return m_values.value(key, fallback);
}

void QtSettings::setValue(const QString& key, const QVariant& value)
{
    const auto known = m_values.constFind(key);
    if (known == m_values.constEnd() ? !value.isValid() : *known == value) {
        return;
    }
    if (value.isValid()) {
        m_values.insert(key, value);
    } else {
        m_values.remove(key);
    }
    m_changed.insert(key, value);
    if (!m_saving) {
        m_timer.start();
    }
}

void QtSettings::save()
{
    if (m_changed.isEmpty()) {
        return;
    }
    m_saving = true;
    const QVariantMap changes = m_changed; // they stay until they are written
    whenDone(QtConcurrent::run(&m_pool, &write, m_file, changes), this,
             [this, changes](const Result<void>& written) { saveEnded(written, changes); });
}

void QtSettings::saveEnded(const Result<void>& written, const QVariantMap& changes)
{
    m_saving = false;
    if (!written) {
        if (!std::exchange(m_failed, true)) {
            Q_EMIT saveFailed(written.error());
        }
        if (m_changed != changes) { // what was changed meanwhile is the next change
            m_timer.start();
        }
        return;
    }
    m_failed = false;
    for (auto change = changes.begin(); change != changes.end(); ++change) {
        const auto waiting = m_changed.constFind(change.key());
        if (waiting != m_changed.constEnd() && *waiting == *change) {
            m_changed.remove(change.key());
        }
    }
    if (m_changed.isEmpty()) {
        Q_EMIT saved();
    } else {
        m_timer.start();
    }
}

} // namespace rocport
