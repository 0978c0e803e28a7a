#pragma once

#include "core/base/result.h"
#include "core/rules/analyse.h"
#include "core/scan/sourcetree.h"

#include <QPair>
#include <QVector>

#include <memory>

namespace rocport {

/// Whether the suffix says that a file is binary: such a file is listed, not read.
bool isBinaryByName(const RepoPath& path);

/// Why links are left out, for people.
QString linkReason();

/// Why a file that could not be read is left out, for people.
QString skipReason(const Error& error);

/// Why a file is left out when the files before it filled what one scan keeps, for people.
QString tooManyPlacesReason();

/// Whether the next scan may be able to read a skipped file although its identity has not changed:
/// it could not be read, or other files had filled the scan.
bool mayBeReadNextTime(const FileAnalysis& file);

/// Whether a file whose language the rules know was not analysed, or not completely, so that
/// nothing may be said about what it holds. False for a link: what it leads to is read where it is.
bool isUnreadSource(const FileAnalysis& file);

/// A file, and why it was not read, for people.
using UnreadFile = QPair<RepoPath, QString>;
/// Those of `files` that are unread sources, in order.
QVector<UnreadFile> unreadSources(const QVector<std::shared_ptr<const FileAnalysis>>& files);

/// The entry for a file that is not analysed. `reason`: why, for people.
std::shared_ptr<FileAnalysis> skippedFile(const TreeEntry& entry, const QString& reason);

} // namespace rocport
