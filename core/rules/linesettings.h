#pragma once

#include "core/base/words.h"
#include "core/text/sourcebuffer.h"

#include <QStringList>
#include <QVector>

#include <string_view>

namespace rocport {

/// A variable that a line of a script or of settings sets.
struct LineSetting
{
    std::string_view name;
    std::string_view value; ///< without quotes; an unquoted one ends at a blank or at one of ;&|,}
    ByteRange range;        ///< of name and value in the file, or of the name where it stands alone
    bool isBelow = false;   ///< YAML gives the value on the lines below ("NAME:"); `value` is empty

    /// Whether it is set to something: "NAME=", "NAME: ''" and a key of YAML without a value are
    /// not.
    [[nodiscard]] bool hasValue() const { return isBelow || !value.empty(); }
};

/// The variables that 1-based line `line` sets, in order: "NAME=1" anywhere (a makefile's "NAME :=
/// 1" and TOML's "NAME = 1" too), "ENV NAME 1" in a Dockerfile, "NAME: 1" and "- name: NAME" above
/// "value: 1" in YAML, "NAME": 1 in JSON. Reading a variable ("$NAME: x", "NAME == 1") sets
/// nothing. What stands in a comment is left out, and so are lines of more than 10000 bytes. The
/// views are of `source`.
QVector<LineSetting> settingsOfLine(const SourceBuffer& source, int line, Language language);

/// Whether a text holds one of the words, in a longer word too.
bool holdsAny(std::string_view text, const QStringList& words);

} // namespace rocport
