#pragma once

#include <QByteArray>
#include <QVariantMap>

namespace rocport {

/// Values by key ("area/name") as QSettings::IniFormat (Qt 6) writes them, so that it can read
/// them. QSettings cannot be used to write them: its QSaveFile replaces the user's file by an empty
/// one when the disk is full. Keys without a value are left out.
QByteArray settingsText(const QVariantMap& values);

} // namespace rocport
