#include "core/lanes/lanemodulefiles.h"

#include "core/text/bytes.h"

#include <QDir>
#include <QFileInfo>
#include <QRegularExpression>

#include <algorithm>
#include <array>

namespace rocport {

namespace {

constexpr qsizetype kMostNames = 64;
constexpr qsizetype kLongestName = 256;

bool loadsModules(std::string_view word)
{
    constexpr std::array kBegins = {"cuModuleLoad",   "hipModuleLoad",   "cuLibraryLoad",
                                    "hipLibraryLoad", "cudaLibraryLoad", "cuLinkAdd",
                                    "hipLinkAdd"};
    return std::any_of(kBegins.begin(), kBegins.end(),
                       [word](const char* begin) { return word.starts_with(begin); });
}

/// "fatbin" of "x.fatbin"; empty: no module has such a name.
QByteArray moduleKind(const QString& name)
{
    for (const char* kind : {"fatbin", "ptx", "cubin"}) {
        if (name.endsWith(u'.' + QLatin1StringView(kind)) && name.size() > 2) {
            return kind;
        }
    }
    return {};
}

/// What can be a file below the folder that the program starts in.
bool isPlainName(const QString& name)
{
    static const QRegularExpression plain(
        QStringLiteral("^(?:[A-Za-z0-9_+-][A-Za-z0-9_.+-]*/)*[A-Za-z0-9_+-][A-Za-z0-9_.+-]*$"));
    return name.size() <= kLongestName && plain.match(name).hasMatch();
}

void appendName(QStringList& names, const QString& name)
{
    if (names.size() < kMostNames && !names.contains(name)) {
        names.append(name);
    }
}

bool isDeviceSource(const RepoPath& path)
{
    return isOneOf(viewOf(path.suffix()), {"cu", "hip"});
}

/// Finds the source of one file.
class SourceFinder
{
public:
    SourceFinder(const GateTree& tree, const QVector<RepoPath>& units)
        : m_tree(tree), m_units(units), m_folder(units.first().folder().bytes())
    {
    }

    [[nodiscard]] RepoPath find(const QString& name) const
    {
        const QByteArray stem = QFileInfo(name).completeBaseName().toUtf8();
        for (const QByteArray& one : {stem, withoutTarget(stem)}) {
            if (RepoPath found = bestOf(one); !found.isEmpty()) {
                return found;
            }
        }
        return fromBuildFile();
    }

private:
    /// "kernel64", "kernel_sm_80" and "kernel.sm_80" without their ends.
    static QByteArray withoutTarget(const QByteArray& stem)
    {
        static const QRegularExpression end(
            QStringLiteral("[._-]?(?:sm_?|compute_?|x86_)?[0-9]+[a-z]?$"));
        return QString::fromUtf8(stem).remove(end).toUtf8();
    }

    [[nodiscard]] bool isBelow(const RepoPath& path) const
    {
        return m_folder.isEmpty() || path.bytes().startsWith(m_folder + '/');
    }

    /// The one that lies nearest to the program's first source.
    [[nodiscard]] RepoPath bestOf(const QByteArray& stem) const
    {
        RepoPath best;
        for (const TreeFile& file : m_tree.files()) {
            const QByteArray name = file.path.fileName();
            if (isDeviceSource(file.path) && name.left(name.lastIndexOf('.')) == stem &&
                isBelow(file.path) &&
                (best.isEmpty() || file.path.bytes().count('/') < best.bytes().count('/'))) {
                best = file.path;
            }
        }
        return best;
    }

    [[nodiscard]] RepoPath fromBuildFile() const
    {
        const auto& files = m_tree.buildFiles();
        const bool makes = std::any_of(files.begin(), files.end(), [this](const auto& file) {
            return file.first.folder().bytes() == m_folder &&
                   (file.second.contains("-fatbin") || file.second.contains("-ptx") ||
                    file.second.contains("-cubin") || file.second.contains("_PTX_COMPILATION"));
        });
        RepoPath only;
        for (const TreeFile& file : m_tree.files()) {
            if (!makes || !isDeviceSource(file.path) || file.path.folder().bytes() != m_folder ||
                m_units.contains(file.path)) {
                continue;
            }
            if (!only.isEmpty()) {
                return {};
            }
            only = file.path;
        }
        return only;
    }

    const GateTree& m_tree;
    const QVector<RepoPath>& m_units;
    QByteArray m_folder;
};

} // namespace

void LaneModuleNeeds::add(const TokenWalk& walk)
{
    for (int i = 0; i < walk.count(); ++i) {
        const CTokenKind kind = walk.kind(i);
        const std::string_view word = walk.text(i);
        if (kind == CTokenKind::Identifier) {
            const bool isRtc = word == "nvrtcCompileProgram" || word == "hiprtcCompileProgram";
            compiles = compiles || isRtc;
            loads = loads || isRtc || loadsModules(word);
        } else if (kind == CTokenKind::String && word.size() > 2 &&
                   word.size() < static_cast<size_t>(kLongestName) && word.front() == '"') {
            const QString text =
                QDir::cleanPath(toText(word.substr(1, word.size() - 2))).remove(u'\0');
            if (!moduleKind(text).isEmpty() && isPlainName(text)) {
                appendName(files, text);
            } else if (text.endsWith(QLatin1StringView(".h")) && isPlainName(text)) {
                appendName(headers, text);
            }
        }
    }
}

QVector<LaneModuleFile> laneModuleFiles(const QStringList& names, const GateTree& tree,
                                        const QVector<RepoPath>& units)
{
    QVector<LaneModuleFile> files;
    const SourceFinder finder(tree, units);
    for (const QString& name : names) {
        const RepoPath source = finder.find(name);
        if (!source.isEmpty()) {
            files.append({name, source, moduleKind(name)});
        }
    }
    return files;
}

} // namespace rocport
