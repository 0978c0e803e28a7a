#include "core/verify/buildrecords.h"

#include <QDir>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>
#include <map>
#include <optional>

namespace rocport {

namespace {

constexpr qsizetype kMostRecords = 100'000;
constexpr int kMostArguments = 4096;
constexpr qsizetype kMostOfDatabase = 32LL * 1024 * 1024; // bytes of arguments

std::optional<QByteArray> nextField(const QByteArray& bytes, qsizetype& at)
{
    const qsizetype end = bytes.indexOf('\0', at);
    if (end < 0) {
        return std::nullopt;
    }
    QByteArray field = bytes.mid(at, end - at);
    at = end + 1;
    return field;
}

bool isSource(const QByteArray& word)
{
    static const QSet<QByteArray> suffixes{"cu", "cpp", "cc", "cxx", "c", "C", "c++", "hip"};
    const qsizetype dot = word.lastIndexOf('.');
    return dot > 0 && !word.startsWith('-') && suffixes.contains(word.mid(dot + 1));
}

/// `path`, seen from `folder`, below `root`; nothing outside.
std::optional<QByteArray> below(const QByteArray& root, const QByteArray& folder,
                                const QByteArray& path)
{
    const QString whole =
        QDir::cleanPath(QString::fromUtf8(path.startsWith('/') ? path : folder + '/' + path));
    const QString top = QString::fromUtf8(root);
    if (whole == top) {
        return QByteArray("");
    }
    if (!whole.startsWith(top + u'/')) {
        return std::nullopt;
    }
    return whole.mid(top.size() + 1).toUtf8();
}

bool isCompiler(const QByteArray& tool)
{
    static const QSet<QByteArray> tools{"nvcc", "hipcc", "gcc",     "g++",      "cc",
                                        "c++",  "clang", "clang++", "amdclang", "amdclang++"};
    return tools.contains(tool);
}

/// Reads the arguments of one command.
class CommandReader
{
public:
    CommandReader(const BuildRecord& record, const QByteArray& root)
        : m_record(record), m_root(root)
    {
        m_unit.tool = record.tool;
        m_unit.asHip = record.tool == "hipcc";
        for (m_at = 0; m_at < record.arguments.size(); ++m_at) {
            read(record.arguments.at(m_at));
        }
    }

    [[nodiscard]] QVector<RecordedUnit> units() const
    {
        QVector<RecordedUnit> result;
        if (m_noObject) {
            return result;
        }
        for (const QByteArray& source : m_sources) {
            if (const auto path = below(m_root, m_record.folder, source)) {
                RecordedUnit unit = m_unit;
                unit.path = RepoPath(*path);
                unit.asHip = unit.asHip || unit.path.suffix() == "hip";
                result.append(unit);
            }
        }
        return result;
    }

private:
    /// The value of an option that stands in the same word or in the next.
    std::optional<QByteArray> value(const QByteArray& word, const QByteArray& option)
    {
        if (word == option) {
            ++m_at;
            return m_at < m_record.arguments.size() ? m_record.arguments.at(m_at) : QByteArray();
        }
        if (!word.startsWith(option)) {
            return std::nullopt;
        }
        const QByteArray rest = word.mid(option.size());
        return rest.startsWith('=') ? rest.mid(1) : rest;
    }

    void read(const QByteArray& word)
    {
        static const QSet<QByteArray> withValue{"-o",
                                                "-MF",
                                                "-MT",
                                                "-MQ",
                                                "-arch",
                                                "-gencode",
                                                "--generate-code",
                                                "-ccbin",
                                                "-Xcompiler",
                                                "-L",
                                                "-Xlinker",
                                                "--output-file"};
        static const QSet<QByteArray> noObject{"-M", "-MM", "-E", "-dlink", "-fsyntax-only"};
        if (withValue.contains(word)) {
            ++m_at;
        } else if (noObject.contains(word)) {
            m_noObject = true;
        } else if (isSource(word)) {
            m_sources.append(word);
        } else {
            readOption(word);
        }
    }

    void readOption(const QByteArray& word)
    {
        for (const char* option : {"-isystem", "-iquote", "-include", "-I"}) {
            if (const auto folder = value(word, option)) {
                if (const auto path = below(m_root, m_record.folder, *folder)) {
                    m_unit.includes.insert(*path);
                }
                return;
            }
        }
        if (const auto language = value(word, "-x")) {
            m_unit.asHip = *language == "hip" || (m_unit.asHip && *language != "c++");
        } else if (const auto define = value(word, "-D")) {
            m_unit.defines.insert(withoutPlaces(*define));
        } else if (const auto gpu = value(word, "--offload-arch")) {
            for (const QByteArray& one : gpu->split(',')) {
                m_unit.gpus.insert(one);
            }
        } else if (word.startsWith("-std=") || word.startsWith("--std=")) {
            m_unit.standard = word.mid(word.indexOf('=') + 1).replace("gnu", "c");
        }
    }

    /// The copies of the tree lie in different places.
    [[nodiscard]] QByteArray withoutPlaces(QByteArray define) const
    {
        const QByteArray build = m_root.left(m_root.lastIndexOf('/') + 1) + "build";
        return define.replace(m_root, "the tree").replace(build, "the build folder");
    }

    const BuildRecord& m_record;
    const QByteArray& m_root;
    RecordedUnit m_unit;
    QVector<QByteArray> m_sources;
    qsizetype m_at = 0;
    bool m_noObject = false;
};

/// Definitions that say which of the two platforms is built, or which only CUDA's tools read.
bool ofCuda(const QByteArray& define)
{
    const QByteArray name = define.split('=').constFirst().toUpper();
    return name.contains("CUDA") || name.contains("NVCC") || name.contains("NVTX") ||
           name.startsWith("CUB_") || name.startsWith("THRUST_") || name.startsWith("_GLIBCXX");
}

QStringList sorted(QStringList list)
{
    list.sort();
    return list;
}

QStringList problemsOf(const RecordedUnit& cuda, const RecordedUnit& rocm,
                       const ComparisonInput& input)
{
    QStringList problems;
    if (cuda.tool == "nvcc" && rocm.tool == "nvcc") {
        problems.append(QStringLiteral("nvcc compiles it in the ROCm build"));
    } else if (cuda.tool == "nvcc" && !rocm.asHip) {
        problems.append(
            QStringLiteral("%1 compiles it, not as HIP").arg(QString::fromUtf8(rocm.tool)));
    } else if (rocm.asHip && rocm.gpus.isEmpty()) {
        problems.append(QStringLiteral("no GPU architecture is named"));
    }
    const QByteArray guard = input.guardMacro.toUtf8();
    const bool guards =
        std::any_of(rocm.defines.cbegin(), rocm.defines.cend(), [&](const QByteArray& one) {
            return one == guard || one.startsWith(guard + '=');
        });
    if (!guards && input.guarded.contains(rocm.path)) {
        problems.append(QStringLiteral("-D%1 is not given").arg(input.guardMacro));
    }
    QStringList lost;
    for (const QByteArray& define : cuda.defines) {
        if (!rocm.defines.contains(define) && !ofCuda(define)) {
            lost.append(QStringLiteral("-D%1 is lost").arg(QString::fromUtf8(define)));
        }
    }
    for (const QByteArray& include : cuda.includes) {
        if (!rocm.includes.contains(include)) {
            lost.append(QStringLiteral("the include folder %1 is lost")
                            .arg(include.isEmpty() ? QStringLiteral("of the top")
                                                   : RepoPath(include).display()));
        }
    }
    problems += sorted(lost);
    const auto standardOf = [](const RecordedUnit& unit) {
        // What nvcc 12, g++ 11 and clang 16 and newer compile where nothing is said.
        return unit.standard.isEmpty() ? QByteArray("c++17") : unit.standard;
    };
    if (standardOf(cuda) != standardOf(rocm)) {
        problems.append(
            QStringLiteral("the standard is %1, in the CUDA build %2")
                .arg(QString::fromUtf8(standardOf(rocm)), QString::fromUtf8(standardOf(cuda))));
    }
    if (rocm.times > cuda.times) {
        problems.append(QStringLiteral("it is compiled %1 times, in the CUDA build %2")
                            .arg(rocm.times)
                            .arg(cuda.times));
    }
    return problems;
}

} // namespace

QVector<BuildRecord> parseBuildRecords(const QByteArray& bytes, bool* whole)
{
    QVector<BuildRecord> records;
    qsizetype at = 0;
    bool good = true;
    while (good && at < bytes.size() && records.size() < kMostRecords) {
        BuildRecord record;
        const auto folder = nextField(bytes, at);
        const auto tool = nextField(bytes, at);
        const auto count = nextField(bytes, at);
        bool number = false;
        const int arguments = count ? count->toInt(&number) : 0;
        good = folder && tool && number && arguments >= 0 && arguments <= kMostArguments;
        for (int i = 0; good && i < arguments; ++i) {
            const auto argument = nextField(bytes, at);
            good = argument.has_value();
            if (good) {
                record.arguments.append(*argument);
            }
        }
        if (good) {
            record.folder = *folder;
            record.tool = *tool;
            records.append(record);
        }
    }
    if (whole != nullptr) {
        *whole = good && at >= bytes.size();
    }
    return records;
}

QVector<RecordedUnit> unitsOf(const QVector<BuildRecord>& records, const QByteArray& root)
{
    std::map<RepoPath, RecordedUnit> units;
    for (const BuildRecord& record : records) {
        if (!isCompiler(record.tool)) {
            continue;
        }
        const QVector<RecordedUnit> found = CommandReader(record, root).units();
        for (const RecordedUnit& unit : found) {
            const auto [at, isNew] = units.try_emplace(unit.path, unit);
            if (!isNew) {
                ++at->second.times;
            }
        }
    }
    QVector<RecordedUnit> result;
    for (const auto& [path, unit] : units) {
        result.append(unit);
    }
    return result;
}

QByteArray databaseOf(const QVector<BuildRecord>& records, const QByteArray& root)
{
    QSet<RepoPath> seen;
    QJsonArray entries;
    qsizetype bytes = 0;
    for (const BuildRecord& record : records) {
        if (!isCompiler(record.tool)) {
            continue;
        }
        QJsonArray words{QString::fromUtf8(record.tool)};
        qsizetype ofCommand = 0;
        for (const QByteArray& word : record.arguments) {
            words.append(QString::fromUtf8(word));
            ofCommand += word.size() + 1;
        }
        const QVector<RecordedUnit> units = CommandReader(record, root).units();
        for (const RecordedUnit& unit : units) {
            // A command of many sources and many flags stands there once for each source.
            if (seen.contains(unit.path) || ofCommand > kMostOfDatabase - bytes) {
                continue;
            }
            seen.insert(unit.path);
            bytes += ofCommand;
            entries.append(QJsonObject{
                {QStringLiteral("directory"), QString::fromUtf8(record.folder)},
                {QStringLiteral("file"), QString::fromUtf8(root + '/' + unit.path.bytes())},
                {QStringLiteral("arguments"), words}});
        }
    }
    return QJsonDocument(entries).toJson(QJsonDocument::Compact);
}

QVector<UnitComparison> compareUnits(const ComparisonInput& input)
{
    QHash<RepoPath, RecordedUnit> rocm;
    for (const RecordedUnit& unit : input.rocm) {
        rocm.insert(unit.path, unit);
    }
    QVector<UnitComparison> result;
    for (const RecordedUnit& unit : input.cuda) {
        UnitComparison one;
        one.path = unit.path;
        const RepoPath sibling = input.siblings.value(unit.path);
        const RepoPath standIn = rocm.contains(sibling) ? sibling : unit.path;
        const auto found = rocm.constFind(standIn);
        if (found != rocm.constEnd()) {
            one.standIn = standIn;
            one.problems = problemsOf(unit, *found, input);
        }
        result.append(one);
    }
    return result;
}

} // namespace rocport
