#pragma once

#include "ui/theme/themeprovider.h"

#include <QWidget>

class QPlainTextEdit;

namespace rocport {

/// What the bar can do to Markdown.
enum class MarkdownFormat : quint8 { Bold, Italic, Code, List, Table, Link };

/// Applies `format` to the selection in `edit`, as one undo step: emphasis and code are put around
/// the selection, or removed if they are there already; every selected line becomes a list item, or
/// a plain line again; a table or a link is inserted with its first part selected.
void applyMarkdown(QPlainTextEdit& edit, MarkdownFormat format);

/// Buttons above a Markdown field.
class MarkdownBar : public QWidget
{
    Q_OBJECT

public:
    MarkdownBar(ThemeProvider& provider, QPlainTextEdit& edit, QWidget* parent = nullptr);
};

} // namespace rocport
