#pragma once

#include "core/base/repopath.h"

#include <QByteArray>
#include <QHash>
#include <QSet>

namespace rocport {

/// How Python is formatted in one folder, as far as the settings of formatters and linters say.
struct PythonStyle
{
    int lineLength = 0;     ///< characters per line; 0: not set
    bool formatted = false; ///< by black or ruff, which determine the layout
    friend bool operator==(const PythonStyle&, const PythonStyle&) = default;
};

/// How C++ lines are broken in one folder, as far as its .clang-format says. Options and their
/// values: https://releases.llvm.org/14.0.0/tools/clang/docs/ClangFormatStyleOptions.html
struct CppStyle
{
    /// How the backslashes of macros are aligned (AlignEscapedNewlines).
    enum class Backslashes : quint8 { Apart, Left, Right };

    int lineLength = 0;     ///< ColumnLimit; 0: not set, or lines are left alone
    int indent = 2;         ///< IndentWidth
    int continuation = 4;   ///< ContinuationIndentWidth
    int firstArgument = 19; ///< PenaltyBreakBeforeFirstCallParameter
    Backslashes backslashes = Backslashes::Right;
    friend bool operator==(const CppStyle&, const CppStyle&) = default;
};

/// What the settings of a repository's formatters and linters say: pyproject.toml (black, ruff),
/// ruff.toml, setup.cfg, tox.ini and .flake8 (flake8, pycodestyle), .clang-format, .editorconfig.
/// Each tool uses the nearest file upwards that has its settings. Takes any bytes, in linear time.
class ProjectStyle
{
public:
    static constexpr qint64 kMaxBytes = 256 * 1024; ///< larger files are not read
    static constexpr int kMaxFiles = 1'000;         ///< if there are more, the last ones are not
                                                    ///  read

    /// Whether a file with that name holds such settings.
    static bool isStyleFile(const RepoPath& path);
    /// Adds what `text` says, the content of the file `path`. What does not parse is ignored.
    void add(const RepoPath& path, const QByteArray& text);
    /// For a Python file. The length is that of the formatter, or else the least of the linters'.
    [[nodiscard]] PythonStyle pythonStyle(const RepoPath& file) const;
    /// For a C or C++ file. No length if the layout depends on more than is supported here: other
    /// styles than LLVM, Google, Chromium and Microsoft, DisableFormat, tabs, operators at the
    /// beginning of lines, arguments that are not packed or not aligned to their bracket.
    [[nodiscard]] CppStyle cppStyle(const RepoPath& file) const;
    /// A digest of everything that was read and that proposals depend on.
    [[nodiscard]] QByteArray digest() const;

private:
    enum class Tool : quint8 { Black, Ruff, Flake8, EditorConfig, Count };
    static constexpr int kUnlimited = -1; ///< the tool leaves the length of lines alone

    void readToml(const RepoPath& path, const QByteArray& text);
    void readIni(const RepoPath& path, const QByteArray& text);
    void readEditorConfig(const RepoPath& path, const QByteArray& text);
    void readClangFormat(const RepoPath& path, const QByteArray& text);
    void set(const RepoPath& file, Tool tool, int length);
    [[nodiscard]] int lengthFor(const RepoPath& file, Tool tool) const;

    /// By folder and tool.
    QHash<std::pair<QByteArray, int>, int> m_lengths;
    QHash<QByteArray, CppStyle> m_cpp; ///< by folder
    QSet<QByteArray> m_roots;          ///< folders above which no .editorconfig counts
};

} // namespace rocport
