#pragma once

#include <QString>

namespace rocport {

/// What a link may lead to: http or https, without a blank.
bool isWebAddress(const QString& url);

/// A phase summary, or a page of help, as HTML. Reads CommonMark and pipe tables, but for `_a_` and
/// indented code: names have underscores, and lines of prose are indented. Links lead to http and
/// https, also those that an image becomes; everything else, raw HTML above all, is shown as the
/// text that it is, and so is the whole where it repeats or nests beyond measure.
QString markdownToHtml(const QString& markdown);

} // namespace rocport
