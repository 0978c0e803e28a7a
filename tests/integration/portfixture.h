#pragma once

#include "core/project/session/filetexts.h"
#include "core/project/session/projectstate.h"
#include "core/project/session/session.h"
#include "core/rules/analyse.h"
#include "tests/support/reducesource.h"
#include "tests/support/scratchrepository.h"

#include <QSignalSpy>
#include <QTest>

namespace rocport::test {

constexpr int kPatience = 20000;

/// An open session on a repository with lane masks, a launch and a Python model.
struct Port
{
    ScratchRepository repository;
    QTemporaryDir data;
    std::unique_ptr<ProjectSession> session;

    Port()
    {
        repository.write(QStringLiteral("CMakeLists.txt"),
                         "project(demo LANGUAGES CXX CUDA)\nadd_library(demo src/reduce.cu)\n");
        repository.write(QStringLiteral("src/reduce.cu"), kReduce);
        repository.write(QStringLiteral("src/notes.txt"), "one\ntwo\nthree\n");
        repository.commitAll();
    }

    void open()
    {
        session = std::make_unique<ProjectSession>(data.path());
        session->openRepository(repository.path());
        QTRY_VERIFY_WITH_TIMEOUT(
            session->state() && session->state()->scan && session->tasks().isEmpty(), kPatience);
    }
    void wait() const
    {
        const bool done = QTest::qWaitFor([this] { return session->tasks().isEmpty(); }, kPatience);
        QVERIFY2(done, done ? "" : qPrintable(session->tasks().first().title));
    }
    /// Upstream commits `text` as `name`, and the session scans it.
    void upstream(const QString& name, const QByteArray& text) const
    {
        repository.write(name, text);
        repository.commitAll(QStringLiteral("upstream"));
        session->rescan();
        wait();
    }
    /// The first hunk of the main file whose original lines hold `text`.
    [[nodiscard]] const Hunk* hunkAt(const QByteArray& text,
                                     const QString& path = QStringLiteral("src/reduce.cu")) const
    {
        const auto texts = session->loadFile(RepoPath(path.toUtf8())).result();
        if (!texts) {
            return nullptr;
        }
        const QList<QByteArray> lines = texts->original.split('\n');
        for (const Hunk& hunk : session->state()->scan->hunks) {
            if (hunk.targetPath != RepoPath(path.toUtf8())) {
                continue;
            }
            for (int line = hunk.firstLine; line <= hunk.lastLine; ++line) {
                if (lines.value(line - 1).contains(text)) {
                    return session->state()->hunk(hunk.key);
                }
            }
        }
        return nullptr;
    }
    [[nodiscard]] QByteArray proposed(const Hunk& hunk) const
    {
        const auto texts = session->loadFile(hunk.targetPath).result();
        return texts ? hunkReplacementLines(texts->original, hunk) : QByteArray();
    }
    [[nodiscard]] Result<void> edit(const QByteArray& key, const QByteArray& lines) const
    {
        auto done = session->editHunk(key, lines);
        if (!QTest::qWaitFor([&] { return done.isFinished(); }, kPatience)) {
            return Error{ErrorCode::Internal, QStringLiteral("the edit took too long"), {}};
        }
        return done.result();
    }
    void acceptAll() const
    {
        QVector<QByteArray> keys;
        for (const Hunk& hunk : session->state()->scan->hunks) {
            if (session->state()->decisions.kind(hunk.key) == DecisionKind::Open) {
                keys.append(hunk.key);
            }
        }
        if (keys.isEmpty()) {
            return;
        }
        const Result<void> done = session->decide(
            keys, DecisionKind::Accepted, QStringLiteral("all"), {}, QStringLiteral("test"));
        QVERIFY2(done.ok(), done.ok() ? "" : qPrintable(done.error().detail));
    }
    void commitAll() const
    {
        session->commitPhases(QVector<Phase>(kPhases.begin(), kPhases.end()));
        wait();
    }
    [[nodiscard]] QByteArray onBranch(const QString& path) const
    {
        return repository.git(
            {QStringLiteral("show"), session->state()->meta.portBranch + u':' + path});
    }
    /// A person's commit on the port branch, in its worktree.
    void byHand(const QString& path, const QByteArray& from, const QByteArray& to) const
    {
        const QString worktree = session->state()->meta.worktree;
        QFile file(worktree + u'/' + path);
        QVERIFY2(file.open(QIODevice::ReadOnly), qPrintable(file.fileName()));
        QByteArray text = file.readAll();
        file.close();
        QVERIFY(text.contains(from));
        text.replace(text.indexOf(from), from.size(), to);
        QVERIFY(file.open(QIODevice::WriteOnly | QIODevice::Truncate));
        file.write(text);
        file.close();
        int code = 0;
        ScratchRepository::runGit(
            worktree, {QStringLiteral("commit"), QStringLiteral("-qam"), QStringLiteral("hand")},
            &code);
        QCOMPARE(code, 0);
    }
};

/// Why something failed, for messages of tests.
inline QByteArray why(const QSignalSpy& failed)
{
    if (failed.isEmpty()) {
        return {};
    }
    const auto error = failed.first().first().value<Error>();
    return QStringLiteral("%1: %2 (%3)")
        .arg(int(error.code))
        .arg(error.detail, error.object)
        .toUtf8();
}

} // namespace rocport::test
