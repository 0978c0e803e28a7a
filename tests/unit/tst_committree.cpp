#include "core/vcs/repository.h"
#include "tests/unit/repositoryfixture.h"

#include <QElapsedTimer>
#include <QTest>

#include <atomic>
#include <thread>

using namespace rocport;
using namespace rocport::fixture;

namespace {

std::unique_ptr<SourceTree> treeOf(const GitFixture& fixture, const QByteArray& commit)
{
    auto tree = openOrFail(fixture.path())->treeAt(commit); // outlives the repository
    if (!tree) {
        qFatal("treeAt: %s", qPrintable(tree.error().detail));
    }
    return std::move(*tree);
}

const TreeEntry* find(const QVector<TreeEntry>& entries, const QByteArray& path)
{
    for (const TreeEntry& entry : entries) {
        if (entry.path.bytes() == path) {
            return &entry;
        }
    }
    return nullptr;
}

} // namespace

class TestCommitTree : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { GitFixture::isolate(m_home.path()); }

    void listsKindsAndIdentities()
    {
        GitFixture inner;
        inner.write("x", "x");
        inner.commitAll();
        GitFixture fixture;
        fixture.write("src/a.cu", "a\n");
        fixture.write("latin\xe9.cu", "l\n");
        fixture.write("run.sh", "r\n");
        ::chmod(QFile::encodeName(fixture.path() + text("/run.sh")).constData(), 0755);
        QFile::link(text("/etc/passwd"), fixture.path() + text("/out"));
        QFile::link(text("."), fixture.path() + text("/circle"));
        fixture.run({text("-c"), text("protocol.file.allow=always"), text("submodule"), text("add"),
                     text("-q"), inner.path(), text("third")});
        const QByteArray commit = fixture.commitAll();
        fixture.write("src/a.cu", "not committed\n");
        const auto tree = treeOf(fixture, commit);
        QCOMPARE(tree->describe(), text("main @ ") + QString::fromLatin1(commit.left(7)));
        const auto entries = tree->list({});
        QVERIFY(entries);
        QCOMPARE(entries->size(), 7);
        QVERIFY(
            std::is_sorted(entries->begin(), entries->end(),
                           [](const TreeEntry& a, const TreeEntry& b) { return a.path < b.path; }));
        const TreeEntry* file = find(*entries, "src/a.cu");
        QVERIFY(file != nullptr);
        QCOMPARE(file->identity, fixture.run({text("rev-parse"), text("HEAD:src/a.cu")}).trimmed());
        QCOMPARE(*tree->read(*file, 100), QByteArray("a\n"));
        QVERIFY(find(*entries, "latin\xe9.cu") != nullptr);
        QVERIFY(find(*entries, "run.sh")->executable);
        QCOMPARE(find(*entries, "out")->kind, TreeEntry::Kind::Link);
        QCOMPARE(find(*entries, "circle")->kind, TreeEntry::Kind::Link);
        QCOMPARE(find(*entries, "third")->kind, TreeEntry::Kind::Submodule);
        for (const char* unread : {"out", "third"}) {
            const auto bytes = tree->read(*find(*entries, unread), 100);
            QVERIFY(!bytes);
            QCOMPARE(bytes.error().code, ErrorCode::FileUnreadable);
        }
    }

    void fileAtErrors()
    {
        GitFixture fixture;
        fixture.write("dir/a.cu", "0123456789");
        QFile::link(text("dir/a.cu"), fixture.path() + text("/link"));
        const QByteArray commit = fixture.commitAll();
        const auto repository = Repository::open(fixture.path());
        const auto code = [&](const char* path, qint64 limit = 100) {
            const auto bytes = (*repository)->fileAt(commit, RepoPath(path), limit);
            return bytes ? ErrorCode::Internal : bytes.error().code;
        };
        QCOMPARE(*(*repository)->fileAt(commit, RepoPath("dir/a.cu"), 10),
                 QByteArray("0123456789"));
        QCOMPARE(code("dir/a.cu", 9), ErrorCode::FileTooLarge);
        QCOMPARE(code("dir/none"), ErrorCode::FileNotFound);
        QCOMPARE(code(""), ErrorCode::FileNotFound);
        QCOMPARE(code("dir"), ErrorCode::FileUnreadable);
        QCOMPARE(code("link"), ErrorCode::FileUnreadable);
        QCOMPARE((*repository)->fileAt("zz", RepoPath("a")).error().code,
                 ErrorCode::InvalidArgument);
    }

    void missingObject()
    {
        GitFixture fixture;
        fixture.write("a.cu", "lost\n");
        const QByteArray commit = fixture.commitAll();
        const QString id =
            QString::fromLatin1(fixture.run({text("rev-parse"), text("HEAD:a.cu")}).trimmed());
        QVERIFY(
            QFile::remove(fixture.path() + text("/.git/objects/") + id.left(2) + u'/' + id.mid(2)));
        const auto tree = treeOf(fixture, commit);
        const auto entries = tree->list({});
        QVERIFY(entries);
        const auto bytes = tree->read(entries->first(), 100);
        QVERIFY(!bytes);
        QCOMPARE(bytes.error().code, ErrorCode::FileUnreadable);
        QVERIFY(!bytes.error().detail.isEmpty());
    }

    void veryDeepTree()
    {
        // 3,000 folders inside each other, made without a checkout.
        GitFixture fixture;
        fixture.write("a.cu", "deep\n");
        fixture.commitAll();
        const QByteArray object = fixture.run({text("rev-parse"), text("HEAD:a.cu")}).trimmed();
        QByteArray path;
        for (int i = 0; i < 3000; ++i) {
            path += "d/";
        }
        const QByteArray script = "commit refs/heads/deep\ncommitter x <x@y> 1 +0000\ndata 1\nm\n"
                                  "M 100644 " +
                                  object + ' ' + path + "a.cu\n\n";
        fixture.write(".git/deep.script", script);
        QProcess import;
        import.setWorkingDirectory(fixture.path());
        import.setStandardInputFile(fixture.path() + text("/.git/deep.script"));
        import.start(text("git"), {text("fast-import"), text("--quiet")});
        QVERIFY(import.waitForFinished());
        if (import.exitCode() != 0) {
            QSKIP("ROCPORT_SKIP_TEST: this git refuses so deep a tree");
        }
        const QByteArray commit =
            fixture.run({text("rev-parse"), text("refs/heads/deep")}).trimmed();
        const auto tree = treeOf(fixture, commit);
        const auto entries = tree->list({});
        QVERIFY(entries);
        QCOMPARE(entries->size(), 1);
        QCOMPARE(*tree->read(entries->first(), 100), QByteArray("deep\n"));
    }

    void refusesNamesThatLeadOut_data()
    {
        QTest::addColumn<QByteArray>("name");
        QTest::addRow("up") << QByteArray("../../x.cpp");
        QTest::addRow("dots") << QByteArray("..");
        QTest::addRow("absolute") << QByteArray("/tmp/x.cpp");
        QTest::addRow("a slash") << QByteArray("a/x.cpp");
        QTest::addRow("git folder") << QByteArray(".git");
        QTest::addRow("git folder, other case") << QByteArray(".GiT");
    }

    /// Trees made by hand: git itself refuses to check them out.
    void refusesNamesThatLeadOut()
    {
        QFETCH(QByteArray, name);
        GitFixture fixture;
        fixture.write("a", "int x;\n");
        const QByteArray first = fixture.commitAll();
        const QByteArray blob = fixture.run({text("rev-parse"), text("HEAD:a")}).trimmed();
        const QByteArray tree = "100644 " + name + '\0' + QByteArray::fromHex(blob);
        fixture.write("tree.bin", tree);
        const QByteArray id = fixture
                                  .run({text("hash-object"), text("-t"), text("tree"), text("-w"),
                                        text("--literally"), text("tree.bin")})
                                  .trimmed();
        const QByteArray commit =
            fixture.run({text("commit-tree"), text("-m"), text("evil"), QString::fromLatin1(id)})
                .trimmed();
        const auto entries = treeOf(fixture, commit)->list({});
        QVERIFY(!entries);
        QCOMPARE(entries.error().code, ErrorCode::PathOutsideRepository);
        QVERIFY(treeOf(fixture, first)->list({}));
    }

    /// Eighteen trees that each hold the one before twice: paths of gigabytes.
    void refusesFewTreesThatAreLong()
    {
        GitFixture fixture;
        fixture.write("a", "int x;\n");
        fixture.commitAll();
        QByteArray id = fixture.run({text("rev-parse"), text("HEAD^{tree}")}).trimmed();
        for (int i = 0; i < 18; ++i) {
            QByteArray tree;
            for (const char name : {'a', 'b'}) {
                tree += "40000 " + QByteArray(200, name) + '\0' + QByteArray::fromHex(id);
            }
            fixture.write("tree.bin", tree);
            id = fixture
                     .run({text("hash-object"), text("-t"), text("tree"), text("-w"),
                           text("tree.bin")})
                     .trimmed();
        }
        const QByteArray commit =
            fixture.run({text("commit-tree"), text("-m"), text("long"), QString::fromLatin1(id)})
                .trimmed();
        const auto entries = treeOf(fixture, commit)->list({});
        QVERIFY(!entries);
        QCOMPARE(entries.error().code, ErrorCode::FileTooLarge);
        QVERIFY2(entries.error().detail.contains(text("96 MiB")),
                 qPrintable(entries.error().detail));
    }

    void listingIsCancelled()
    {
        GitFixture fixture;
        fixture.write("a", "a");
        const QByteArray commit = fixture.commitAll();
        const auto tree = treeOf(fixture, commit);
        const CancelToken cancel;
        cancel.cancel();
        const auto entries = tree->list(cancel);
        QVERIFY(!entries);
        QCOMPARE(entries.error().code, ErrorCode::Cancelled);
    }

    /// 2,700 files and 25 MB, packed as after a clone, on two threads.
    void readsInParallel()
    {
        GitFixture fixture;
        QByteArray block;
        for (int i = 0; block.size() < 9300; ++i) {
            block += "    out[" + QByteArray::number(i * 7919) + "] = in[threadIdx.x + " +
                     QByteArray::number(i) + "];\n";
        }
        for (int i = 0; i < 2700; ++i) {
            fixture.write("src/d" + QByteArray::number(i % 40) + "/f" + QByteArray::number(i) +
                              ".cu",
                          "// " + QByteArray::number(i) + '\n' + block);
        }
        const QByteArray commit = fixture.commitAll();
        fixture.run({text("gc"), text("-q")});
        const auto tree = treeOf(fixture, commit);
        QElapsedTimer clock;
        clock.start();
        const auto entries = tree->list({});
        QVERIFY(entries);
        QCOMPARE(entries->size(), 2700);
        std::atomic<qsizetype> next = 0;
        std::atomic<qint64> bytes = 0;
        std::atomic<int> failures = 0;
        {
            std::vector<std::jthread> readers;
            readers.reserve(2);
            for (int t = 0; t < 2; ++t) {
                readers.emplace_back([&] {
                    for (qsizetype i = next++; i < entries->size(); i = next++) {
                        const auto content = tree->read((*entries)[i], 1 << 20);
                        failures += content ? 0 : 1;
                        bytes += content ? content->size() : 0;
                    }
                });
            }
        }
        const qint64 elapsed = clock.elapsed();
        QCOMPARE(failures.load(), 0);
        QVERIFY(bytes > 25'000'000);
        qInfo("read 2700 files, %lld bytes in %lld ms", static_cast<long long>(bytes.load()),
              static_cast<long long>(elapsed));
        QVERIFY2(elapsed < 60000, "reading must not hang");
    }

private:
    QTemporaryDir m_home;
};

QTEST_GUILESS_MAIN(TestCommitTree)
#include "tst_committree.moc"
