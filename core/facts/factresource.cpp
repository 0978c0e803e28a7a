#include "core/facts/factresource.h"

#include <QFile>

// Resources of a static library are not linked in on their own; this must stand at global scope.
static void initFactResources()
{
    Q_INIT_RESOURCE(rocport_facts);
}

namespace rocport {

QVector<QByteArrayList> factRows(const char* table, int columns)
{
    initFactResources();
    QFile file(QStringLiteral(":/rocport/facts/") + QLatin1StringView(table));
    QVector<QByteArrayList> rows;
    if (!file.open(QIODevice::ReadOnly)) {
        return rows;
    }
    QByteArrayList lines = file.readAll().split('\n');
    lines.removeFirst();
    for (const QByteArray& line : std::as_const(lines)) {
        const QByteArrayList cells = line.split('\t');
        if (cells.size() == columns) {
            rows.append(cells);
        }
    }
    return rows;
}

} // namespace rocport
