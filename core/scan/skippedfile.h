#pragma once

#include "core/base/result.h"
#include "core/rules/analyse.h"
#include "core/scan/sourcetree.h"

#include <QPair>
#include <QVector>

#include <memory>

namespace rocport {

/// Whether the suffix says that a file holds no text for anyone: it is named, not read.
bool isBinaryByName(const RepoPath& path);

/// Why links are left out, for people.
QString linkReason();

/// Why a file that could not be read is left out, for people.
QString skipReason(const Error& error);

/// Why a file is left out where the files before it gave as much as one scan holds, for people.
QString tooManyPlacesReason();

/// Whether a skipped file may be read by the next scan without a trace in its identity: it could
/// not be read, or others had taken the room.
bool mayBeReadNextTime(const FileAnalysis& file);

/// Whether a file that the rules know the language of was not looked at, or not to its end. Nothing
/// may be said of what it holds. Not a link: what it leads to is read where it lies.
bool isUnreadSource(const FileAnalysis& file);

/// A file, and why it was not read, for people.
using UnreadFile = QPair<RepoPath, QString>;
/// Those of `files` that are unread sources, in their order.
QVector<UnreadFile> unreadSources(const QVector<std::shared_ptr<const FileAnalysis>>& files);

/// What stands for a file that is not analysed. `reason`: why, for people.
std::shared_ptr<FileAnalysis> skippedFile(const TreeEntry& entry, const QString& reason);

} // namespace rocport
