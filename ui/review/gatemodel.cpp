#include "ui/review/gatemodel.h"

#include "core/base/linerange.h"
#include "ui/theme/glyph.h"

namespace rocport {

namespace {

constexpr quintptr kFile = 0; // internal id of files; of messages: 1 + the file's row

QString statusText(GateStatus status)
{
    switch (status) {
    case GateStatus::Failed:
        return GateModel::tr("failed");
    case GateStatus::Passed:
        return GateModel::tr("compiles");
    case GateStatus::NotChecked:
        break;
    }
    return GateModel::tr("not checked");
}

Mark statusMark(GateStatus status)
{
    switch (status) {
    case GateStatus::Failed:
        return {Glyph::MarkFailed, &ThemeColours::crit};
    case GateStatus::Passed:
        return {Glyph::MarkDone, &ThemeColours::ok};
    case GateStatus::NotChecked:
        break;
    }
    return {Glyph::MarkSkipped, &ThemeColours::text2};
}

/// Where the compiler saw it: in the port.
Place placeOf(const GateDiagnostic& message)
{
    return message.path.isEmpty() && message.originalLine > 0
               ? Place{message.originalPath, message.originalLine, PlaceSide::Original}
               : Place{message.path, message.line, PlaceSide::Port};
}

QString placeOrOutside(const GateDiagnostic& message)
{
    const Place place = placeOf(message);
    return place.path.isEmpty() ? message.outside : placeText(place.path, place.line);
}

/// What was proposed for an error in original text, in words; empty: the text is a change's.
QStringList proposedText(const GateResult& result, const GateDiagnostic& message)
{
    QStringList lines;
    if (nothingWasProposed(message)) {
        lines.append(GateModel::tr("Nothing was proposed here"));
    }
    for (const QByteArray& key : message.openKeys) {
        lines.append(GateModel::tr("Proposed and not accepted: %1").arg(result.titles.value(key)));
    }
    return lines;
}

} // namespace

GateModel::GateModel(ThemeProvider& provider, QObject* parent)
    : QAbstractItemModel(parent), m_provider(provider)
{
}

void GateModel::setResult(const std::shared_ptr<const GateResult>& result)
{
    beginResetModel();
    m_result = result;
    endResetModel();
}

QModelIndex GateModel::index(int row, int column, const QModelIndex& parent) const
{
    if (!hasIndex(row, column, parent)) {
        return {};
    }
    return createIndex(row, column, parent.isValid() ? quintptr(parent.row()) + 1 : kFile);
}

QModelIndex GateModel::parent(const QModelIndex& index) const
{
    if (!index.isValid() || index.internalId() == kFile) {
        return {};
    }
    return createIndex(static_cast<int>(index.internalId()) - 1, 0, kFile);
}

int GateModel::rowCount(const QModelIndex& parent) const
{
    if (!m_result) {
        return 0;
    }
    if (!parent.isValid()) {
        return static_cast<int>(m_result->files.size());
    }
    if (parent.internalId() != kFile || parent.column() != 0) {
        return 0;
    }
    return static_cast<int>(m_result->files[parent.row()].diagnostics.size());
}

int GateModel::columnCount(const QModelIndex& /*parent*/) const
{
    return ColumnCount;
}

QVariant GateModel::data(const QModelIndex& index, int role) const
{
    if (!m_result || !checkIndex(index, CheckIndexOption::IndexIsValid)) {
        return {};
    }
    if (index.internalId() == kFile) {
        return fileData(m_result->files[index.row()], index.column(), role);
    }
    const GateFile& file = m_result->files[static_cast<qsizetype>(index.internalId()) - 1];
    return messageData(file.diagnostics[index.row()], index.column(), role);
}

QVariant GateModel::fileData(const GateFile& file, int column, int role) const
{
    const QString status = statusText(file.status);
    const QString text =
        file.reason.isEmpty() ? status : QStringLiteral("%1: %2").arg(status, file.reason);
    switch (role) {
    case Qt::DisplayRole:
        return column == PlaceColumn ? file.path.display() : text;
    case Qt::ToolTipRole:
        return file.command.isEmpty() ? text : text + u'\n' + file.command;
    case Qt::AccessibleTextRole:
        return column == PlaceColumn ? QStringLiteral("%1, %2").arg(file.path.display(), text)
                                     : text;
    case Qt::DecorationRole: {
        const Mark mark = statusMark(file.status);
        return column == PlaceColumn ? QVariant(m_provider.icon(mark.glyph, mark.colour))
                                     : QVariant();
    }
    case HunkKeyRole:
        return QByteArray();
    case PlaceRole:
        return QVariant::fromValue(Place{file.path, firstErrorLine(file), PlaceSide::Port});
    case StatusRole:
        return static_cast<int>(file.status);
    default:
        return {};
    }
}

QVariant GateModel::messageData(const GateDiagnostic& message, int column, int role) const
{
    const QString title = m_result->titles.value(message.hunkKey);
    const QStringList proposed = proposedText(*m_result, message);
    const QString said = (QStringList{message.message} + proposed).join(QStringLiteral(" \u2013 "));
    switch (role) {
    case Qt::DisplayRole:
        return column == PlaceColumn ? placeOrOutside(message) : said;
    case Qt::ToolTipRole: {
        QStringList lines{message.message};
        if (!message.ofBuild) {
            lines.append(message.hunkKey.isEmpty() ? tr("Original text")
                                                   : tr("Made by: %1").arg(title));
        }
        lines += proposed;
        if (message.originalLine > 0 && !message.path.isEmpty()) {
            lines.append(tr("Line %1 of the original").arg(message.originalLine));
        }
        if (!message.outside.isEmpty()) {
            lines.append(tr("In %1").arg(message.outside));
        }
        for (const QString& from : message.includedFrom) {
            lines.append(tr("Included from %1").arg(from));
        }
        lines += message.notes;
        return lines.join(u'\n');
    }
    case Qt::AccessibleTextRole:
        return column == PlaceColumn
                   ? tr("%1 at %2: %3")
                         .arg(severityName(message.severity), placeOrOutside(message), said)
                   : said;
    case Qt::DecorationRole: {
        const Mark mark = severityMark(message.severity);
        return column == PlaceColumn ? QVariant(m_provider.icon(mark.glyph, mark.colour))
                                     : QVariant();
    }
    case HunkKeyRole:
        return message.hunkKey;
    case PlaceRole:
        return QVariant::fromValue(placeOf(message));
    case StatusRole:
        return -1;
    default:
        return {};
    }
}

QVariant GateModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole) {
        return {};
    }
    return section == PlaceColumn ? tr("File or line") : tr("Result");
}

GateWord gateWordOf(const GateResult& result, const Hunk& hunk)
{
    const QString architectures = result.architectures.join(QStringLiteral(", "));
    const GateFile* own = nullptr;
    for (const GateFile& file : result.files) {
        for (const GateDiagnostic& message : file.diagnostics) {
            const bool error = message.severity == Severity::Critical;
            if (error && file.status == GateStatus::Failed && message.hunkKey == hunk.key) {
                return {GateStatus::Failed, GateModel::tr("Does not compile for %1: %2")
                                                .arg(architectures, message.message)};
            }
        }
        if (file.path == hunk.targetPath) {
            own = &file;
        }
    }
    if (own == nullptr) {
        return {};
    }
    switch (own->status) {
    case GateStatus::Passed:
        return {GateStatus::Passed, GateModel::tr("Compiles for %1").arg(architectures)};
    case GateStatus::Failed:
        if (result.whole && own->diagnostics.size() == 1 && own->diagnostics[0].ofBuild) {
            return {GateStatus::Failed, GateModel::tr("Of its file: %1").arg(own->reason)};
        }
        return {GateStatus::Failed,
                GateModel::tr("Its file does not compile for %1, but no error is in this change")
                    .arg(architectures)};
    case GateStatus::NotChecked:
        break;
    }
    return {GateStatus::NotChecked, GateModel::tr("Not compiled: %1").arg(own->reason)};
}

} // namespace rocport
