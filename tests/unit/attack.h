#pragma once

#include <QByteArrayList>
#include <QFile>
#include <QString>

#include <sqlite3.h>

namespace rocport::fixture {

/// Runs statements with all of SQLite's protections off; gives the first error.
inline QString attack(const QString& file, const QByteArrayList& statements)
{
    sqlite3* handle = nullptr;
    QString answer;
    if (sqlite3_open(QFile::encodeName(file).constData(), &handle) != SQLITE_OK) {
        answer = QStringLiteral("it cannot be opened");
    }
    sqlite3_exec(handle, "PRAGMA writable_schema=ON", nullptr, nullptr, nullptr);
    for (const QByteArray& statement : statements) {
        char* message = nullptr;
        if (answer.isEmpty() &&
            sqlite3_exec(handle, statement.constData(), nullptr, nullptr, &message) != SQLITE_OK) {
            answer = QString::fromUtf8(message);
        }
        sqlite3_free(message);
    }
    sqlite3_close(handle);
    return answer;
}

} // namespace rocport::fixture
