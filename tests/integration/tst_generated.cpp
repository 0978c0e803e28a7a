// Writing a port into a folder that people edited since the last time, and guards for the command
// line.

#include "core/files/filewriter.h"
#include "core/files/readfile.h"
#include "core/isolation/isolation.h"
#include "core/project/port/folderproposal.h"
#include "core/project/port/generated.h"
#include "tests/support/filesizelimit.h"
#include "tests/support/scratchrepository.h"

#include <QFileInfo>
#include <QTest>

using namespace rocport;
using rocport::test::ScratchRepository;

namespace {

const QByteArray kSource = "#include <cuda_runtime.h>\n"
                           "\n"
                           "__global__ void votes(unsigned* out, int limit)\n"
                           "{\n"
                           "    unsigned mask = __ballot_sync(0xffffffffu, limit);\n"
                           "    out[blockIdx.x] = __popc(mask);\n"
                           "    int a = 0;\n"
                           "    int b = 1;\n"
                           "    int c = 2;\n"
                           "    out[1] = a + b + c;\n"
                           "    unsigned last = __ballot_sync(0xffffffffu, 1);\n"
                           "    out[2] = __popc(last);\n"
                           "}\n"
                           "\n"
                           "void run() { cudaDeviceSynchronize(); }\n";

struct Port
{
    FolderScan scanned;
    QVector<Hunk> hunks;
    QVector<PortFile> files;
};

Result<Port> portOf(const QString& folder, Strategy strategy, GuardWidth width = GuardWidth::Line)
{
    RuleSet::LoadResult loaded = RuleSet::load();
    TargetSettings target;
    target.strategy = strategy;
    auto scanned =
        scanFolder(folder, std::make_shared<const RuleSet>(std::move(loaded.rules)), target, {});
    if (!scanned) {
        return scanned.error();
    }
    Port port;
    port.scanned = *std::move(scanned);
    const auto guarded = withGuards(port.scanned, target, width);
    if (!guarded) {
        return guarded.error();
    }
    port.hunks = chooseHunks(**guarded, {});
    auto files = buildPort(port.hunks, {}, port.scanned.reader());
    if (!files) {
        return files.error();
    }
    port.files = *std::move(files);
    return port;
}

/// Where the journals of writes go.
QString journals()
{
    static const QTemporaryDir folder;
    return folder.path();
}

const PortFile* fileOf(const Port& port, bool isNew)
{
    for (const PortFile& file : port.files) {
        if (file.isNew == isNew && file.path.suffix() != "txt") {
            return &file;
        }
    }
    return nullptr;
}

} // namespace

class TestGenerated : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void remembersOutsideOfTheUsersFiles_data();
    void remembersOutsideOfTheUsersFiles();
    void leftoversOfTheRecordGo();
    void mergesHandEdits_data();
    void mergesHandEdits();
    void leavesWhatClashes();
    void leavesForeignFiles();
    void neverWritesThroughLinks_data();
    void neverWritesThroughLinks();
    void writesAllFilesOrNone();
    void guardsAtTheWidthAskedFor_data();
    void guardsAtTheWidthAskedFor();
};

void TestGenerated::remembersOutsideOfTheUsersFiles_data()
{
    QTest::addColumn<bool>("repository");
    QTest::newRow("in a work tree") << true;
    QTest::newRow("in a folder") << false;
}

void TestGenerated::remembersOutsideOfTheUsersFiles()
{
    QFETCH(bool, repository);
    const ScratchRepository scratch;
    const QTemporaryDir plain;
    const QString folder = repository ? scratch.path() : plain.path();
    const GeneratedRecord record(folder);
    QCOMPARE(record.place().contains(QStringLiteral("/.git/rocport/generated")), repository);
    QCOMPARE(record.last(RepoPath("a.hip")).error().code, ErrorCode::FileNotFound);
    QVERIFY(record.canKeep(RepoPath("../../etc/a.hip")));
    QVERIFY(record.home()->write(record.fileOf(RepoPath("../../etc/a.hip")), "text").ok());
    QCOMPARE(*record.last(RepoPath("../../etc/a.hip")), QByteArray("text"));
    QCOMPARE(record.last(RepoPath("a.hip")).error().code, ErrorCode::FileNotFound);
    // Another folder of the same repository has a record of its own.
    QVERIFY(
        !GeneratedRecord(folder + QStringLiteral("/sub")).last(RepoPath("../../etc/a.hip")).ok());
    if (repository) {
        QVERIFY(scratch.git({QStringLiteral("status"), QStringLiteral("--porcelain")}).isEmpty());
    }
}

/// What a killed program left of its record goes with the next write.
void TestGenerated::leftoversOfTheRecordGo()
{
    const QTemporaryDir folder;
    const GeneratedRecord record(folder.path());
    QVERIFY(record.home()->write(record.fileOf(RepoPath("a.hip")), "text").ok());
    const QDir place(record.place());
    QFile left(place.filePath(QStringLiteral(".%1.0123abcd.rocport-new").arg(QString(40, u'f'))));
    QVERIFY(left.open(QIODevice::WriteOnly));
    left.close();
    QVERIFY(writePort(folder.path(), {}, folder.filePath(QStringLiteral("journals"))).ok());
    QVERIFY(!left.exists());
    QCOMPARE(*record.last(RepoPath("a.hip")), QByteArray("text"));
}

void TestGenerated::mergesHandEdits_data()
{
    QTest::addColumn<int>("strategy");
    QTest::newRow("sibling") << int(Strategy::Sibling);
    QTest::newRow("compat header") << int(Strategy::CompatHeader);
}

void TestGenerated::mergesHandEdits()
{
    QFETCH(int, strategy);
    const ScratchRepository scratch;
    scratch.write(QStringLiteral("CMakeLists.txt"), "project(x LANGUAGES CXX CUDA)\n");
    scratch.write(QStringLiteral("k.cu"), kSource);
    scratch.commitAll();
    const auto first = portOf(scratch.path(), Strategy(strategy));
    QVERIFY2(first.ok(), first.ok() ? "" : qPrintable(first.error().detail));
    const PortFile* made = fileOf(*first, true);
    QVERIFY(made != nullptr);
    const QString name = QString::fromUtf8(made->path.bytes());
    // Only what is generated: the sources stay as they are between the two runs.
    const auto generatedOnly = [](const Port& port) {
        QVector<PortFile> files;
        for (const PortFile& file : port.files) {
            if (file.isNew) {
                files.append(file);
            }
        }
        return files;
    };
    auto written = writePort(scratch.path(), generatedOnly(*first), journals());
    QVERIFY(written.ok());
    QVERIFY(written->merged.isEmpty());
    scratch.write(name, scratch.read(name) + "// by hand\n");
    QByteArray source = kSource;
    source.replace("cudaDeviceSynchronize();", "cudaDeviceSynchronize(); cudaDeviceReset();");
    source.replace("void run()", "// new\nvoid run()");
    scratch.write(QStringLiteral("k.cu"), source);
    const auto second = portOf(scratch.path(), Strategy(strategy));
    QVERIFY(second.ok());
    written = writePort(scratch.path(), generatedOnly(*second), journals());
    QVERIFY2(written.ok(), written.ok() ? "" : qPrintable(written.error().detail));
    const QByteArray text = scratch.read(name);
    if (written->conflicts.isEmpty()) {
        QVERIFY2(text.endsWith("// by hand\n"), text.constData());
        QVERIFY2(text.contains("DeviceReset"), text.constData());
        QVERIFY(written->merged.contains(name));
        // A third time changes nothing.
        written = writePort(scratch.path(), generatedOnly(*second), journals());
        QVERIFY(written.ok() && written->conflicts.isEmpty());
        QCOMPARE(scratch.read(name), text);
    } else {
        // The last lines touch: both sides are there, and nothing was overwritten.
        QVERIFY(text.endsWith("// by hand\n"));
        const QByteArray both = scratch.read(name + QStringLiteral(".rocport-merge"));
        QVERIFY(both.contains("<<<<<<< edited by hand"));
        QVERIFY(both.contains("DeviceReset"));
    }
}

void TestGenerated::leavesWhatClashes()
{
    const QTemporaryDir folder;
    PortFile file;
    file.path = RepoPath("k.hip");
    file.source = RepoPath("k.cu");
    file.isNew = true;
    file.content = "one\ntwo\nthree\n";
    QVERIFY(writePort(folder.path(), {file}, journals()).ok());
    const QString path = folder.filePath(QStringLiteral("k.hip"));
    QVERIFY(writeFile(path, "one\ntwo by hand\nthree\n").ok());
    file.content = "one\ntwo anew\nthree\n";
    const auto written = writePort(folder.path(), {file}, journals());
    QVERIFY(written.ok());
    QCOMPARE(written->conflicts.size(), 1);
    QVERIFY2(written->conflicts.first().startsWith(QStringLiteral("k.hip (line")),
             qPrintable(written->conflicts.first()));
    QCOMPARE(*readFile(path), QByteArray("one\ntwo by hand\nthree\n"));
    const QByteArray both = *readFile(path + QStringLiteral(".rocport-merge"));
    QVERIFY(both.contains("two by hand"));
    QVERIFY(both.contains("two anew"));
    // What was generated last is still the first text.
    QCOMPARE(*GeneratedRecord(folder.path()).last(RepoPath("k.hip")),
             QByteArray("one\ntwo\nthree\n"));
    // Resolved by a person: from then on it goes without a word.
    QVERIFY(writeFile(path, "one\ntwo anew\nthree\n").ok());
    QVERIFY(writePort(folder.path(), {file}, journals())->conflicts.isEmpty());
}

void TestGenerated::leavesForeignFiles()
{
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("k.hip"));
    QVERIFY(writeFile(path, "a person's own file\n").ok());
    PortFile file;
    file.path = RepoPath("k.hip");
    file.isNew = true;
    file.content = "generated\n";
    const auto written = writePort(folder.path(), {file}, journals());
    QVERIFY(written.ok());
    QCOMPARE(written->written, 0);
    QVERIFY(written->conflicts.first().contains(QStringLiteral("not made by Rocport")));
    QCOMPARE(*readFile(path), QByteArray("a person's own file\n"));
    QCOMPARE(*readFile(path + QStringLiteral(".rocport-merge")), QByteArray("generated\n"));
}

void TestGenerated::neverWritesThroughLinks_data()
{
    QTest::addColumn<QString>("link"); ///< in the repository, to a place of the user
    QTest::addColumn<bool>("toFolder");
    QTest::newRow("both versions are in the file") << QStringLiteral("k.h.rocport-merge") << false;
    QTest::newRow("the generated file") << QStringLiteral("k.h") << false;
    QTest::newRow("the folder of a new module") << QStringLiteral("pkg") << true;
    QTest::newRow("the record of what was generated") << QStringLiteral(".rocport") << true;
    QTest::newRow("the record's folder") << QStringLiteral(".rocport/generated") << true;
}

void TestGenerated::neverWritesThroughLinks()
{
    QFETCH(QString, link);
    QFETCH(bool, toFolder);
    const QTemporaryDir home;
    const QString repository = home.filePath(QStringLiteral("repository"));
    const QString outside = home.filePath(QStringLiteral("outside"));
    QVERIFY(QDir().mkpath(outside) && QDir().mkpath(repository));
    QVERIFY(writeFile(outside + QStringLiteral("/kept"), "kept\n").ok());
    QVERIFY(QDir().mkpath(QFileInfo(repository + u'/' + link).path()));
    QVERIFY(QFile::link(toFolder ? outside : outside + QStringLiteral("/kept"),
                        repository + u'/' + link));
    if (link != QLatin1StringView("k.h")) {
        QVERIFY(writeFile(repository + QStringLiteral("/k.h"), "a person's own file\n").ok());
    }
    PortFile header;
    header.path = RepoPath("k.h");
    header.isNew = true;
    header.content = "generated\n";
    PortFile module = header;
    module.path = RepoPath("pkg/sub/rocm.py");
    const auto written = writePort(repository, {header, module}, journals());
    const bool record = link.startsWith(u'.');
    QCOMPARE(written.ok(), record);
    if (!record) {
        QCOMPARE(written.error().code, ErrorCode::PathOutsideRepository);
        QVERIFY(!QFileInfo::exists(repository + QStringLiteral("/pkg/sub")));
    } else {
        QCOMPARE(written->forgotten, QStringList{QStringLiteral("pkg/sub/rocm.py")});
    }
    QCOMPARE(QDir(outside).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot),
             QStringList{QStringLiteral("kept")});
    QCOMPARE(*readFile(outside + QStringLiteral("/kept")), QByteArray("kept\n"));
}

void TestGenerated::writesAllFilesOrNone()
{
    const QTemporaryDir folder;
    QVector<PortFile> files;
    for (const char* name : {"a.cu", "b.cu", "c.cu"}) {
        PortFile file;
        file.path = RepoPath(name);
        file.original = QByteArray(name) + " as it was\n";
        file.content = QByteArray(name) + " ported\n";
        QVERIFY(writeFile(folder.filePath(QString::fromLatin1(name)), file.original).ok());
        files.append(file);
    }
    files[2].content += QByteArray(200'000, ' ');
    Result<WrittenPort> written = WrittenPort();
    {
        const rocport::test::FileSizeLimit limit(100'000);
        written = writePort(folder.path(), files, journals());
    }
    QVERIFY(!written.ok());
    QCOMPARE(written.error().code, ErrorCode::DiskFull);
    for (const PortFile& file : std::as_const(files)) {
        QCOMPARE(*readFile(folder.filePath(file.path.display())), file.original);
    }
    // Nor is anything remembered of a generated file.
    PortFile header;
    header.path = RepoPath("k.h");
    header.isNew = true;
    header.content = "generated\n";
    {
        const rocport::test::FileSizeLimit limit(100'000);
        QVERIFY(!writePort(folder.path(), QVector<PortFile>{header} + files, journals()).ok());
    }
    QVERIFY(!GeneratedRecord(folder.path()).last(header.path).ok());
    QCOMPARE(QDir(folder.path())
                 .entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot)
                 .size(),
             3);
    // A file that changed since it was read.
    QVERIFY(writeFile(folder.filePath(QStringLiteral("b.cu")), "edited meanwhile\n").ok());
    written = writePort(folder.path(), files, journals());
    QVERIFY(!written.ok());
    QCOMPARE(written.error().code, ErrorCode::EditStale);
    QCOMPARE(*readFile(folder.filePath(QStringLiteral("a.cu"))), files[0].original);
}

void TestGenerated::guardsAtTheWidthAskedFor_data()
{
    QTest::addColumn<int>("width");
    QTest::addColumn<int>("guards");
    QTest::newRow("line") << int(GuardWidth::Line) << 2;
    QTest::newRow("block") << int(GuardWidth::Block) << 1;
    QTest::newRow("function") << int(GuardWidth::Function) << 1;
    QTest::newRow("file") << int(GuardWidth::File) << 1;
}

void TestGenerated::guardsAtTheWidthAskedFor()
{
    QFETCH(int, width);
    QFETCH(int, guards);
    const QTemporaryDir folder;
    QVERIFY(writeFile(folder.filePath(QStringLiteral("CMakeLists.txt")),
                      "project(x LANGUAGES CXX CUDA)\n")
                .ok());
    QVERIFY(writeFile(folder.filePath(QStringLiteral("k.cu")), kSource).ok());
    const auto port = portOf(folder.path(), Strategy::CompatHeader, GuardWidth(width));
    QVERIFY(port.ok());
    const PortFile* source = nullptr;
    for (const PortFile& file : port->files) {
        source = file.path == RepoPath("k.cu") ? &file : source;
    }
    QVERIFY(source != nullptr);
    const QByteArray body = source->content.mid(source->content.indexOf("__global__") - 16);
    const auto guardsInBody = int(body.count("#else"));
    QVERIFY2(width == int(GuardWidth::Line) ? guardsInBody >= guards : guardsInBody == guards,
             source->content.constData());
    const auto projected = projectCpp(source->content, "USE_ROCM");
    QVERIFY(projected.ok());
    QCOMPARE(*projected, kSource);
    QVERIFY(source->content.contains("__popcll"));
}

QTEST_GUILESS_MAIN(TestGenerated)
#include "tst_generated.moc"
