#pragma once

#include "core/base/result.h"

#include <QByteArray>

#include <functional>

namespace rocport {

/// What an object file claims to hold.
struct LooseObject
{
    QByteArray kind; ///< "blob", "tree", "commit" or "tag"
    qint64 size = 0; ///< bytes
};

/// The most bytes of an object that is not a file's content.
inline constexpr qint64 kMaxLooseText = 128 * 1024 * 1024;

/// Reads the object file \a path (gitformat-loose: "KIND SIZE", NUL and the content, deflated). \a
/// make is called once with what the file claims to hold, and returns room for that many bytes, or
/// null when there is no memory. Never more than that is written, and the content must have exactly
/// that size. Errors: FileNotFound, FileUnreadable, GitFailed (damaged), FileTooLarge.
Result<void> readLooseObject(const QByteArray& path,
                             const std::function<char*(const LooseObject&)>& make);

} // namespace rocport
