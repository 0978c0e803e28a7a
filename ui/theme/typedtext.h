#pragma once

#include <QStringList>

class QDialog;
class QWidget;

namespace rocport {

/// Names of the fields below `widget` with text that a person typed and that has not been used yet.
/// Filters, read-only and empty fields are not among them.
QStringList typedFields(const QWidget& widget);

/// Makes Esc and the close button of `dialog` ask before they discard what was typed there; the
/// question names the fields, and Enter continues with the dialog. Its own Cancel button does not
/// ask.
void keepTypedText(QDialog& dialog);

} // namespace rocport
