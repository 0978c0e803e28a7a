#include "ui/theme/listsearch.h"

#include <Qt>

namespace rocport {

int searchScore(const QString& key, const QStringList& words)
{
    int total = 1;
    for (const QString& word : words) {
        const qsizetype at = key.indexOf(word);
        if (at < 0) {
            return 0;
        }
        if (at == 0) {
            total += 4;
        } else if (!key.at(at - 1).isLetterOrNumber()) {
            total += 2;
        }
    }
    return total;
}

int listStep(int key)
{
    switch (key) {
    case Qt::Key_Down:
        return 1;
    case Qt::Key_Up:
        return -1;
    case Qt::Key_PageDown:
        return 10;
    case Qt::Key_PageUp:
        return -10;
    default:
        return 0;
    }
}

} // namespace rocport
