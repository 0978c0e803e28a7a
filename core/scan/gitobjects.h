#pragma once

#include "core/base/result.h"

#include <QByteArray>
#include <QList>

#include <functional>

namespace rocport {

/// Most object folders that one leads to, and how far the lists in them are followed (git's own
/// limit).
inline constexpr int kMaxObjectFolders = 64;
inline constexpr int kMaxAlternateDepth = 5;

/// \a objects, and every folder that its list info/alternates and those of the others lead to, as
/// git 2.39 reads them: one a line, relative to the folder of the list. Each once, and only those
/// that are there. \a check is asked before a list is read. Errors: those of \a check,
/// FileTooLarge, FileUnreadable (also more than kMaxObjectFolders).
Result<QList<QByteArray>>
objectFolders(const QByteArray& objects,
              const std::function<Result<void>(const QByteArray&)>& check = nullptr);

/// Whether the index \a path of a pack ("NAME.idx") agrees with its own size and with its pack:
/// libgit2 1.5 counts with 32 bits and goes where an offset says. Of the pack nothing but its
/// header and its size is looked at; an index without a pack is left aside. Time and reading grow
/// with the number of objects (four bytes for each). Formats: gitformat-pack(5). Error: GitFailed.
Result<void> checkPackIndex(const QByteArray& path);

/// The indexes of packs in an object folder.
QList<QByteArray> packIndexesIn(const QByteArray& objects);

} // namespace rocport
