#pragma once

#include "core/text/ascii.h"

#include <QByteArray>
#include <QList>

namespace rocport {

/// A byte of a variable's name in git's configuration.
inline bool isConfigNameByte(char c)
{
    return isLetter(c) || isDigit(c) || c == '-';
}

/// The files that libgit2 1.5 may open as parts of a configuration with this text: "path" of any
/// [include] or [includeIf "…"], whatever its condition, as written, without quotes and escapes;
/// "~/" is kept. At least those; where the text can be read in two ways, those of both. Stops after
/// \a most.
QList<QByteArray> filesIncludedByConfig(const QByteArray& text, qsizetype most);

} // namespace rocport
