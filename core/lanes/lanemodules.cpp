#include "core/lanes/lanemodules.h"

#include "core/files/filewriter.h"
#include "core/lanes/lanemodule.h"
#include "core/text/bytes.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>

#include <algorithm>

namespace rocport {

namespace {

/// Puts a file in the place of whatever has that name below `top`, if the folders on the way are no
/// links. Errors: those of writing.
Result<void> putFile(const QString& top, const QString& path, const QByteArray& bytes)
{
    QString folder = top;
    const QStringList parts = path.split(u'/', Qt::SkipEmptyParts);
    for (const QString& part : parts.first(parts.size() - 1)) {
        folder += u'/' + part;
        const QFileInfo info(folder);
        if (info.isSymLink() || (info.exists() && !info.isDir())) {
            return {}; // it is the repository's
        }
        if (!info.exists()) {
            if (auto made = makeFolder(folder, FileAccess::Private); !made) {
                return made;
            }
        }
    }
    const QString target = folder + u'/' + parts.last();
    if (QFileInfo(target).isDir()) {
        return {};
    }
    QFile::remove(target); // a link itself, not what it leads to
    return writeFile(target, bytes, FileAccess::Private, Durability::Later);
}

} // namespace

LaneUse LaneModules::findFor(const GatePlan& plan, QVector<GateUnit>& units)
{
    QSet<RepoPath> reached;
    QVector<RepoPath> sources;
    for (const GateUnit& unit : std::as_const(units)) {
        reached.unite(unit.reached);
        reached.insert(unit.path);
        sources.append(unit.path);
    }
    for (const TreeFile& file : plan.tree.files()) {
        if (reached.contains(file.path)) {
            const std::vector<CToken> tokens = lexC(viewOf(file.content));
            m_needs.add(TokenWalk(viewOf(file.content), tokens));
        }
    }
    if (!m_needs.loads || m_request.kernel) {
        m_needs = {};
        return LaneUse::Program;
    }
    for (auto it = plan.maps.constBegin(); !m_request.original && it != plan.maps.constEnd();
         ++it) {
        if (const TreeFile* file = plan.tree.file(it.key())) {
            m_ported.append({it.key(), file->content});
        }
    }
    m_files = laneModuleFiles(m_needs.files, plan.tree, sources);
    for (const LaneModuleFile& file : std::as_const(m_files)) {
        if (m_bySource.contains(file.source)) {
            continue;
        }
        const auto known =
            std::find_if(plan.units.begin(), plan.units.end(),
                         [&](const GateUnit& unit) { return unit.path == file.source; });
        if (known == plan.units.end()) {
            continue;
        }
        const int number = static_cast<int>(m_bySource.size()) + 1;
        m_bySource.insert(file.source, number);
        m_numbers.insert(units.size(), number);
        units.append(*known);
    }
    return m_bySource.isEmpty() ? LaneUse::Program : LaneUse::Modules;
}

QString LaneModules::file(qsizetype unit) const
{
    return laneModuleFolder(m_request) + u'/' + laneModuleFile(m_numbers.value(unit));
}

Result<LaneData> LaneModules::placeRun(const LaneDataRequest& data, const QString& headers,
                                       const CancelToken& cancel) const
{
    if (QDir old(data.target); old.exists() && !old.removeRecursively()) {
        return Error{ErrorCode::FileWriteFailed,
                     QStringLiteral("what a run left there cannot be removed"), data.target};
    }
    auto placed = placeLaneData(data, cancel);
    if (!placed) {
        return placed;
    }
    if (auto done = place(data.target, placed->runFolder, headers); !done) {
        return done.error();
    }
    return placed;
}

Result<void> LaneModules::place(const QString& top, const QString& runFolder,
                                const QString& headers) const
{
    for (const auto& [path, content] : m_ported) {
        const QString name = QFile::decodeName(path.bytes());
        if (auto done = putFile(top, name, content); !done) {
            return done;
        }
    }
    const QString vendor = m_request.original ? QStringLiteral("cuda/") : QStringLiteral("hip/");
    for (const QString& name : m_needs.headers) {
        QFile header(headers + QStringLiteral("/include/") + vendor + name);
        if (m_needs.compiles && header.open(QIODevice::ReadOnly)) {
            if (auto done = putFile(runFolder, name, header.readAll()); !done) {
                return done;
            }
        }
    }
    for (const LaneModuleFile& file : m_files) {
        const int number = m_bySource.value(file.source);
        if (number == 0) {
            continue;
        }
        if (auto done = putFile(runFolder, file.name, laneModuleBytes(number, file.kind)); !done) {
            return done;
        }
    }
    return {};
}

} // namespace rocport
