#pragma once

#include "core/project/port/commit.h"
#include "core/project/port/commitwishes.h"
#include "core/project/session/projectstate.h"
#include "tests/integration/portfixture.h"
#include "tests/support/isolatehome.h"

namespace rocport::test {

/// A port whose changes are committed; what is there afterwards is asked of the git program.
class CommitsFixture
{
protected:
    static QString text(const char* latin) { return QString::fromUtf8(latin); }
    void isolate() const { isolateHome(m_home.path()); }
    void start()
    {
        m_port = std::make_unique<Port>();
        m_port->open();
        m_failed = std::make_unique<QSignalSpy>(m_port->session.get(), &ProjectSession::failed);
    }
    void stop()
    {
        m_failed.reset();
        m_port.reset();
    }
    [[nodiscard]] std::shared_ptr<const ProjectState> state() const
    {
        return m_port->session->state();
    }
    /// What git says of the port branch.
    [[nodiscard]] QByteArray log(const char* format) const
    {
        return m_port->repository
            .git({text("log"), text("--format=%1").arg(QLatin1String(format)),
                  text("main..") + state()->meta.portBranch})
            .trimmed();
    }
    QByteArray git(const QStringList& arguments) const { return m_port->repository.git(arguments); }
    void accept(const QVector<QByteArray>& keys) const
    {
        const auto done =
            m_port->session->decide(keys, DecisionKind::Accepted, text("some"), {}, text("test"));
        QVERIFY2(done.ok(), done.ok() ? "" : qPrintable(done.error().detail));
    }
    [[nodiscard]] QVector<QByteArray> keysOf(Phase phase) const
    {
        QVector<QByteArray> keys;
        for (const Hunk& hunk : state()->scan->hunks) {
            if (hunk.phase == phase) {
                keys.append(hunk.key);
            }
        }
        return keys;
    }
    void commit(const CommitWishes& wishes) const
    {
        m_port->session->commit(wishes);
        m_port->wait();
    }
    void commitOne(Phase phase, CommitForm form = CommitForm::New,
                   const QString& message = {}) const
    {
        CommitWishes wishes;
        wishes.phases = {{phase, form, message}};
        commit(wishes);
    }
    [[nodiscard]] CommitPreview preview(const CommitWishes& wishes) const
    {
        auto asked = m_port->session->previewCommit(wishes);
        if (!QTest::qWaitFor([&] { return asked.isFinished(); }, kPatience) || !asked.result()) {
            return {};
        }
        return *asked.result();
    }
    [[nodiscard]] static const PhasePreview* of(const CommitPreview& preview, Phase phase)
    {
        for (const PhasePreview& one : preview.phases) {
            if (one.phase == phase) {
                return &one;
            }
        }
        return nullptr;
    }
    /// The commits that stand are those of the branch, with the changes that are committed.
    void checkRecords() const
    {
        QByteArrayList ids;
        QSet<QByteArray> keys;
        for (const RecordedCommit& commit : state()->commits) {
            if (!commit.undone) {
                ids.prepend(commit.id);
                for (const QByteArray& key : commit.hunkKeys) {
                    QVERIFY(!keys.contains(key));
                    keys.insert(key);
                }
            }
        }
        QCOMPARE(ids.join('\n'), log("%H"));
        QCOMPARE(keys, state()->committed);
    }
    /// The worktree is at the branch's tip and clean.
    void checkWorktree() const
    {
        int code = 0;
        const QString folder = state()->meta.worktree;
        QCOMPARE(ScratchRepository::runGit(folder, {text("status"), text("--porcelain")}, &code),
                 QByteArray());
        QCOMPARE(ScratchRepository::runGit(folder, {text("rev-parse"), text("HEAD")}, &code),
                 git({text("rev-parse"), state()->meta.portBranch}));
    }
    [[nodiscard]] QByteArray tree() const
    {
        return git({text("rev-parse"), state()->meta.portBranch + text("^{tree}")});
    }
    /// Commits all of translation and the first half of the masks, then accepts the other half.
    void commitHalf() const
    {
        const QVector<QByteArray> masks = keysOf(Phase::Wavefront);
        QVERIFY(masks.size() >= 2);
        accept(keysOf(Phase::Translation));
        accept({masks.first()});
        CommitWishes wishes;
        wishes.phases = {{Phase::Translation, CommitForm::New, {}},
                         {Phase::Wavefront, CommitForm::New, {}}};
        commit(wishes);
        QVERIFY2(m_failed->isEmpty(), why(*m_failed).constData());
    }

    QTemporaryDir m_home;
    std::unique_ptr<Port> m_port;
    std::unique_ptr<QSignalSpy> m_failed;
};

} // namespace rocport::test
