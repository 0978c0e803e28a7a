#pragma once

#include "core/base/result.h"

#include <QByteArray>
#include <QList>

#include <functional>

namespace rocport {

/// The most object folders that one may lead to, and how deep their lists are followed (git's own
/// limit).
inline constexpr int kMaxObjectFolders = 64;
inline constexpr int kMaxAlternateDepth = 5;

/// \a objects, and every folder that its list info/alternates and the lists of those lead to, as
/// git 2.39 reads them: one per line, relative to the list's object folder. Each once, and only
/// those that exist. \a check is called before a list is read. Errors: those of \a check,
/// FileTooLarge, FileUnreadable (also more than kMaxObjectFolders).
Result<QList<QByteArray>>
objectFolders(const QByteArray& objects,
              const std::function<Result<void>(const QByteArray&)>& check = nullptr);

/// Checks that the index \a path of a pack ("NAME.idx") agrees with its own size and with its pack:
/// libgit2 1.5 counts with 32 bits and follows offsets without checking them. Of the pack only the
/// header and the size are checked; an index without a pack is ignored. Time and bytes read grow
/// with the number of objects (four bytes for each). Formats: gitformat-pack(5). Error: GitFailed.
Result<void> checkPackIndex(const QByteArray& path);

/// The pack indexes in an object folder.
QList<QByteArray> packIndexesIn(const QByteArray& objects);

} // namespace rocport
