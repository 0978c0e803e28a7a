#include "app/cli/interrupted.h"

#include "app/cli/output.h"
#include "core/base/wording.h"
#include "core/project/port/folderproposal.h"
#include "core/project/session/projectlocation.h"

#include <QStandardPaths>

namespace rocport {

QString writeJournals()
{
    return writeJournalsFor(QStandardPaths::writableLocation(QStandardPaths::GenericDataLocation) +
                            QStringLiteral("/rocport"));
}

std::optional<int> settleInterrupted(const QString& folder)
{
    const auto undone = undoInterruptedPort(folder, writeJournals());
    if (!undone) {
        return undone.error().code == ErrorCode::FileNotFound
                   ? std::nullopt // the scan says so
                   : std::optional(reportError(undone.error()));
    }
    if (!*undone) {
        return std::nullopt;
    }
    const QString when = (*undone)->when.toLocalTime().toString(QStringLiteral("yyyy-MM-dd hh:mm"));
    if ((*undone)->finished) {
        note(QStringLiteral("the write started at %1 was interrupted, but its %2 had been written; "
                            "what it left behind was removed")
                 .arg(when, counted((*undone)->files, "file", "files")));
        return std::nullopt;
    }
    note(QStringLiteral("the write started at %1 was interrupted; %2 restored")
             .arg(when, counted((*undone)->undone, "file was", "files were")));
    for (const QString& file : (*undone)->kept) {
        note(QStringLiteral("%1: changed since then, so it was left as it is").arg(file));
    }
    return std::nullopt;
}

void noteInterrupted(const QString& folder)
{
    if (wasInterrupted(folder, writeJournals())) {
        note(QStringLiteral("%1: a propose --write was interrupted here, so some files may contain "
                            "its changes; the next propose --write restores them")
                 .arg(folder));
    }
}

} // namespace rocport
