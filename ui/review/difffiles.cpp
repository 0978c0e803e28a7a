#include "ui/review/difffiles.h"

#include "core/base/whendone.h"
#include "core/project/session/projectsources.h"

#include <QtConcurrent>

#include <algorithm>

namespace rocport {

namespace {

constexpr qsizetype kMostKeptFiles = 8;
constexpr qsizetype kMostKeptBytes = qsizetype{12} * 1024 * 1024; // of all
constexpr qsizetype kMostOfOne = kMostKeptBytes / 4;              // larger ones are not kept

qsizetype sizeOf(const DiffFiles::Loaded& loaded)
{
    const DiffFile& file = **loaded;
    const DiffLayout& layout = file.layout;
    qsizetype bytes = file.texts.original.size() + layout.left.text.size() +
                      layout.right.text.size() +
                      layout.rows.size() * qsizetype(sizeof(DiffRow) + 2 * sizeof(qint32));
    for (const Hunk& hunk : file.texts.hunks) {
        for (const TextEdit& edit : hunk.edits) {
            bytes += edit.replacement.size();
        }
    }
    return bytes;
}

} // namespace

DiffFiles::DiffFiles(ProjectSession& session, QObject* parent) : QObject(parent), m_session(session)
{
}

DiffFiles::Loaded DiffFiles::kept(const Wanted& wanted)
{
    for (qsizetype i = 0; i < m_kept.size(); ++i) {
        const DiffFile& file = **m_kept[i];
        if (file.texts.path != wanted.path) {
            continue;
        }
        if (!file.layout.binary && (file.layout.style != wanted.style ||
                                    needsNewLayout(file.layout, file.madeFor, wanted.decisions))) {
            return {};
        }
        m_kept.move(i, 0);
        return m_kept.first();
    }
    return {};
}

bool DiffFiles::has(const RepoPath& path, bool unified) const
{
    return std::any_of(m_kept.begin(), m_kept.end(), [&](const Loaded& loaded) {
        return (*loaded)->texts.path == path && (*loaded)->layout.unified == unified;
    });
}

void DiffFiles::load(const Wanted& wanted, const std::function<void(const Loaded&)>& done)
{
    const auto onItsWay = m_onTheirWay.find(wanted.path);
    if (onItsWay != m_onTheirWay.end()) {
        onItsWay->append(done);
        return;
    }
    begin(wanted, {done});
}

void DiffFiles::begin(const Wanted& wanted, const Callbacks& callbacks)
{
    m_onTheirWay.insert(wanted.path, callbacks);
    // A file that is kept as it is not wanted is only laid out again.
    QFuture<Result<FileTexts>> texts;
    for (const Loaded& loaded : std::as_const(m_kept)) {
        if ((*loaded)->texts.path == wanted.path) {
            texts = QtFuture::makeReadyFuture(Result<FileTexts>((*loaded)->texts));
        }
    }
    if (!texts.isValid()) {
        texts = m_session.sources().loadFile(wanted.path);
    }
    const auto layOut = [wanted](const Result<FileTexts>& read) -> Loaded {
        if (!read) {
            return std::make_shared<const Result<DiffFile>>(read.error());
        }
        return std::make_shared<const Result<DiffFile>>(
            DiffFile{*read, layOutDiff(*read, wanted.decisions, wanted.style), wanted.decisions});
    };
    whenDoneInPool(texts, this, layOut,
                   [this, generation = m_generation, path = wanted.path](const Loaded& loaded) {
                       arrived(generation, path, loaded);
                   });
}

void DiffFiles::arrived(int generation, const RepoPath& path, const Loaded& loaded)
{
    if (generation != m_generation) {
        return;
    }
    const Callbacks callbacks = m_onTheirWay.take(path);
    if (*loaded) {
        put(loaded);
    } else {
        m_notAhead.insert(path);
    }
    if (path == m_preparing) {
        m_preparing = {};
        prepareNext();
    }
    for (const auto& done : callbacks) {
        done(loaded);
    }
}

void DiffFiles::prepare(const QVector<Wanted>& files)
{
    m_toPrepare = files;
    prepareNext();
}

void DiffFiles::prepareNext()
{
    while (m_preparing.isEmpty() && !m_toPrepare.isEmpty()) {
        const Wanted next = m_toPrepare.takeFirst();
        if (!m_notAhead.contains(next.path) && !m_onTheirWay.contains(next.path) &&
            kept(next) == nullptr) {
            m_preparing = next.path;
            begin(next, {});
        }
    }
}

void DiffFiles::keep(const DiffFile& file)
{
    put(std::make_shared<const Result<DiffFile>>(file));
}

void DiffFiles::put(const Loaded& loaded)
{
    const RepoPath& path = (*loaded)->texts.path;
    m_kept.removeIf([&](const Loaded& other) { return (*other)->texts.path == path; });
    if (sizeOf(loaded) > kMostOfOne) {
        m_notAhead.insert(path);
        return;
    }
    m_kept.prepend(loaded);
    qsizetype bytes = 0;
    qsizetype count = 0;
    while (count < std::min(m_kept.size(), kMostKeptFiles)) {
        bytes += sizeOf(m_kept[count]);
        if (bytes > kMostKeptBytes) {
            break;
        }
        ++count;
    }
    m_kept.resize(count);
}

void DiffFiles::clear()
{
    ++m_generation;
    m_kept.clear();
    m_onTheirWay.clear();
    m_notAhead.clear();
    m_toPrepare.clear();
    m_preparing = {};
}

} // namespace rocport
