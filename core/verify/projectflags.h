#pragma once

#include "core/verify/compilerarguments.h"
#include "core/verify/gatetree.h"

#include <QStringList>

namespace rocport {

/// What the project's own build passes to compilers, as far as it can be read without running
/// anything.
struct BuildFlags
{
    QVector<RepoPath> folders; ///< include folders in the repository, most certain first
    QStringList outside;       ///< absolute include folders outside it
    QStringList defines;       ///< "NAME" or "NAME=VALUE"
    QString standard;          ///< "c++17"; empty: not given
    /// From compile_commands.json, by file: -I, -isystem, -include, -D, -U and -std only, for
    /// CompilerCommandLine. Folders of the repository are spelled relative to its root, as
    /// "%ROOT%/…".
    QHash<RepoPath, QStringList> perFile;
    QVector<RefusedArgument> refused; ///< asked for all files, and refused
    QHash<RepoPath, QVector<RefusedArgument>> refusedPerFile;
    QStringList sources; ///< files that it was read from, for people

    /// Why what is compiled for `file` would differ from what the project's build compiles, because
    /// something that matters was refused; empty: nothing was.
    [[nodiscard]] QString whyNotComplete(const RepoPath& file) const;
    /// Everything that was refused, as sentences without repetitions; the last one counts those
    /// over `limit`.
    [[nodiscard]] QStringList refusals(qsizetype limit = 8) const;
};

/// Reads compile_commands.json, CMake files (include_directories, definitions outside of any
/// condition, language standard), setup.py (include_dirs, define_macros, -D) and make files (-I,
/// -D) of `tree`, and adds folders that the includes of the tree ask for. `root`: where the
/// repository is, for the absolute paths of compile_commands.json; may be empty. `compileCommands`:
/// a database that lies outside of the tree, in a build folder. Never fails: what it does not
/// understand it passes over. What is taken are the forms that compilerarguments.h allows; flags
/// that load or run something are never among them.
BuildFlags readBuildFlags(const GateTree& tree, const QString& root,
                          const QByteArray& compileCommands = {});

/// What `compileCommands` has for each file, and nothing else: no include folder is guessed and no
/// build file is read. `source`: its name, for messages.
BuildFlags readRecordedFlags(const GateTree& tree, const QString& root,
                             const QByteArray& compileCommands, const QString& source);

} // namespace rocport
