#pragma once

#include "ui/theme/widgets.h"

#include <QDialog>
#include <QPair>
#include <QVector>

namespace rocport {

/// What the program is: version, licence, and the libraries in use with their versions, as text
/// that can be copied into a bug report.
class AboutDialog : public QDialog
{
    Q_OBJECT

public:
    /// `libraries`: name and version of each, in addition to those of core and Qt.
    AboutDialog(ThemeProvider& provider, const QVector<QPair<QString, QString>>& libraries,
                QWidget* parent = nullptr);
    /// The facts, one line each.
    [[nodiscard]] QString facts() const { return m_facts; }

private:
    QString m_facts;
};

} // namespace rocport
