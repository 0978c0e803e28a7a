#include "ui/shell/recents.h"

#include "core/base/whendone.h"
#include "core/base/wording.h"
#include "ui/theme/elide.h"
#include "ui/theme/uisettings.h"

#include <QDir>
#include <QFileInfo>
#include <QFuture>
#include <QLocale>
#include <QPainter>
#include <QtConcurrentRun>

#include <algorithm>

namespace rocport {

namespace {

const auto kKey = QStringLiteral("recents/list");

QVariantMap toMap(const RecentProject& project)
{
    QVariantList phases;
    for (const PhaseState state : project.phases) {
        phases.append(int(state));
    }
    QVariantMap places;
    for (auto place = project.places.cbegin(); place != project.places.cend(); ++place) {
        places.insert(place.key(), *place);
    }
    return {{QStringLiteral("area"), project.area},
            {QStringLiteral("places"), places},
            {QStringLiteral("name"), project.name},
            {QStringLiteral("repository"), project.repository},
            {QStringLiteral("file"), project.projectFile},
            {QStringLiteral("branch"), project.branch},
            {QStringLiteral("phases"), phases},
            {QStringLiteral("decided"), project.decided},
            {QStringLiteral("hunks"), project.hunks},
            {QStringLiteral("opened"), project.opened}};
}

RecentProject fromMap(const QVariantMap& map)
{
    RecentProject project;
    project.name = map.value(QStringLiteral("name")).toString();
    project.repository = map.value(QStringLiteral("repository")).toString();
    project.projectFile = map.value(QStringLiteral("file")).toString();
    project.branch = map.value(QStringLiteral("branch")).toString();
    const QVariantList phases = map.value(QStringLiteral("phases")).toList();
    for (const QVariant& value : phases) {
        project.phases.append(
            static_cast<PhaseState>(std::clamp(value.toInt(), 0, int(PhaseState::Skipped))));
    }
    project.phases.resize(kPhaseCount);
    project.hunks = std::max(0, map.value(QStringLiteral("hunks")).toInt());
    project.decided = std::clamp(map.value(QStringLiteral("decided")).toInt(), 0, project.hunks);
    project.opened = map.value(QStringLiteral("opened")).toDateTime();
    project.area = map.value(QStringLiteral("area")).toString();
    const QVariantMap places = map.value(QStringLiteral("places")).toMap();
    for (auto place = places.cbegin(); place != places.cend(); ++place) {
        project.places.insert(place.key(), place->toString());
    }
    return project;
}

QString openedText(const QDateTime& time)
{
    const QLocale locale;
    const QDateTime local = time.toLocalTime();
    const QDate today = QDate::currentDate();
    if (local.date() == today) {
        return RecentDelegate::tr("Today %1")
            .arg(locale.toString(local.time(), QStringLiteral("HH:mm")));
    }
    if (local.date() == today.addDays(-1)) {
        return RecentDelegate::tr("Yesterday");
    }
    return locale.toString(local.date(), local.date().year() == today.year()
                                             ? QStringLiteral("d MMM")
                                             : QStringLiteral("d MMM yyyy"));
}

} // namespace

QString shortFolder(const QString& folder)
{
    const QString home = QDir::homePath();
    if (folder == home || folder.startsWith(home + QLatin1Char('/'))) {
        return QLatin1Char('~') + folder.mid(home.size());
    }
    return folder;
}

RecentModel::RecentModel(UiSettings& settings, QObject* parent)
    : QAbstractListModel(parent), m_settings(settings)
{
    load();
}

RecentModel::~RecentModel() = default;

void RecentModel::load()
{
    const QVariantList list = m_settings.value(kKey).toList();
    for (const QVariant& value : list) {
        const RecentProject project = fromMap(value.toMap());
        if (!project.projectFile.isEmpty() && m_projects.size() < kMost) {
            m_projects.append(project);
        }
    }
}

void RecentModel::save()
{
    QVariantList list;
    for (const RecentProject& project : std::as_const(m_projects)) {
        list.append(toMap(project));
    }
    m_settings.setValue(kKey, list);
}

void RecentModel::remember(const ProjectState& state, const QString& area,
                           const QHash<QString, QString>& places)
{
    RecentProject project;
    project.name = state.meta.name;
    project.repository = state.meta.repositoryRoot;
    project.projectFile = state.projectFile;
    project.branch = state.meta.portBranch;
    project.phases.resize(kPhaseCount);
    for (const PlanPhase& phase : state.plan.phases) {
        project.phases[int(phase.phase)] = phaseState(phase, state.counts.value(int(phase.phase)));
    }
    project.decided = state.decided;
    project.hunks = state.hunks;
    project.opened = QDateTime::currentDateTimeUtc();
    project.area = area;
    project.places = places;
    beginResetModel();
    m_projects.removeIf([&](const RecentProject& old) {
        return old.projectFile == project.projectFile ||
               (!project.repository.isEmpty() && old.repository == project.repository &&
                old.missing);
    });
    m_projects.prepend(project);
    m_projects.resize(std::min<qsizetype>(m_projects.size(), kMost));
    endResetModel();
    save();
}

void RecentModel::remove(const QString& projectFile)
{
    for (int row = int(m_projects.size()) - 1; row >= 0; --row) {
        if (m_projects[row].projectFile == projectFile) {
            beginRemoveRows({}, row, row);
            m_projects.removeAt(row);
            endRemoveRows();
        }
    }
    save();
}

void RecentModel::checkFolders()
{
    QStringList folders;
    for (const RecentProject& project : std::as_const(m_projects)) {
        folders += project.repository;
    }
    // A folder may be on a network that does not answer: never looked at from this thread.
    whenDone(QtConcurrent::run([folders] {
                 QHash<QString, bool> there;
                 for (const QString& folder : folders) {
                     there.insert(folder, QFileInfo::exists(folder));
                 }
                 return there;
             }),
             this, [this](const QHash<QString, bool>& there) {
                 for (int row = 0; row < m_projects.size(); ++row) {
                     const bool missing = !there.value(m_projects[row].repository, true);
                     if (missing != m_projects[row].missing) {
                         m_projects[row].missing = missing;
                         Q_EMIT dataChanged(index(row), index(row));
                     }
                 }
             });
}

int RecentModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : int(m_projects.size());
}

QVariant RecentModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid()) {
        return {};
    }
    const RecentProject& project = m_projects.at(index.row());
    switch (role) {
    case Qt::DisplayRole:
        return project.name;
    case Qt::ToolTipRole:
        return project.repository;
    case Qt::AccessibleTextRole:
        return project.missing
                   ? tr("%1, folder not found, %2").arg(project.name, project.repository)
                   : tr("%1, %2 of %3 decided, %4, opened %5")
                         .arg(project.name, countText(project.decided),
                              counted(project.hunks, tr("change"), tr("changes")),
                              shortFolder(project.repository), openedText(project.opened));
    case RepositoryRole:
        return project.repository;
    case FileRole:
        return project.projectFile;
    case BranchRole:
        return project.branch;
    case MissingRole:
        return project.missing;
    case ProjectRole:
        return QVariant::fromValue(project);
    default:
        return {};
    }
}

RecentDelegate::RecentDelegate(ThemeProvider& provider, QObject* parent)
    : QStyledItemDelegate(parent), m_provider(provider)
{
}

QSize RecentDelegate::sizeHint(const QStyleOptionViewItem&, const QModelIndex&) const
{
    return {400, m_provider.theme().scaled(64)};
}

int RecentDelegate::marksWidth() const
{
    return m_provider.theme().scaled(344);
}

QRect RecentDelegate::locateRect(const QRect& rect) const
{
    const int width =
        QFontMetrics(m_provider.theme().font(TextStep::Body)).horizontalAdvance(tr("Locate…")) + 8;
    const int height = m_provider.theme().scaled(24);
    return {rect.right() - 12 - width, rect.center().y() - height / 2, width, height};
}

QRect RecentDelegate::removeRect(const QRect& rect) const
{
    const QRect locate = locateRect(rect);
    const int width =
        QFontMetrics(m_provider.theme().font(TextStep::Body)).horizontalAdvance(tr("Remove")) + 8;
    return {locate.left() - width - 8, locate.top(), width, locate.height()};
}

void RecentDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                           const QModelIndex& index) const
{
    const Theme& theme = m_provider.theme();
    const auto project = index.data(RecentModel::ProjectRole).value<RecentProject>();
    QPainter& p = *painter;
    p.save();
    const QRect rect = option.rect;
    if (option.state & QStyle::State_Selected) {
        p.fillRect(rect, option.state & QStyle::State_Active ? theme.selected : theme.well);
    } else if (option.state & QStyle::State_MouseOver) {
        p.fillRect(rect, theme.hover);
    }
    p.fillRect(QRect(rect.left(), rect.bottom(), rect.width(), 1), theme.border);
    const int side = theme.scaled(16);
    paintGlyph(p, Glyph::Repository,
               QRectF(rect.left() + 12, rect.center().y() - side / 2.0, side, side), theme.text2);
    const int left = rect.left() + 12 + side + 12;
    const int room = rect.width() - marksWidth() - (left - rect.left()) - 16;
    const int upper = rect.top() + theme.scaled(12);
    p.setFont(theme.font(TextStep::BodyStrong));
    p.setPen(project.missing ? theme.text2 : theme.text);
    const QString name = elided(p.fontMetrics(), project.name, ElideAs::Name, room);
    p.drawText(QRect(left, upper, room, theme.scaled(20)), Qt::AlignVCenter | Qt::AlignLeft, name);
    int x = left + p.fontMetrics().horizontalAdvance(name) + 8;
    p.setFont(theme.font(TextStep::CodeSmall));
    const int branchRoom = left + room - x - theme.scaled(12);
    if (!project.missing && branchRoom > theme.scaled(40) && !project.branch.isEmpty()) {
        const QString branch = elided(p.fontMetrics(), project.branch, ElideAs::Name, branchRoom);
        const QRectF box(x, upper, p.fontMetrics().horizontalAdvance(branch) + theme.scaled(12),
                         theme.scaled(20));
        p.setRenderHint(QPainter::Antialiasing);
        p.setPen(Qt::NoPen);
        p.setBrush(theme.infoSoft);
        p.drawRoundedRect(box, 3, 3);
        p.setPen(theme.text2);
        p.drawText(box, Qt::AlignCenter, branch);
    }
    p.setPen(theme.muted);
    p.drawText(QRect(left, upper + theme.scaled(20), room, theme.scaled(18)),
               Qt::AlignVCenter | Qt::AlignLeft,
               elided(p.fontMetrics(), shortFolder(project.repository), ElideAs::Path, room));
    if (project.missing) {
        const int at = rect.right() - marksWidth();
        paintGlyph(p, Glyph::MarkAttention, QRectF(at, rect.center().y() - side / 2.0, side, side),
                   theme.warn);
        p.setFont(theme.font(TextStep::Body));
        p.setPen(theme.warn);
        p.drawText(QRect(at + side + 4, rect.top(), theme.scaled(140), rect.height()),
                   Qt::AlignVCenter | Qt::AlignLeft, tr("Folder not found"));
        p.setPen(theme.accent);
        p.drawText(locateRect(rect), Qt::AlignCenter, tr("Locate…"));
        p.drawText(removeRect(rect), Qt::AlignCenter, tr("Remove"));
    } else {
        paintProgress(p, rect, project);
    }
    if (option.state & QStyle::State_HasFocus) {
        p.setRenderHint(QPainter::Antialiasing);
        p.setBrush(Qt::NoBrush);
        p.setPen(QPen(theme.accent, 2));
        p.drawRoundedRect(QRectF(rect).adjusted(1, 1, -1, -1), 3, 3);
    }
    p.restore();
}

void RecentDelegate::paintProgress(QPainter& p, const QRect& rect,
                                   const RecentProject& project) const
{
    const Theme& theme = m_provider.theme();
    const int left = rect.right() - marksWidth();
    const int side = theme.scaled(14);
    const int upper = rect.top() + theme.scaled(13);
    const int step = theme.scaled(18);
    for (int i = 0; i < project.phases.size(); ++i) {
        const Mark mark = phaseMark(project.phases.at(i));
        paintGlyph(p, mark.glyph, QRectF(left + i * step, upper, side, side), theme.*mark.colour);
    }
    const QRectF track(left, upper + theme.scaled(24), step * kPhaseCount - 4, 4);
    p.setRenderHint(QPainter::Antialiasing);
    p.setPen(Qt::NoPen);
    p.setBrush(theme.well);
    p.drawRoundedRect(track, 2, 2);
    if (project.hunks > 0 && project.decided > 0) {
        p.setBrush(theme.accent);
        p.drawRoundedRect(
            QRectF(track.topLeft(), QSizeF(track.width() * project.decided / project.hunks, 4)), 2,
            2);
    }
    p.setFont(theme.font(TextStep::CodeSmall));
    p.setPen(theme.text);
    p.drawText(QRectF(track.right() + 4, track.center().y() - 9, theme.scaled(84), 18),
               Qt::AlignVCenter | Qt::AlignRight,
               QStringLiteral("%1 / %2").arg(project.decided).arg(project.hunks));
    p.setFont(theme.font(TextStep::Small));
    p.setPen(theme.muted);
    p.drawText(rect.adjusted(0, 0, -12, 0), Qt::AlignVCenter | Qt::AlignRight,
               openedText(project.opened));
}

} // namespace rocport
