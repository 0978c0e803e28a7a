#pragma once

#include "testpaths.h"

#include <QByteArray>
#include <QFile>
#include <QString>

/// The bytes of a recorded output of tests/fixtures/nodes; empty: there is none.
inline QByteArray nodeFixture(const QString& name)
{
    QFile file(QStringLiteral(ROCPORT_SOURCE_DIR "/tests/fixtures/nodes/") + name);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}
