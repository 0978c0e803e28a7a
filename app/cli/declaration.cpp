#include "app/cli/declaration.h"

#include "app/cli/completions.h"
#include "app/cli/manualpage.h"

namespace rocport {

ValueKind valueKind(const QString& placeholder, const QStringList& choices)
{
    if (!choices.isEmpty()) {
        return ValueKind::Choices;
    }
    static const QStringList folders{QStringLiteral("DIR"), QStringLiteral("FOLDER")};
    static const QStringList files{
        QStringLiteral("FILE"),      QStringLiteral("PATH"),      QStringLiteral("FILE|DIR"),
        QStringLiteral("OUT"),       QStringLiteral("OLD.json"),  QStringLiteral("PACK"),
        QStringLiteral("PROJECT"),   QStringLiteral("A"),         QStringLiteral("B"),
        QStringLiteral("REFERENCE"), QStringLiteral("CANDIDATE"), QStringLiteral("CMD")};
    return folders.contains(placeholder) ? ValueKind::Folders
           : files.contains(placeholder) ? ValueKind::Files
                                         : ValueKind::Nothing;
}

QString dashed(const QString& name)
{
    return (name.size() == 1 ? QStringLiteral("-") : QStringLiteral("--")) + name;
}

QStringList choicesOf(const DeclaredOption& option)
{
    const bool listed = option.choices.isEmpty() && option.value.contains(u'|') &&
                        option.value == option.value.toLower();
    return listed ? option.value.split(u'|') : option.choices;
}

QByteArray describe(const Declaration& declaration, const QString& format)
{
    if (format == QLatin1StringView("man")) {
        return manualPage(declaration);
    }
    if (format == QLatin1StringView("bash")) {
        return bashPart(declaration);
    }
    if (format == QLatin1StringView("zsh")) {
        return zshPart(declaration);
    }
    return format == QLatin1StringView("fish") ? fishPart(declaration) : QByteArray();
}

} // namespace rocport
