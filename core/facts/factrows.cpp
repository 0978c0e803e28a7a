#include "core/facts/factrows.h"

#include "core/facts/factresource.h"
#include "core/facts/inductorkeys.h"
#include "core/facts/newernames.h"
#include "core/facts/rocmreleases.h"
#include "core/facts/torchwheels.h"

#include <QHash>

#include <algorithm>

namespace rocport {

namespace {

QString cell(std::string_view text)
{
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

/// Empty: it holds none.
Version versionIn(const QString& text)
{
    return Version::parse(text).value_or(Version());
}

/// What the rows of a table have in common (a row of resources/facts/tables.tsv).
struct TableFacts
{
    QString of;
    Version first;
    QString source;
};

const QHash<QString, TableFacts>& tables()
{
    static const QHash<QString, TableFacts> kTables = [] {
        QHash<QString, TableFacts> all;
        for (const QByteArrayList& row : factRows("tables.tsv", 4)) {
            all.insert(QString::fromUtf8(row[0]),
                       {QString::fromUtf8(row[1]), versionIn(QString::fromUtf8(row[2])),
                        QString::fromUtf8(row[3])});
        }
        return all;
    }();
    return kTables;
}

/// A row of `table` with what all of its rows have.
FactRow rowOf(const QString& table, const QString& name, const QString& fact)
{
    const TableFacts common = tables().value(table);
    return {table, name, fact, common.of, common.first, {}, false, common.source, {}};
}

/// Ends a row before the release of ROCm that its name is gone in; empty: in none.
void endBefore(FactRow& row, std::string_view gone)
{
    const Version version = versionIn(cell(gone));
    const Version before = rocmBefore(version);
    row.isBefore = before.isEmpty() && !version.isEmpty();
    row.last = row.isBefore ? version : before;
}

/// The release that a name came in; else that of its table.
Version addedOr(std::string_view added, const Version& otherwise)
{
    const Version version = versionIn(cell(added));
    return version.isEmpty() ? otherwise : version;
}

/// The rows of newer_names.tsv, by the CUDA name.
using NewerRows = QHash<std::string_view, FactRow>;

/// What holds for a name of the tables beside its HIP name.
QString apiDetails(const ApiFact& fact, bool ofOneName)
{
    QString text =
        QStringLiteral(" (%1, %2)").arg(libraryName(fact.library), apiStatusId(fact.status));
    if (!fact.hipRocm6.empty() && !ofOneName) {
        text += fact.hipRocm6 == std::string_view("-")
                    ? QStringLiteral("; HIPIFY for ROCm 6 left it alone")
                    : QStringLiteral("; ROCm 6: %1").arg(cell(fact.hipRocm6));
    }
    if (!fact.roc.empty() && fact.roc != fact.hip) {
        text += QStringLiteral("; ROC libraries: %1").arg(cell(fact.roc));
    }
    if (!fact.hipDeprecated.empty()) {
        text += QStringLiteral("; deprecated from %1").arg(cell(fact.hipDeprecated));
    }
    return text;
}

FactRow apiRow(const ApiFact& fact, const NameOptions& options, bool ofOneName)
{
    const std::string_view hip = bestNameFor(fact, options);
    const QString name = hip.empty() ? QStringLiteral("no HIP name") : cell(hip);
    FactRow row =
        rowOf(tableOf(fact, options), cell(fact.cuda), name + apiDetails(fact, ofOneName));
    endBefore(row, fact.hipRemoved);
    return row;
}

/// Rows for the releases in which `newer`, of newer_names.tsv, does not hold: one for each run of
/// releases with one name.
void addOlderNames(const ApiFact& fact, const FactRow& newer, QVector<FactRow>& rows)
{
    std::string_view running; // the name of the last row
    bool runs = false;
    for (const RocmRelease& release : rocmReleases()) {
        if (newer.holdsIn(release.rocm)) {
            runs = false;
            continue;
        }
        NameOptions options;
        options.rocm = release.rocm;
        const std::string_view name = bestNameFor(fact, options);
        if (!runs || name != running) {
            FactRow row = apiRow(fact, options, true);
            const Version added = addedOr(fact.hipAdded, release.rocm);
            const bool isOldest = release.rocm == rocmReleases().first().rocm;
            row.first = isOldest ? std::min(release.rocm, added) : release.rocm;
            rows.append(row);
            running = name;
            runs = true;
        }
        FactRow& row = rows.last();
        if (release.rocm < newestRocm()) {
            row.last = release.rocm;
            row.isBefore = false;
        } else {
            endBefore(row, fact.hipRemoved);
        }
    }
}

void addApi(const ApiFact& fact, const NewerRows& newer, QVector<FactRow>& rows)
{
    const auto replaced = newer.constFind(fact.cuda);
    if (replaced != newer.constEnd()) {
        addOlderNames(fact, *replaced, rows);
    } else {
        NameOptions options;
        options.rocm = newestRocm();
        FactRow row = apiRow(fact, options, false);
        row.first = addedOr(fact.hipAdded, row.first);
        rows.append(row);
    }
    if (!fact.note.empty()) {
        rows.append(
            rowOf(QStringLiteral("device_functions.tsv"), cell(fact.cuda), cell(fact.note)));
    }
    if (fact.v2Only) {
        rows.append(rowOf(QStringLiteral("blas_v2_only.tsv"), cell(fact.cuda),
                          QStringLiteral("hipify-clang renames it only beside cublas_v2.h")));
    }
    if (!fact.torch.empty()) {
        rows.append(rowOf(QStringLiteral("torch_names.tsv"), cell(fact.cuda),
                          cell(fact.torch) +
                              (fact.isTorchOther ? QStringLiteral(", by which HIP means another")
                               : fact.isTorchMissing ? QStringLiteral(", which HIP lacks")
                                                     : QString())));
    }
    for (const Substitute& one : substitutes(fact.cuda)) {
        if (one.arguments >= 0) { // the others are the name above
            rows.append(rowOf(QStringLiteral("substitutes.tsv"), cell(fact.cuda),
                              QStringLiteral("with %1 arguments: %2")
                                  .arg(QString::number(one.arguments), cell(one.text))));
        }
    }
}

void addHeader(const HeaderFact& fact, QVector<FactRow>& rows)
{
    const QString name = cell(fact.installed.empty() ? fact.hip : fact.installed);
    const QString text = fact.dropped       ? QStringLiteral("the include goes away")
                         : fact.unsupported ? QStringLiteral("no HIP header")
                         : name.isEmpty()   ? QStringLiteral("as it is")
                                            : name;
    FactRow row = rowOf(tableOf(fact), cell(fact.cuda),
                        fact.note.empty() ? text : text + QStringLiteral("; ") + cell(fact.note));
    row.first = addedOr(fact.hipAdded, row.first);
    rows.append(row);
}

QString actionOf(const ArgumentRule& rule)
{
    const QString at = QString::number(rule.argument + 1);
    const QString text = cell(rule.text);
    switch (rule.action) {
    case ArgumentAction::Wrap:
        return QStringLiteral("argument %1 goes into %2(…)").arg(at, text);
    case ArgumentAction::Insert:
        return QStringLiteral("%2 comes before argument %1").arg(at, text);
    case ArgumentAction::Remove:
        return QStringLiteral("argument %1 goes").arg(at);
    case ArgumentAction::Replace:
        return QStringLiteral("argument %1 becomes %2").arg(at, text);
    case ArgumentAction::Move:
        return QStringLiteral("argument %1 moves").arg(at);
    case ArgumentAction::Copy:
        break;
    }
    return QStringLiteral("argument %1 comes twice").arg(at);
}

void addTables(QVector<FactRow>& rows)
{
    NewerRows newer;
    for (const NewerName& name : allNewerNames()) {
        FactRow row =
            rowOf(QStringLiteral("newer_names.tsv"), cell(name.cuda),
                  name.hip.empty() ? QStringLiteral("HIP lacks the name") : cell(name.hip));
        row.first = addedOr(name.hipAdded, row.first);
        endBefore(row, name.hipUntil);
        rows.append(row);
        newer.insert(name.cuda, row);
    }
    size_t count = 0;
    const ApiFact* const apis = allApis(count);
    for (size_t i = 0; i < count; ++i) {
        addApi(apis[i], newer, rows);
    }
    const HeaderFact* const headers = allHeaders(count);
    for (size_t i = 0; i < count; ++i) {
        addHeader(headers[i], rows);
    }
    for (const ArgumentRule& rule : allArgumentRules()) {
        const char* const group = rule.group == ArgumentGroup::Hip   ? "HIP"
                                  : rule.group == ArgumentGroup::Roc ? "ROC libraries"
                                                                     : "MIOpen";
        rows.append(rowOf(QStringLiteral("argument_rules.tsv"), cell(rule.cuda),
                          QStringLiteral("%1: %2").arg(QLatin1StringView(group), actionOf(rule))));
    }
    for (const InductorKey& key : inductorKeys()) {
        FactRow row = rowOf(QStringLiteral("inductor_keys.tsv"), QString::fromUtf8(key.key),
                            QString::fromUtf8(key.meaning));
        row.first = key.from.value_or(row.first);
        row.last = key.until.value_or(Version());
        row.isBefore = key.until.has_value();
        rows.append(row);
    }
}

/// A row that holds for one release of ROCm.
void addRow(QVector<FactRow>& rows, const QString& table, const QString& name, const QString& text,
            const Version& rocm, const QByteArray& source)
{
    FactRow row = rowOf(table, name, text);
    row.first = rocm;
    row.last = rocm;
    row.source = QString::fromUtf8(source);
    rows.append(row);
}

void addReleases(QVector<FactRow>& rows)
{
    for (const RocmRelease& release : rocmReleases()) {
        QString text = release.hip.isEmpty()
                           ? QStringLiteral("the number of its HIP is not known")
                           : QStringLiteral("carries HIP %1").arg(release.hip.toString());
        if (!release.released.isEmpty()) {
            text += QStringLiteral("; of %1").arg(QString::fromUtf8(release.released));
        }
        addRow(rows, QStringLiteral("rocm_releases.tsv"),
               QStringLiteral("ROCm ") + release.rocm.toString(), text, release.rocm,
               release.source);
    }
}

void addWheels(QVector<FactRow>& rows)
{
    for (const TorchWheels& wheels : torchWheels()) {
        QString text = wheels.index;
        if (!wheels.torch.isEmpty()) {
            text += QStringLiteral(" has PyTorch %1").arg(wheels.torch.toString());
        }
        addRow(rows, QStringLiteral("torch_wheels.tsv"),
               QStringLiteral("PyTorch for ROCm ") + wheels.rocm.toString(), text, wheels.rocm,
               wheels.source);
    }
}

QVector<FactRow> releaseFacts()
{
    QVector<FactRow> rows;
    for (const QByteArrayList& row : factRows("rocm_facts.tsv", 7)) {
        const QString rules = QString::fromUtf8(row[4]);
        rows.append({QStringLiteral("rocm_facts.tsv"), QString::fromUtf8(row[0]),
                     QString::fromUtf8(row[5]), QString::fromUtf8(row[1]),
                     versionIn(QString::fromUtf8(row[2])), versionIn(QString::fromUtf8(row[3])),
                     false, QString::fromUtf8(row[6]), rules.split(u',', Qt::SkipEmptyParts)});
    }
    return rows;
}

/// Patch releases hold what their release holds: 7.14.2 is of 7.14.
bool isAfter(const Version& version, const Version& last)
{
    return Version{version.major(), version.minor()} > Version{last.major(), last.minor()};
}

} // namespace

bool FactRow::holdsIn(const Version& rocm) const
{
    if (of != QLatin1StringView("ROCm") || rocm.isEmpty()) {
        return true;
    }
    if (rocm < first) {
        return false;
    }
    return last.isEmpty() || (isBefore ? rocm < last : !isAfter(rocm, last));
}

QString tableOf(const ApiFact& fact, const NameOptions& options)
{
    switch (bestNameTable(fact, options)) {
    case NameTable::CudaToHip:
        return QStringLiteral("cuda_to_hip.tsv");
    case NameTable::DeviceFunctions:
        return QStringLiteral("device_functions.tsv");
    case NameTable::DeviceAdded:
        return QStringLiteral("device_added.tsv");
    case NameTable::Substitutes:
        return QStringLiteral("substitutes.tsv");
    case NameTable::BeyondHipify:
        return QStringLiteral("beyond_hipify.tsv");
    case NameTable::NewerNames:
        return QStringLiteral("newer_names.tsv");
    case NameTable::TorchNames:
        break;
    }
    return QStringLiteral("torch_names.tsv");
}

QString tableOf(const HeaderFact& fact)
{
    // A header that only the other table has is without an installed one where there is none.
    const bool isInstalled = !fact.installed.empty() || (fact.notInHipify && fact.unsupported);
    return isInstalled ? QStringLiteral("installed_headers.tsv") : QStringLiteral("headers.tsv");
}

QVector<FactRow> allFactRows()
{
    QVector<FactRow> rows = releaseFacts();
    addReleases(rows);
    addWheels(rows);
    const qsizetype told = rows.size(); // in an order of their own
    addTables(rows);
    std::stable_sort(rows.begin() + told, rows.end(),
                     [](const FactRow& a, const FactRow& b) { return a.table < b.table; });
    return rows;
}

QVector<FactRow> factsOfRule(const QString& ruleId)
{
    static const QVector<FactRow> kRows = releaseFacts();
    QVector<FactRow> found;
    std::copy_if(kRows.begin(), kRows.end(), std::back_inserter(found),
                 [&](const FactRow& row) { return row.rules.contains(ruleId); });
    return found;
}

bool mentions(const FactRow& row, const QString& word)
{
    const auto holds = [&](const QString& text) {
        return text.contains(word, Qt::CaseInsensitive);
    };
    return word.isEmpty() || holds(row.name) || holds(row.fact) || holds(row.table) ||
           std::any_of(row.rules.begin(), row.rules.end(), holds);
}

QString versionsOf(const FactRow& row)
{
    const QString first = row.of + u' ' + row.first.toString();
    if (row.last.isEmpty()) {
        return QStringLiteral("from ") + first;
    }
    const QString last = row.last.toString();
    if (row.isBefore) {
        return QStringLiteral("from %1, before %2").arg(first, last);
    }
    return row.first == row.last ? first : QStringLiteral("%1 to %2").arg(first, last);
}

} // namespace rocport
