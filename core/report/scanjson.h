#pragma once

#include "core/base/vendored.h"
#include "core/facts/factrows.h"
#include "core/plan/plan.h"

#include <QJsonArray>
#include <QJsonObject>

namespace rocport {

/// Values as JSON objects, shared by the JSON report and the command line (docs/report.md). Paths
/// are those of RepoPath::display().
/// `home` is written where it is not FindingHome::Own.
QJsonObject findingToJson(const Finding& finding, FindingHome home = FindingHome::Own);
QJsonObject hunkToJson(const Hunk& hunk);
/// [{"path", "why"}]: files that were not read.
QJsonArray skippedToJson(const Inventory& inventory);
QJsonObject inventoryToJson(const Inventory& inventory);
/// {"table", "name", "fact", "of", "first", "last", "source", "rules"}.
QJsonObject factToJson(const FactRow& row);
QJsonObject planToJson(const Plan& plan);
/// {"format": 1, "source", "commit", "strategy", "inventory", "findings", "leftOut"}. `copies`:
/// with those in vendored and generated files, which are counted in "leftOut" else.
QJsonObject scanToJson(const ScanResult& scan, bool copies = false);

} // namespace rocport
