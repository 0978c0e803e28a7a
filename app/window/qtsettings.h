#pragma once

#include "core/base/result.h"
#include "ui/theme/uisettings.h"

#include <QObject>
#include <QThreadPool>
#include <QTimer>
#include <QVariantMap>

namespace rocport {

/// UiSettings over a file that QSettings reads (~/.config/rocport/rocport.conf) and core/files
/// writes, so that the file is the old or the new one however full the disk is. Changes are written
/// a moment later, in another thread, and at the end; what another window changed in the meantime
/// is kept.
class QtSettings : public QObject, public UiSettings
{
    Q_OBJECT

public:
    QtSettings();
    /// Uses a file of its own, for tours and tests.
    explicit QtSettings(const QString& file);
    /// Writes what has not been written yet.
    ~QtSettings() override;

    [[nodiscard]] QVariant value(const QString& key, const QVariant& fallback) const override;
    void setValue(const QString& key, const QVariant& value) override;

Q_SIGNALS:
    /// Changes could not be stored. Writing is tried again with the next change; sent once until
    /// then.
    void saveFailed(const rocport::Error& error);
    /// Everything is stored.
    void saved();

private:
    void save();
    void saveEnded(const Result<void>& written, const QVariantMap& changes);

    QString m_file;
    QVariantMap m_values;
    QVariantMap m_changed; ///< not written yet; invalid: the key is removed
    QTimer m_timer;
    QThreadPool m_pool; ///< one thread
    bool m_saving = false;
    bool m_failed = false;
};

} // namespace rocport
