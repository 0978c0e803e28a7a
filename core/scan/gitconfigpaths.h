#pragma once

#include <QByteArray>
#include <QList>

namespace rocport {

/// A file that a configuration of git names.
struct GitConfigPath
{
    QByteArray name;       ///< as it stands there, without quotes and escapes; "~/" is left
    bool included = false; ///< a configuration too; else a list of patterns or attributes
};

/// The files that libgit2 1.5 may open because a configuration says so: "path" of any [include] or
/// [includeIf "…"], whatever its condition, and the two lists that [core] can name. At least those;
/// where the text can be read in two ways, those of both. Ends after \a most.
QList<GitConfigPath> filesNamedInConfig(const QByteArray& text, qsizetype most);

} // namespace rocport
