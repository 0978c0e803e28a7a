#pragma once

#include <QString>

namespace rocport {

/// A summary as it goes into a Markdown report: the user's Markdown, in which nothing acts. Raw
/// HTML is shown and not run, images and links other than http, https and places of the report are
/// shown as they are written, and hidden characters are escaped. Fenced and inline code, emphasis,
/// lists and tables stay. What counts as code is decided as CommonMark 0.31 decides it, and where
/// it could be read in two ways the text is written so that it cannot: a backtick that opens no
/// code on its line is escaped, a fence begins at the first column.
QString harmlessMarkdown(const QString& markdown);

} // namespace rocport
