#pragma once

#include "core/base/repopath.h"

#include <QByteArray>
#include <QHash>
#include <QSet>

namespace rocport {

/// How one folder's Python is written, as far as settings of formatters and linters say.
struct PythonStyle
{
    int lineLength = 0;     ///< characters in a line; 0: nothing says
    bool formatted = false; ///< by black, or by ruff: layout is what they make of it
    friend bool operator==(const PythonStyle&, const PythonStyle&) = default;
};

/// How one folder's C++ is broken over lines, as far as its .clang-format says. Options and their
/// values: https://releases.llvm.org/14.0.0/tools/clang/docs/ClangFormatStyleOptions.html
struct CppStyle
{
    /// How the backslashes of macros stand (AlignEscapedNewlines).
    enum class Backslashes : quint8 { Apart, Left, Right };

    int lineLength = 0;     ///< ColumnLimit; 0: nothing says, or lines are left alone
    int indent = 2;         ///< IndentWidth
    int continuation = 4;   ///< ContinuationIndentWidth
    int firstArgument = 19; ///< PenaltyBreakBeforeFirstCallParameter
    Backslashes backslashes = Backslashes::Right;
    friend bool operator==(const CppStyle&, const CppStyle&) = default;
};

/// What the settings of a repository's formatters and linters say: pyproject.toml (black, ruff),
/// ruff.toml, setup.cfg, tox.ini and .flake8 (flake8, pycodestyle), .clang-format, .editorconfig.
/// Each tool takes the nearest file upwards that has its settings. Any bytes are taken; cost is
/// linear.
class ProjectStyle
{
public:
    static constexpr qint64 kMaxBytes = 256 * 1024; ///< larger files are not read
    static constexpr int kMaxFiles = 1'000;         ///< of more, those that come last are not read

    /// Whether a file of that name holds such settings.
    static bool isStyleFile(const RepoPath& path);
    /// Adds what `text` says, the content of the file `path`. What does not parse says nothing.
    void add(const RepoPath& path, const QByteArray& text);
    /// For a Python file. The length is that of the formatter, or else the least of the linters'.
    [[nodiscard]] PythonStyle pythonStyle(const RepoPath& file) const;
    /// For a C or C++ file. No length where the layout cannot be told from what is followed here:
    /// other styles than LLVM, Google, Chromium and Microsoft, DisableFormat, tabs, operators at
    /// the beginning of lines, arguments that are not packed or not aligned to their bracket.
    [[nodiscard]] CppStyle cppStyle(const RepoPath& file) const;
    /// Of all that was read: what proposals depend on.
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
