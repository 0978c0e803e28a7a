#pragma once

#include <QString>
#include <QVariant>

namespace rocport {

/// What the window remembers for its user (recent projects, sizes, theme), by key. The program
/// implements it with a settings file, tests with a map. Keys are "area/name" in lower case.
class UiSettings
{
public:
    UiSettings() = default;
    UiSettings(const UiSettings&) = delete;
    UiSettings& operator=(const UiSettings&) = delete;
    virtual ~UiSettings() = default;

    /// The stored value, or `fallback` when there is none.
    [[nodiscard]] virtual QVariant value(const QString& key,
                                         const QVariant& fallback = {}) const = 0;
    /// Stores a value; an invalid variant removes the key. Never blocks on the disk.
    virtual void setValue(const QString& key, const QVariant& value) = 0;
};

} // namespace rocport
