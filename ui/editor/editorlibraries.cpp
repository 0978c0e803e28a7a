#include "ui/editor/editorlibraries.h"

#include "ui/editor/qsci.h"

#include <ksyntaxhighlighting_version.h>

// Spelled so from KF 6 on.
#ifdef KSYNTAXHIGHLIGHTING_VERSION_STRING
#define ROCPORT_SYNTAX_VERSION KSYNTAXHIGHLIGHTING_VERSION_STRING
#else
#define ROCPORT_SYNTAX_VERSION SyntaxHighlighting_VERSION_STRING
#endif

namespace rocport {

QVector<QPair<QString, QString>> editorLibraries()
{
    return {{QStringLiteral("QScintilla"), QStringLiteral(QSCINTILLA_VERSION_STR)},
            {QStringLiteral("KSyntaxHighlighting"), QStringLiteral(ROCPORT_SYNTAX_VERSION)}};
}

} // namespace rocport
