#pragma once

#include <QString>
#include <QStringList>

namespace rocport {

/// How well an entry fits what was typed above a list: 0 where one of the words does not occur in
/// `key`, else better is larger. A word counts most where the key begins with it, and more at the
/// beginning of a word than within one. Upper and lower case are the caller's.
int searchScore(const QString& key, const QStringList& words);

/// Rows by which a key (Qt::Key) moves the choice while the field above the list keeps the focus;
/// 0: it does not move it.
int listStep(int key);

} // namespace rocport
