#pragma once

#include "core/base/finding.h"
#include "core/base/words.h"

#include <functional>
#include <string_view>
#include <vector>

namespace rocport {

/// One word of a command, quotes and joined lines taken away.
struct ShellWord
{
    QByteArray text;
    ByteRange range; ///< as written
};

/// A simple command: what stands between newlines and ; & | ( ) of a shell.
struct ShellCommand
{
    std::vector<ShellWord> words; ///< at least one
    [[nodiscard]] ByteRange range() const
    {
        return {words.front().range.begin, words.back().range.end};
    }
};

/// The commands of shell text. Comments are left out; variables stay as written; nothing is run or
/// expanded. Linear, any bytes, never fails.
std::vector<ShellCommand> shellCommands(std::string_view text);
/// The same one by one: a script can be millions of them. Ends early when the work is cancelled.
void forEachShellCommand(std::string_view text,
                         const std::function<void(const ShellCommand&)>& take);

/// Whether a word runs the command behind it: "then", "sudo", "ccache", "env".
bool isCommandPrefix(QByteArrayView word);

/// `text` of the same size in which everything that is no shell command of the file is blank (line
/// ends stay): RUN of a Dockerfile, recipes of a makefile, scripts of YAML, code of Markdown and
/// of notebooks. Code of Markdown below a heading about other hardware is left out, too.
QByteArray shellTextOf(std::string_view text, Language language);

/// Whether a name or heading speaks of hardware that is no NVIDIA GPU ("rocm", "cpu", "tpu").
bool namesOtherHardware(QByteArrayView text);

} // namespace rocport
