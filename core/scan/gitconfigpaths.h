#pragma once

#include <QByteArray>
#include <QList>

namespace rocport {

/// The files that libgit2 1.5 may open as parts of a configuration with this text: "path" of any
/// [include] or [includeIf "…"], whatever its condition, as it stands there, without quotes and
/// escapes; "~/" is left. At least those; where the text can be read in two ways, those of both.
/// Ends after \a most.
QList<QByteArray> filesIncludedByConfig(const QByteArray& text, qsizetype most);

/// More are not read, of all files of a configuration together.
inline constexpr qsizetype kMaxConfigVariables = 30'000;
/// Lines of a configuration but for those that are empty, comments or nothing but a heading: at
/// least as many as variables, each of which libgit2 1.5 may compare with all others.
qsizetype variablesInConfig(const QByteArray& text);

} // namespace rocport
