#pragma once

#include "core/project/session/packtruststore.h"
#include "core/project/session/projectstate.h"
#include "core/project/session/session.h"
#include "core/rules/packs/packfiles.h"
#include "testpaths.h"
#include "tests/gui/mapsettings.h"
#include "ui/theme/themeprovider.h"

#include <QApplication>
#include <QDirIterator>
#include <QProcess>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

/// A git repository in a temporary folder, a session on it and what widgets need.
struct ReviewFixture
{
    QTemporaryDir folder;
    QTemporaryDir data;
    MapSettings settings;
    rocport::ThemeProvider provider{settings};
    std::unique_ptr<rocport::ProjectSession> session;

    ReviewFixture() { provider.attach(*qApp); }

    [[nodiscard]] QString trustFile() const
    {
        return data.filePath(QStringLiteral("trusted-packs.json"));
    }

    /// The packs of the repository, as they lie there now, are the user's choice.
    void trustPacks() const
    {
        const auto packs = rocport::readProjectPacks(folder.path());
        QVERIFY(rocport::PackTrustStore(trustFile())
                    .keep(rocport::packContentHash(packs), rocport::packTrustFolder(folder.path()),
                          rocport::PackAnswer::Trusted)
                    .ok());
    }

    [[nodiscard]] QString path(const QString& name) const { return folder.filePath(name); }

    void write(const QString& name, const QByteArray& bytes) const
    {
        QDir().mkpath(QFileInfo(path(name)).path());
        QFile file(path(name));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(bytes);
    }

    void copySample() const
    {
        const QString from = QStringLiteral(ROCPORT_SOURCE_DIR "/resources/sample");
        QDirIterator files(from, QDir::Files | QDir::Hidden, QDirIterator::Subdirectories);
        while (files.hasNext()) {
            const QString file = files.next();
            const QString name = QDir(from).relativeFilePath(file);
            QDir().mkpath(QFileInfo(path(name)).path());
            QVERIFY(QFile::copy(file, path(name)));
        }
    }

    static bool git(const QString& folder, const QStringList& arguments)
    {
        QProcess process;
        process.setWorkingDirectory(folder);
        process.start(QStringLiteral("git"),
                      QStringList{QStringLiteral("-c"), QStringLiteral("user.name=Test"),
                                  QStringLiteral("-c"),
                                  QStringLiteral("user.email=t@example.org")} +
                          arguments);
        return process.waitForFinished(20000) && process.exitCode() == 0;
    }

    void commitAll() const
    {
        QVERIFY(git(folder.path(), {QStringLiteral("init"), QStringLiteral("-q"),
                                    QStringLiteral("-b"), QStringLiteral("main")}));
        // Whoever runs the tests may have told git no name.
        for (const char* setting : {"user.name Test", "user.email t@example.org"}) {
            QVERIFY(git(folder.path(), QStringList{QStringLiteral("config")} +
                                           QString::fromLatin1(setting).split(u' ')));
        }
        QVERIFY(git(folder.path(), {QStringLiteral("add"), QStringLiteral("-A")}));
        QVERIFY(git(folder.path(),
                    {QStringLiteral("commit"), QStringLiteral("-qm"), QStringLiteral("start")}));
    }

    void open()
    {
        session = std::make_unique<rocport::ProjectSession>(data.path());
        session->setPackTrustFile(trustFile());
        QSignalSpy opened(session.get(), &rocport::ProjectSession::opened);
        QSignalSpy failed(session.get(), &rocport::ProjectSession::openFailed);
        session->openRepository(folder.path());
        QTRY_VERIFY_WITH_TIMEOUT(!opened.isEmpty() || !failed.isEmpty(), 30000);
        QVERIFY2(failed.isEmpty(),
                 failed.isEmpty() ? "" : qPrintable(failed[0][0].value<rocport::Error>().detail));
        QTRY_VERIFY_WITH_TIMEOUT(session->state() && session->state()->scan, 30000);
    }
};
