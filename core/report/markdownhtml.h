#pragma once

#include <QString>

namespace rocport {

/// Whether a link may lead to an address: http or https, without blanks.
bool isWebAddress(const QString& url);

/// A phase summary, or a page of help, as HTML. Reads CommonMark and pipe tables, except `_a_` and
/// indented code, since names have underscores and lines of prose are indented. Links, including
/// those made from images, lead only to http and https; everything else, above all raw HTML, is
/// shown as plain text, and so is the whole text if it repeats or nests excessively.
QString markdownToHtml(const QString& markdown);

} // namespace rocport
