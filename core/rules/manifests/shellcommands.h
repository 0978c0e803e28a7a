#pragma once

#include "core/base/finding.h"
#include "core/base/words.h"

#include <functional>
#include <string_view>
#include <vector>

namespace rocport {

/// One word of a command, without quotes and line continuations.
struct ShellWord
{
    QByteArray text;
    ByteRange range; ///< as written
};

/// A simple command: what is between newlines and ; & | ( ) of a shell.
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
/// The same one by one, since a script can have millions of them. Ends early when the work is
/// cancelled.
void forEachShellCommand(std::string_view text,
                         const std::function<void(const ShellCommand&)>& take);

/// Whether a word runs the command after it: "then", "sudo", "ccache", "env".
bool isCommandPrefix(QByteArrayView word);

/// A text of the same size as `text` in which everything that is not a shell command of the file is
/// blank (line ends stay): RUN in a Dockerfile, recipes in a makefile, scripts in YAML, code in
/// Markdown and notebooks. Markdown code below a heading about other hardware is left out too.
QByteArray shellTextOf(std::string_view text, Language language);

/// Whether a name or heading is about hardware other than NVIDIA GPUs ("rocm", "cpu", "tpu").
bool namesOtherHardware(QByteArrayView text);

} // namespace rocport
