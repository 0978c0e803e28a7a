#pragma once

#include "core/plan/plan.h"

#include <QJsonArray>
#include <QJsonObject>

namespace rocport {

/// Values as JSON objects, shared by the JSON report and the command line (docs/report.md). Paths
/// are those of RepoPath::display().
QJsonObject findingToJson(const Finding& finding);
QJsonObject hunkToJson(const Hunk& hunk);
/// [{"path", "why"}]: files that were not read.
QJsonArray skippedToJson(const Inventory& inventory);
QJsonObject inventoryToJson(const Inventory& inventory);
QJsonObject planToJson(const Plan& plan);
/// {"format": 1, "source", "commit", "strategy", "inventory", "findings"}.
QJsonObject scanToJson(const ScanResult& scan);

} // namespace rocport
