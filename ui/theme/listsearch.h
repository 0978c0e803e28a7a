#pragma once

#include <QString>
#include <QStringList>

namespace rocport {

/// How well an entry fits what was typed above a list: 0 if one of the words does not occur in
/// `key`, otherwise the larger the better. A word counts most if the key begins with it, and more
/// at the beginning of a word than inside one. Case folding is up to the caller.
int searchScore(const QString& key, const QStringList& words);

/// How many rows a key (Qt::Key) moves the selection while the field above the list keeps the
/// focus; 0: none.
int listStep(int key);

} // namespace rocport
