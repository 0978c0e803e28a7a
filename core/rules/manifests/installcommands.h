#pragma once

#include "core/rules/manifests/shellcommands.h"

#include <optional>

namespace rocport {

/// A command that installs Python packages.
struct InstallCommand
{
    QByteArray tool;         ///< "pip", "uv", "poetry", "pdm", "pipenv", "conda", "setup.py"
    bool keepsTorch = false; ///< --no-deps, a constraints file, or a ROCm index
    bool upgrades = false;   ///< -U, --force-reinstall
    bool locked = false;     ///< installs what a lock file says ("uv sync", "poetry install")
    bool runs = false;       ///< `uv run`, which first syncs the environment to the lock file
    std::vector<ShellWord> requirements; ///< "torch==2.5.1"
    std::vector<ShellWord> files;        ///< of -r
    std::vector<ShellWord> folders;      ///< local projects, editable or not: ".[dev]" is "."
    std::vector<ShellWord> indexes;      ///< addresses of --index-url and the like
    ByteRange range;                     ///< program to last word
};

/// What `command` installs; nothing when it installs no Python package.
std::optional<InstallCommand> installCommandOf(const ShellCommand& command);
/// The same for all commands of a text.
std::vector<InstallCommand> installCommands(const std::vector<ShellCommand>& commands);

} // namespace rocport
