#include "core/verify/compilerarguments.h"
#include "core/verify/neutralnames.h"
#include "core/verify/projectflags.h"
#include "tests/fuzz/require.h"

#include <array>
#include <cstdint>

using namespace rocport;

namespace {

/// A tree of one build file that is never read again.
class OneFile : public SourceTree
{
public:
    OneFile(const char* name, QByteArray text) : m_text(std::move(text))
    {
        m_entry.path = RepoPath(name);
        m_entry.size = m_text.size();
    }
    [[nodiscard]] Result<QVector<TreeEntry>> list(const CancelToken&) const override
    {
        TreeEntry unit;
        unit.path = RepoPath("a.cu");
        unit.size = 0;
        return QVector<TreeEntry>{unit, m_entry};
    }
    [[nodiscard]] Result<QByteArray> read(const TreeEntry& entry, qint64) const override
    {
        return entry.path == m_entry.path ? m_text : QByteArray();
    }
    [[nodiscard]] QString describe() const override { return QStringLiteral("one file"); }

private:
    QByteArray m_text;
    TreeEntry m_entry;
};

/// What is handed to a compiler: nothing that a shell, a compiler's own reading of "@file" or an
/// option's list acts on.
void checkArguments(const QStringList& arguments)
{
    for (const QString& argument : arguments) {
        for (const QChar c : argument) {
            const bool plain = c.unicode() < 0x80 &&
                               (c.isLetterOrNumber() || QStringView(u"._+-/:=,%").contains(c));
            require(plain);
        }
        require(!argument.startsWith(u'@') && !argument.startsWith(u"-Xcompiler") &&
                !argument.startsWith(u"-fplugin") && !argument.startsWith(u"-ccbin") &&
                !argument.startsWith(u"-B") && !argument.startsWith(u"-wrapper"));
    }
}

void checkLine(const QStringList& taken)
{
    NeutralNames names({});
    if (!names.addFolders(taken)) {
        return;
    }
    CompilerCommandLine line({});
    line.addFromRepository(taken, names, QStringLiteral("."));
    if (line.refused().isEmpty()) {
        checkArguments(line.arguments(QStringLiteral("h.h")));
    }
    // Each definition is a line of its own: none can end the header's directive and start another.
    for (const QByteArray& text : line.definitions().split('\n')) {
        require(text.isEmpty() || text.startsWith("#define ") || text.startsWith("#undef "));
        require(!text.contains('`') && !text.contains('$') && !text.contains('\\'));
    }
}

} // namespace

/// Any bytes as a compiler's command and as each kind of build file: what leaves the allow-list is
/// harmless on a command line, and sentences about the rest are one line.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const QByteArray bytes(reinterpret_cast<const char*>(data), static_cast<qsizetype>(size));
    const QVector<CommandWord> words = commandWords(QString::fromUtf8(bytes));
    const TakenArguments taken = takeArguments(words, QStringLiteral("Makefile"));
    for (const RefusedArgument& refused : taken.refused) {
        require(!refused.sentence().contains(u'\n') && refused.sentence().size() < 1000);
    }
    checkLine(taken.taken);
    constexpr std::array kFiles = {"compile_commands.json", "Makefile", "CMakeLists.txt",
                                   "setup.py"};
    for (const char* name : kFiles) {
        const OneFile one(name, bytes);
        const auto tree = GateTree::read(one, {}, {});
        require(tree.ok());
        const BuildFlags flags = readBuildFlags(*tree, QStringLiteral("/home/u/r"));
        for (const QString& sentence : flags.refusals()) {
            require(!sentence.contains(u'\n'));
        }
        for (const RepoPath& folder : flags.folders) {
            require(folder.isEmpty() || staysInside(folder));
        }
        QStringList all;
        for (const QString& define : flags.defines) {
            require(whyNotDefine(define).isEmpty());
            all.append(QStringLiteral("-D") + define);
        }
        for (const QString& folder : flags.outside) {
            require(whyNotOutsideFolder(folder).isEmpty());
        }
        checkLine(all);
        for (const QStringList& ofFile : flags.perFile) {
            checkLine(ofFile);
        }
    }
    return 0;
}
