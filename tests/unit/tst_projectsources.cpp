#include "core/base/cancel.h"
#include "core/base/place.h"
#include "core/project/proof/prooftexts.h"
#include "core/project/session/filetexts.h"
#include "core/project/session/inventoryplaces.h"
#include "core/project/session/projectsources.h"
#include "storedproject.h"

#include <QDir>

using namespace rocport;
using fixture::StoredProject;

class ProjectSourcesTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void withoutAProjectNothingIsThere();
    void unknownChangesMakeNoPatch();
    void filesOfThePortComeFromItsWorktree();
    void noLinkLeadsOut();
};

void ProjectSourcesTest::withoutAProjectNothingIsThere()
{
    StoredProject p;
    const ProjectSources sources(p.project);
    p.project.setState(nullptr);
    QCOMPARE(sources.loadFile(RepoPath("a.cu")).result().error().code, ErrorCode::FileNotFound);
    QCOMPARE(sources.loadSource(RepoPath("a.cu")).result().error().code, ErrorCode::FileNotFound);
    QCOMPARE(sources.localFile({RepoPath("a.cu")}).error().code, ErrorCode::FileNotFound);
    QCOMPARE(sources.proofTexts("key", {}).result().error().code, ErrorCode::NotPossibleNow);
}

void ProjectSourcesTest::unknownChangesMakeNoPatch()
{
    StoredProject p;
    const ProjectSources sources(p.project);
    QCOMPARE(sources.patchOf({"none"}).result().error().code, ErrorCode::InvalidArgument);
    // The project is open, its repository is not there.
    QVERIFY(!sources.patchOf({p.key(1)}).result().ok());
}

void ProjectSourcesTest::filesOfThePortComeFromItsWorktree()
{
    StoredProject p;
    const ProjectSources sources(p.project);
    const QDir folder(p.folder.path());
    for (const QString& name : {QStringLiteral("checkout"), QStringLiteral("worktree")}) {
        QVERIFY(folder.mkpath(name));
        QFile file(folder.filePath(name + QStringLiteral("/a.cu")));
        QVERIFY(file.open(QFile::WriteOnly));
    }
    p.alter([&](ProjectState& state) {
        state.meta.repositoryRoot = folder.filePath(QStringLiteral("checkout"));
        state.meta.worktree = folder.filePath(QStringLiteral("worktree"));
    });
    const auto original = sources.localFile({RepoPath("a.cu"), 1, PlaceSide::Original});
    QVERIFY(original.ok());
    QVERIFY(original->endsWith(QStringLiteral("checkout/a.cu")));
    const auto port = sources.localFile({RepoPath("a.cu"), 1, PlaceSide::Port});
    QVERIFY(port.ok());
    QVERIFY(port->endsWith(QStringLiteral("worktree/a.cu")));
    QVERIFY(QFile::remove(*port));
    QVERIFY(sources.localFile({RepoPath("a.cu"), 1, PlaceSide::Port}).ok()); // the checkout's
    QCOMPARE(sources.openInEditor({RepoPath("none.cu")}, QStringLiteral("true")).error().code,
             ErrorCode::FileNotFound);
}

void ProjectSourcesTest::noLinkLeadsOut()
{
    StoredProject p;
    const ProjectSources sources(p.project);
    const QDir folder(p.folder.path());
    QVERIFY(folder.mkpath(QStringLiteral("checkout")));
    QVERIFY(QFile::link(p.file(), folder.filePath(QStringLiteral("checkout/link.cu"))));
    p.store(); // the project file is there
    p.alter([&](ProjectState& state) {
        state.meta.repositoryRoot = folder.filePath(QStringLiteral("checkout"));
    });
    QCOMPARE(sources.localFile({RepoPath("link.cu")}).error().code, ErrorCode::FileNotFound);
    QCOMPARE(sources.localFile({RepoPath("../project.rocport")}).error().code,
             ErrorCode::FileNotFound);
}

QTEST_GUILESS_MAIN(ProjectSourcesTest)
#include "tst_projectsources.moc"
