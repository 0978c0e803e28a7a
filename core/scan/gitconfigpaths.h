#pragma once

#include <QByteArray>
#include <QList>

namespace rocport {

/// The files that libgit2 1.5 may open as parts of a configuration with this text: "path" of any
/// [include] or [includeIf "…"], whatever its condition, as it stands there, without quotes and
/// escapes; "~/" is left. At least those; where the text can be read in two ways, those of both.
/// Ends after \a most.
QList<QByteArray> filesIncludedByConfig(const QByteArray& text, qsizetype most);

} // namespace rocport
