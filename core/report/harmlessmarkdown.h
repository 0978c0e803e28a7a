#pragma once

#include <QString>

namespace rocport {

/// A summary for a Markdown report: the user's Markdown made harmless. Raw HTML is shown and not
/// interpreted, images and links other than http, https and places in the report are shown as
/// written, and hidden characters are escaped. Fenced and inline code, emphasis, lists and tables
/// are kept. What counts as code is decided by CommonMark 0.31, and text that could be read in two
/// ways is rewritten so that it cannot: a backtick that opens no code on its line is escaped, and a
/// fence begins in the first column.
QString harmlessMarkdown(const QString& markdown);

} // namespace rocport
