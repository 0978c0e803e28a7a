// A folder of 2,700 CUDA files and 25 MB, translated from start to finish with the output written.
// The files are generated; a folder as the first argument stands for them, as generated files have
// few edits. Baselines of the same run: copying the files, and hipify-perl on a sample, scaled.

#include "core/project/port/translatetree.h"
#include "tests/bench/benchscale.h"
#include "tests/bench/synthetic.h"

#include <QCoreApplication>
#include <QDir>
#include <QDirIterator>
#include <QElapsedTimer>
#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>

#include <algorithm>
#include <cstdio>
#include <sys/resource.h>

using namespace rocport;

namespace {

const int kFiles = test::benchSize(2700, 40);
const qsizetype kBytes = test::benchSize<qsizetype>(25'000'000, 400'000);
const int kSample = test::benchSize(12);

double milliseconds(const QElapsedTimer& timer)
{
    return static_cast<double>(timer.nsecsElapsed()) / 1e6;
}

void writeFile(const QString& path, const QByteArray& bytes)
{
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size()) {
        std::fprintf(stderr, "cannot write %s\n", qPrintable(path));
        std::exit(1);
    }
}

/// What is translated.
struct Input
{
    QString folder;
    QStringList files; ///< below it
    qint64 bytes = 0;

    void add(const QString& name, const QByteArray& text)
    {
        const QString path = folder + QLatin1Char('/') + name;
        QDir().mkpath(QFileInfo(path).path());
        writeFile(path, text);
        files.append(name);
        bytes += text.size();
    }
};

Input generated(const QString& folder)
{
    Input input{folder, {}, 0};
    for (int i = 0; i < kFiles; ++i) {
        input.add(QStringLiteral("part%1/k%2.cu").arg(i % 40).arg(i),
                  test::syntheticCuda(i, kBytes / kFiles));
    }
    return input;
}

/// The first 2,700 files of code of `from`, or fewer when they hold 25 MB.
Input copied(const QString& from, const QString& folder)
{
    Input input{folder, {}, 0};
    const QStringList kinds = {QStringLiteral("*.cu"),  QStringLiteral("*.cuh"),
                               QStringLiteral("*.h"),   QStringLiteral("*.hpp"),
                               QStringLiteral("*.cpp"), QStringLiteral("*.cc"),
                               QStringLiteral("*.inl")};
    QDirIterator files(from, kinds, QDir::Files, QDirIterator::Subdirectories);
    while (files.hasNext() && input.files.size() < kFiles && input.bytes < kBytes) {
        QFile file(files.next());
        if (file.open(QIODevice::ReadOnly)) {
            input.add(QDir(from).relativeFilePath(file.fileName()), file.readAll());
        }
    }
    return input;
}

/// The engine alone: lexing and translating, one thread, everything in memory.
void oneThread()
{
    std::vector<QByteArray> texts;
    qint64 bytes = 0;
    for (int i = 0; i < test::benchSize(400); ++i) {
        texts.push_back(test::syntheticCuda(i, kBytes / kFiles));
        bytes += texts.back().size();
    }
    double best = 1e9;
    for (int round = 0; round < test::benchSize(7); ++round) {
        QElapsedTimer timer;
        timer.start();
        qsizetype items = 0;
        for (const QByteArray& text : texts) {
            const SourceBuffer source(text);
            const Translation done = translateTokens(source, lexC(source.view()), {});
            items += applyTranslation(source, done)->size();
        }
        best = std::min(best, milliseconds(timer));
        if (items == 0) {
            std::exit(1);
        }
    }
    std::printf("one thread, in memory: %.0f MB/s (goal: 100)\n",
                static_cast<double>(bytes) / 1e3 / best);
}

/// Milliseconds that hipify-perl takes for one file, or 0 without it.
double perlPerFile(const Input& input)
{
    QString perl = QStandardPaths::findExecutable(QStringLiteral("hipify-perl"));
    const QString unpacked = QStringLiteral(ROCPORT_DEPS "/rocm-headers/bin/hipify-perl");
    if (perl.isEmpty() && QFile::exists(unpacked)) {
        perl = unpacked;
    }
    const int sample = static_cast<int>(std::min<qsizetype>(kSample, input.files.size()));
    if (perl.isEmpty() || sample == 0) {
        return 0;
    }
    QElapsedTimer timer;
    timer.start();
    for (int i = 0; i < sample; ++i) {
        // From all over the folder: names that lie together are alike.
        const QString& name = input.files.at(i * (input.files.size() / sample));
        QProcess process;
        process.setStandardErrorFile(QProcess::nullDevice());
        process.setStandardOutputFile(QProcess::nullDevice());
        process.start(perl, {input.folder + QLatin1Char('/') + name});
        if (!process.waitForFinished(120000) || process.exitCode() != 0) {
            return 0;
        }
    }
    return milliseconds(timer) / sample;
}

double megabytesInUse()
{
    rusage usage = {};
    ::getrusage(RUSAGE_SELF, &usage);
    return static_cast<double>(usage.ru_maxrss) / 1024.0;
}

} // namespace

int main(int argc, char** argv)
{
    const QCoreApplication app(argc, argv);
    const QTemporaryDir work;
    const QString from = work.filePath(QStringLiteral("in"));
    const Input input = argc > 1 ? copied(QString::fromLocal8Bit(argv[1]), from) : generated(from);

    QElapsedTimer timer;
    timer.start();
    QProcess::execute(QStringLiteral("cp"),
                      {QStringLiteral("-r"), from, work.filePath(QStringLiteral("copy"))});
    const double copying = milliseconds(timer);

    double best = 1e9;
    for (int round = 0; round < test::benchSize(5); ++round) {
        const QString to = work.filePath(QStringLiteral("out%1").arg(round));
        timer.restart();
        const SourcePorter porter = SourcePorter::load(std::nullopt);
        TranslateOptions options;
        options.alsoRocm6 = true;
        const auto done = translateTree(from, to, options, &porter, false, {});
        best = std::min(best, milliseconds(timer));
        const bool all = done && (argc > 1 || done->changed == input.files.size());
        if (!all) {
            std::fprintf(stderr, "not every file was translated\n");
            return 1;
        }
    }
    std::printf("translate %d files, %.1f MB, written: %.0f ms (goal: 250; cp -r: %.0f ms); peak "
                "memory %.0f MB (goal: 100)\n",
                static_cast<int>(input.files.size()), static_cast<double>(input.bytes) / 1e6, best,
                copying, megabytesInUse());
    oneThread();
    const double perl = perlPerFile(input);
    if (perl > 0) {
        std::printf("hipify-perl: %.0f ms a file, %d files in a row %.0f s: %.0f times as long "
                    "(goal: 500)\n",
                    perl, static_cast<int>(input.files.size()),
                    perl * static_cast<double>(input.files.size()) / 1e3,
                    perl * static_cast<double>(input.files.size()) / best);
    } else {
        std::printf("hipify-perl is not installed: no ratio\n");
    }
    return 0;
}
