#pragma once

#include "core/base/cancel.h"
#include "core/base/filefeatures.h"
#include "core/base/repopath.h"
#include "core/base/words.h"

#include <QHash>
#include <QSet>
#include <QVector>

#include <functional>
#include <string_view>

namespace rocport {

/// A name with a default value, in a module or a configuration file of the repository.
struct NamedValue
{
    QByteArray name;   ///< "MODE", "Config.compile_mode", "compile_mode" (an option or a key)
    QByteArray value;  ///< the text of a string, or a number, True, False, None as written
    bool text = false; ///< a string
    RepoPath path;     ///< where
    int line = 0;      ///< 1-based
};

/// What the rest of the repository may need to know about one file. A value type.
struct ModuleSummary
{
    RepoPath path;
    QVector<NamedValue> values;
    QByteArrayList imports; ///< modules as written: "pkg.config", ".config", "..x"
    QByteArrayList entries; ///< modules in which commands of the package start
    int programLine = 0;    ///< line of `if __name__ == "__main__"`; 0: no program
    int compileLine = 0;    ///< line of the first torch.compile or .compile( of a module; 0: none
    int torchLine = 0;      ///< line at the top level that binds torch; 0: none
    int safeLine = 0;       ///< line that turns Inductor's autotuning off; 0: none
    int graphLine = 0;      ///< line that compiles with a mode that captures graphs; 0: none
    int flagLine = 0;       ///< line at the top level that binds is_rocm; 0: none
    int scriptLine = 0;     ///< line at the top level of a file with torch that does something
    /// Names on which the module stops on purpose, sorted: "-ok" if it stops when `ok` or `ok()` is
    /// false, "+old" if it stops when that is true, both if it may be either.
    QByteArrayList stops;

    /// For the cache of a scan: read() returns what was passed to write(), except the path.
    [[nodiscard]] FileFeatures write() const;
    static ModuleSummary read(const RepoPath& path, const FileFeatures& features);
};

/// Whether files of a language can have a summary.
bool hasModuleSummary(Language language);
/// Reads a file without running anything; a text that does not parse gives what was found. Linear.
ModuleSummary summariseModule(const RepoPath& path, Language language, std::string_view text,
                              const CancelToken& cancel = {});

/// Whether a file or folder is among tests.
inline bool isAmongTests(const RepoPath& path)
{
    const QByteArray folders = '/' + path.bytes() + '/';
    return folders.contains("/tests/") || folders.contains("/test/");
}

/// Whether a file shows, measures or explains something and is not run as the product: it is in a
/// folder, at any depth, for examples, documents, benchmarks, papers, what others contributed and
/// the like. Case does not matter.
bool isShown(const RepoPath& path);

/// A program and where it first compiles.
struct CompileProgram
{
    RepoPath program;
    RepoPath compiles;
    int line = 0; ///< in `compiles`
};

/// The summaries of all files of a repository. Immutable once made.
class ModuleNames
{
public:
    ModuleNames() = default;
    explicit ModuleNames(const QVector<ModuleSummary>& modules);

    /// Defaults of the attribute, field, option or key called `name` anywhere, ordered by path and
    /// line.
    [[nodiscard]] QVector<NamedValue> attribute(const QByteArray& name) const;
    /// The value of a name at the top level of the module that `importer` calls `module`; at most
    /// one.
    [[nodiscard]] QVector<NamedValue> constant(const RepoPath& importer, const QByteArray& module,
                                               const QByteArray& name) const;
    /// The file to which a module's name refers in `importer`; empty: none in the repository.
    [[nodiscard]] RepoPath fileOf(const RepoPath& importer, const QByteArray& module) const;
    /// Whether the repository has a module or a folder called `top`.
    [[nodiscard]] bool hasModule(const QByteArray& top) const;
    /// Whether the repository has the package `name` ("cupy", "cuda.bindings") itself: a folder
    /// with an `__init__.py` that lies in no package, not among others' code or tests.
    [[nodiscard]] bool ownsPackage(const QByteArray& name) const;
    /// The first file that imports the package or module `top`. Files that take is_rocm from
    /// `flagModule` do not count. Empty: none.
    [[nodiscard]] RepoPath importerOf(const QByteArray& top, const QByteArray& flagModule) const;
    /// Where a program (a file with a main guard) first compiles: itself or what it imports,
    /// followed through the repository, nearest first. Each with path and line. Empty when it is
    /// not a program.
    [[nodiscard]] QVector<QPair<RepoPath, int>> compilesOf(const RepoPath& program) const;
    /// Programs that reach `module`, which compiles, through imports.
    [[nodiscard]] QVector<RepoPath> programsOf(const RepoPath& module) const;

    /// Programs that nothing on their way makes safe for Inductor, and whose settings belong in
    /// `file`: programs that compile themselves have their own. Of the others, if several reach
    /// fewer compiling modules, they leave it to each of those, as does one that does not import
    /// torch; the rest have their own. A program is a file with a main guard, `__main__.py`, a file
    /// in which a command of a package starts, or a file outside packages that does something and
    /// that nothing imports. Tests are not programs.
    [[nodiscard]] QVector<CompileProgram> settingsOf(const RepoPath& file) const;
    /// Modules that `file` imports from vendored folders and that compile with a mode that captures
    /// graphs: name as imported, path and line.
    [[nodiscard]] QVector<NamedValue> foreignGraphs(const RepoPath& file) const;
    /// Whether a file defines is_rocm at its top level.
    [[nodiscard]] bool definesFlag(const RepoPath& file) const
    {
        return m_modules.value(file).flagLine > 0;
    }

    /// The module at the top of the package of `file` that has, or would have, is_rocm for the
    /// whole package; empty if there is none: outside packages, and in packages of tests or of
    /// third parties.
    [[nodiscard]] RepoPath flagHomeOf(const RepoPath& file) const;
    /// Whether more than one file takes, or could take, is_rocm from a module: it exists, or is not
    /// known to be of use to only one.
    [[nodiscard]] bool isFlagShared(const RepoPath& home) const;
    /// The modules that flagHomeOf() names and that only one file would use; none until they are
    /// known.
    [[nodiscard]] const QSet<RepoPath>& flagAlone() const { return m_flagAlone; }
    void setFlagAlone(const QSet<RepoPath>& homes) { m_flagAlone = homes; }
    /// Whether files import this one as a module of its package, none in another way, and it is not
    /// a program.
    [[nodiscard]] bool isLoadedInPackage(const RepoPath& file) const;

    /// Whether a module that imports `path` stops on purpose if what it calls `name`, a name or an
    /// attribute, is `value`.
    [[nodiscard]] bool stopsOn(const RepoPath& path, const QByteArray& name, bool value) const;

    /// A digest of the answer to a question, as NameQuestions records it.
    [[nodiscard]] QByteArray digest(const QByteArray& question) const;

private:
    using ImportedFiles = std::function<const QVector<RepoPath>&(const ModuleSummary&)>;
    void followPrograms();
    [[nodiscard]] QVector<RepoPath> programs(const ImportedFiles& importsOf) const;
    void placeSettings(const QVector<RepoPath>& programs);
    void followLoads();
    /// The topmost folder around a file that is a package; empty: none.
    [[nodiscard]] RepoPath packageOf(const RepoPath& file) const;
    [[nodiscard]] bool holdsSettings(const RepoPath& file) const;

    QHash<RepoPath, ModuleSummary> m_modules;
    QHash<QByteArray, QVector<NamedValue>> m_attributes;       ///< by last part of the name
    QMultiHash<QByteArray, RepoPath> m_byTail;                 ///< "config" -> pkg/config.py
    QHash<RepoPath, QVector<QPair<RepoPath, int>>> m_compiles; ///< by program
    QHash<RepoPath, QVector<RepoPath>> m_programs;             ///< by module that compiles
    QHash<RepoPath, QVector<CompileProgram>> m_settings;       ///< by the file in which they belong
    QHash<QByteArray, QVector<RepoPath>> m_stops;              ///< modules by what they stop at
    QSet<RepoPath> m_flagAlone;
    QSet<RepoPath> m_loaded; ///< imported as modules of their package
    QSet<RepoPath> m_bare;   ///< modules of packages that are imported in another way
};

/// Queries ModuleNames for one file and remembers the questions, so that a later scan knows whether
/// the answers are still the same.
class NameQuestions
{
public:
    explicit NameQuestions(const ModuleNames* names, RepoPath path)
        : m_names(names), m_path(std::move(path))
    {
    }

    /// See ModuleNames. Empty if no names are known (a file analysed on its own).
    QVector<NamedValue> attribute(const QByteArray& name);
    QVector<NamedValue> constant(const QByteArray& module, const QByteArray& name);
    RepoPath fileOf(const QByteArray& module);
    QVector<QPair<RepoPath, int>> compiles();
    QVector<RepoPath> programs();
    QVector<CompileProgram> settings();
    QVector<NamedValue> foreignGraphs();
    bool stopsOn(const QByteArray& name, bool value);
    bool ownsPackage(const QByteArray& name);
    /// This also asks everything that the next three return.
    RepoPath flagHome();
    [[nodiscard]] bool isFlagShared(const RepoPath& home) const;
    [[nodiscard]] bool isFlagThere(const RepoPath& home) const;
    [[nodiscard]] bool isLoadedInPackage() const;

    /// What was asked, each question with a digest of its answer (FeatureKind::AskedNames).
    [[nodiscard]] FileFeatures asked() const;
    /// Whether every such answer among `features` still holds with `names`.
    static bool stillHold(const FileFeatures& features, const ModuleNames& names);

private:
    void remember(const QByteArray& question);

    const ModuleNames* m_names;
    RepoPath m_path;
    QByteArrayList m_asked;
};

} // namespace rocport
