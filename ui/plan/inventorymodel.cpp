#include "ui/plan/inventorymodel.h"

#include "core/base/wording.h"
#include "core/facts/facts.h"

#include <QLocale>
#include <QMap>

#include <algorithm>

namespace rocport {

void InventoryModel::collectPython(const ScanResult& scan)
{
    struct Group
    {
        int count = 0;
        const Finding* first = nullptr;
    };
    QMap<QString, Group> groups; // by rule and what matched
    for (const auto& file : scan.files) {
        if (file->language != Language::Python) {
            continue;
        }
        for (const Finding& finding : file->findings) {
            Group& group = groups[finding.symbol.isEmpty() ? finding.ruleId : finding.symbol];
            ++group.count;
            if (!group.first) {
                group.first = &finding;
            }
        }
    }
    auto& rows = m_rows[int(Section::Python)];
    for (auto it = groups.cbegin(); it != groups.cend(); ++it) {
        Row row;
        row.text = it.key();
        row.numbers = {it->count};
        row.phase = int(it->first->phase);
        row.path = it->first->path;
        row.line = it->first->line;
        InventoryCount count;
        count.kind = InventoryCount::Kind::PythonFindings;
        count.id = it.key();
        add(Section::Python, row, count);
    }
    std::stable_sort(rows.begin(), rows.end(),
                     [](const Row& a, const Row& b) { return a.numbers[0] > b.numbers[0]; });
}

void InventoryModel::setScan(const std::shared_ptr<const ScanResult>& scan)
{
    beginResetModel();
    for (auto& rows : m_rows) {
        rows.clear();
    }
    m_known = scan != nullptr;
    if (scan) {
        const Inventory& inventory = scan->inventory;
        qint64 most = 1;
        for (const LanguageTotal& total : inventory.languages) {
            most = std::max(most, total.lines);
        }
        for (const LanguageTotal& total : inventory.languages) {
            Row row;
            row.text = languageName(total.language);
            row.numbers = {total.files, int(std::min<qint64>(total.lines, INT_MAX))};
            row.share = qreal(total.lines) / qreal(most);
            InventoryCount count;
            count.kind = InventoryCount::Kind::Language;
            count.language = total.language;
            add(Section::Languages, row, count);
        }
        for (const LibraryTotal& total : inventory.libraries) {
            Row row;
            const QByteArray id = total.library.toUtf8();
            row.text = libraryName(std::string_view(id.constData(), size_t(id.size())));
            if (row.text.isEmpty()) {
                row.text = total.library;
            }
            row.numbers = {total.supported, total.experimental, total.unsupported};
            InventoryCount count;
            count.id = total.library;
            add(Section::Coverage, row, count);
        }
        collectPython(*scan);
        for (const Risk& risk : inventory.risks) {
            Row row;
            row.text = risk.text;
            row.severity = int(risk.severity);
            row.path = risk.path;
            row.line = risk.line;
            InventoryCount count;
            count.kind = InventoryCount::Kind::Risk;
            count.risk = risk;
            add(Section::Risks, row, count);
        }
    }
    endResetModel();
}

void InventoryModel::add(Section section, Row row, InventoryCount count)
{
    // "Inline PTX, 7 blocks in 3 files": the list counts for itself.
    count.title = section == Section::Risks ? row.text.section(u',', 0, 0) : row.text;
    row.count = std::move(count);
    m_rows[int(section)].append(std::move(row));
}

std::optional<InventoryCount> InventoryModel::countOf(const QModelIndex& index) const
{
    if (!index.isValid() || index.internalId() == 0) {
        return std::nullopt;
    }
    return m_rows[index.internalId() - 1].at(index.row()).count;
}

QModelIndex InventoryModel::index(int row, int column, const QModelIndex& parent) const
{
    if (!hasIndex(row, column, parent)) {
        return {};
    }
    // Internal id: 0 for a section, section + 1 for its rows.
    return createIndex(row, column, quintptr(parent.isValid() ? parent.row() + 1 : 0));
}

QModelIndex InventoryModel::parent(const QModelIndex& child) const
{
    if (!child.isValid() || child.internalId() == 0) {
        return {};
    }
    return createIndex(int(child.internalId()) - 1, 0, quintptr(0));
}

int InventoryModel::rowCount(const QModelIndex& parent) const
{
    if (!parent.isValid()) {
        return m_known ? kSections : 0;
    }
    return parent.internalId() == 0 && parent.column() == 0 ? int(m_rows[parent.row()].size()) : 0;
}

int InventoryModel::columnCount(const QModelIndex&) const
{
    return 1;
}

QVariant InventoryModel::sectionData(Section section, int role) const
{
    const auto& rows = m_rows[int(section)];
    if (role == SectionRole) {
        return int(section);
    }
    if (role == SummaryRole) {
        if (rows.isEmpty()) {
            return tr("None");
        }
        return section == Section::Risks ? tr("%1 open").arg(rows.size()) : QString();
    }
    if (role != Qt::DisplayRole && role != Qt::AccessibleTextRole) {
        return {};
    }
    switch (section) {
    case Section::Languages:
        return tr("Languages");
    case Section::Coverage:
        return tr("API coverage");
    case Section::Python:
        return tr("Python findings");
    case Section::Risks:
        return tr("Risks");
    }
    return {};
}

QString InventoryModel::describe(Section section, const Row& row) const
{
    switch (section) {
    case Section::Languages:
        return tr("%1: %2, %3")
            .arg(row.text, counted(row.numbers[0], tr("file"), tr("files")),
                 counted(row.numbers[1], tr("line"), tr("lines")));
    case Section::Coverage:
        return tr("%1: %2 supported, %3 experimental, %4 unsupported uses")
            .arg(row.text, QString::number(row.numbers[0]), QString::number(row.numbers[1]),
                 QString::number(row.numbers[2]));
    case Section::Python:
        return tr("%1: %2, phase %3, first at %4:%5")
            .arg(row.text, counted(row.numbers[0], tr("place"), tr("places")),
                 QString::number(row.phase), row.path.display(), QString::number(row.line));
    case Section::Risks:
        return tr("%1, %2, first at %3:%4")
            .arg(severityName(static_cast<Severity>(row.severity)), row.text, row.path.display(),
                 QString::number(row.line));
    }
    return {};
}

QVariant InventoryModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid()) {
        return {};
    }
    if (index.internalId() == 0) {
        return sectionData(static_cast<Section>(index.row()), role);
    }
    const auto section = static_cast<Section>(index.internalId() - 1);
    const Row& row = m_rows[int(section)].at(index.row());
    switch (role) {
    case Qt::DisplayRole:
        return row.text;
    case Qt::AccessibleTextRole:
    case Qt::ToolTipRole:
        return describe(section, row);
    case SectionRole:
        return int(section);
    case NumbersRole:
        return QVariant::fromValue(row.numbers);
    case ShareRole:
        return row.share;
    case PhaseRole:
        return row.phase;
    case SeverityRole:
        return row.severity;
    case PathRole:
        return QVariant::fromValue(row.path);
    case LineRole:
        return row.line;
    default:
        return {};
    }
}

} // namespace rocport
