#pragma once

#include "scanfixture.h"

#include <QSqlDatabase>
#include <QSqlError>
#include <QSqlQuery>
#include <QTemporaryDir>
#include <QTest>

#include <memory>

namespace rocport::fixture {

/// Runs statements on a project file from outside of the program: the last one's first value, or
/// what SQLite says against one.
inline QString outside(const QString& file, const QStringList& statements)
{
    QString answer;
    {
        QSqlDatabase database =
            QSqlDatabase::addDatabase(QStringLiteral("QSQLITE"), QStringLiteral("outside"));
        database.setDatabaseName(file);
        if (!database.open()) {
            return database.lastError().text();
        }
        for (const QString& statement : statements) {
            QSqlQuery query(database);
            if (!query.exec(statement)) {
                answer = query.lastError().databaseText();
                break;
            }
            if (query.next()) {
                answer = query.value(0).toString();
            }
        }
    }
    QSqlDatabase::removeDatabase(QStringLiteral("outside"));
    return answer;
}

/// What tests of project files have in common: a folder of its own for each test.
class ProjectFolder
{
protected:
    void renew() { m_folder = std::make_unique<QTemporaryDir>(); }
    [[nodiscard]] QString path() const { return m_folder->filePath(QStringLiteral("x.rocport")); }
    [[nodiscard]] std::unique_ptr<ProjectFile> create() const
    {
        auto file = ProjectFile::create(path(), meta());
        return file ? *std::move(file) : nullptr;
    }
    [[nodiscard]] std::unique_ptr<ProjectFile> reopen(bool readOnly = false) const
    {
        auto file = ProjectFile::open(path(), readOnly);
        if (!file) {
            qWarning("open: %d %s", int(file.error().code), qPrintable(file.error().detail));
            return nullptr;
        }
        return *std::move(file);
    }
    /// Why it cannot be opened; Internal: it can.
    [[nodiscard]] ErrorCode openCode(bool readOnly = false) const
    {
        const auto opened = ProjectFile::open(path(), readOnly);
        return opened.ok() ? ErrorCode::Internal : opened.error().code;
    }
    /// A project with a scan and one decision.
    void makeProject(int files = 3, int findings = 6) const
    {
        const auto file = create();
        QVERIFY(file != nullptr);
        QVERIFY(file->saveScan(*scan(files, findings)).ok());
        QVERIFY(file->appendBatch(batch(BatchKind::Decide, {decision("a", DecisionKind::Accepted)}))
                    .ok());
    }

    std::unique_ptr<QTemporaryDir> m_folder;
};

} // namespace rocport::fixture
