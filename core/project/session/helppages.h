#pragma once

#include "core/base/result.h"

#include <QPair>
#include <QString>
#include <QVector>

namespace rocport {

/// A page of the documentation that is built into the program.
struct HelpPage
{
    QString id;    ///< "keyboard"; "changelog" is what is new
    QString title; ///< its first heading
};

/// All pages: what is new first, then those of the index (docs/README.md) in its order, then the
/// rest by title.
QVector<HelpPage> helpPages();

/// A page as it was written, Markdown. Errors: FileNotFound.
Result<QByteArray> helpPageMarkdown(const QString& id);

/// A page as HTML without a style sheet. Pictures are left out; links to other pages become plain
/// text. Errors: FileNotFound.
Result<QString> helpPageHtml(const QString& id);

/// Name and version of each library that core uses.
QVector<QPair<QString, QString>> coreLibraries();

} // namespace rocport
