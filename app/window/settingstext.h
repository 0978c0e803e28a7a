#pragma once

#include <QByteArray>
#include <QVariantMap>

namespace rocport {

/// Values by key ("area/name") as QSettings::IniFormat (Qt 6) writes them, so that it reads them.
/// QSettings cannot write them itself: its QSaveFile puts an empty file in the place of the user's
/// when the disk is full. Keys without a value are left out.
QByteArray settingsText(const QVariantMap& values);

} // namespace rocport
