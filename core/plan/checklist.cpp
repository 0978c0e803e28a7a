#include "core/plan/checklist.h"

#include <QFile>

static void loadGuides()
{
    Q_INIT_RESOURCE(guides); // a static library's resources are linked only when asked for
}

namespace rocport {

QStringList phaseChecklist(Phase phase)
{
    loadGuides();
    QFile file(QStringLiteral(":/guides/phase-%1.md").arg(static_cast<int>(phase)));
    QStringList steps;
    if (!file.open(QIODevice::ReadOnly)) {
        return steps;
    }
    const QStringList lines = QString::fromUtf8(file.readAll()).split(u'\n');
    for (const QString& line : lines) {
        if (line.startsWith(QLatin1StringView("- "))) {
            steps.append(line.mid(2).trimmed());
        } else if (line.startsWith(QLatin1StringView("  ")) && !steps.isEmpty()) {
            steps.last() += u' ' + line.trimmed();
        }
    }
    return steps;
}

} // namespace rocport
