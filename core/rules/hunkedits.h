#pragma once

#include "core/text/editset.h"

#include <QHash>

namespace rocport {

/// The edits of `hunks` in the order in which applyHunks() applies them; `hash`: contentHash(base).
/// Errors: those of applyHunks().
Result<EditSet> joinHunks(const QByteArray& base, const QByteArray& hash,
                          const QVector<Hunk>& hunks,
                          const QHash<QByteArray, QByteArray>& edited = {});

} // namespace rocport
