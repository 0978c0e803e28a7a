#include "core/lanes/lanemoduleserver.h"

#include "core/base/cancelscope.h"
#include "core/files/filewriter.h"
#include "core/files/readfile.h"
#include "core/lanes/lanearguments.h"

#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QRegularExpression>

namespace rocport {

namespace {

constexpr int kMostRequests = 256; // of one run
constexpr int kMostListed = 1024;  // files in the folder that are looked at
constexpr qint64 kMostRequestBytes = 32 << 20;
constexpr unsigned long kPause = 10; // ms

QByteArray answerOf(LaneRtcCode code, const QByteArray& file, const QByteArray& log)
{
    return QByteArray::number(static_cast<int>(code)) + '\n' + file + '\n' + log;
}

/// The number of a module that there is none of.
int freeNumber(const QString& folder)
{
    int number = 1;
    while (QFile::exists(folder + u'/' + laneModuleFile(number))) {
        ++number;
    }
    return number;
}

} // namespace

QString laneRequestFolder(const LaneRequest& request)
{
    return request.folder + QStringLiteral("/requests");
}

QString laneAnswerFolder(const LaneRequest& request)
{
    return request.folder + QStringLiteral("/answers");
}

LaneModuleServer::LaneModuleServer(const LaneRequest& request, const LaneProgram& program,
                                   const Sandbox& sandbox, const ProcessRunner& runner)
    : m_request(request),
      m_program(program),
      m_compiler(request, program.modules, sandbox, runner, m_stop),
      m_thread(QThread::create([this] { serve(); }))
{
    m_thread->start();
}

LaneModuleServer::~LaneModuleServer()
{
    m_stop.cancel();
    m_thread->wait();
}

void LaneModuleServer::serve()
{
    static const QRegularExpression request(QStringLiteral("^[0-9]{1,10}-[0-9]{1,9}-[0-9]{1,10}$"));
    const QString ending = QStringLiteral(".request");
    const CancelScope scope(m_stop);
    while (!m_stop.isCancelled()) {
        QStringList names;
        QDirIterator files(laneRequestFolder(m_request), QDir::Files | QDir::Hidden);
        for (int listed = 0; files.hasNext() && listed < kMostListed; ++listed) {
            files.next();
            const QString name = files.fileName().chopped(
                files.fileName().endsWith(ending) ? ending.size() : files.fileName().size());
            if (request.match(name).hasMatch()) {
                names.append(name);
            }
        }
        names.sort();
        for (const QString& name : std::as_const(names)) {
            if (!m_stop.isCancelled()) {
                answer(name);
            }
        }
        QThread::msleep(kPause);
    }
}

void LaneModuleServer::answer(const QString& name)
{
    const QByteArray answer =
        m_answered < kMostRequests
            ? answerTo(name)
            : answerOf(LaneRtcCode::OutOfMemory, {}, "error: too many programs are compiled\n");
    ++m_answered;
    QFile::remove(laneRequestFolder(m_request) + u'/' + name + QStringLiteral(".request"));
    if (!m_stop.isCancelled()) {
        static_cast<void>(writeFile(laneAnswerFolder(m_request) + u'/' + name, answer,
                                    FileAccess::Private, Durability::Later));
    }
}

QByteArray LaneModuleServer::answerTo(const QString& name)
{
    const QString path = laneRequestFolder(m_request) + u'/' + name + QStringLiteral(".request");
    const auto bytes = readFile(QFile::encodeName(path), Links::Refused, kMostRequestBytes);
    const auto asked = bytes ? readLaneModuleRequest(*bytes) : std::nullopt;
    if (!asked) {
        return answerOf(LaneRtcCode::InvalidInput, {}, "error: the request cannot be read\n");
    }
    const LaneModuleText text =
        laneModuleText(*asked, m_request.original, QFile::encodeName(m_program.modules.place));
    if (m_stop.isCancelled()) {
        return {}; // nobody reads it
    }
    return text.code == LaneRtcCode::Success ? compile(text) : answerOf(text.code, {}, text.log);
}

QByteArray LaneModuleServer::compile(const LaneModuleText& text)
{
    const LaneModuleTools& tools = m_program.modules;
    const QString out = laneModuleFolder(m_request);
    const int number = freeNumber(out);
    const QString folder = QStringLiteral("%1/modules/%2").arg(m_request.folder).arg(number);
    const QString module = out + u'/' + laneModuleFile(number);
    const QString object = QStringLiteral("%1/module%2.o").arg(out).arg(number);
    const auto put = [&](const QString& name, const QByteArray& bytes) {
        return writeFile(folder + u'/' + name, bytes, FileAccess::Private, Durability::Later).ok();
    };
    bool isWritten =
        makeFolder(folder, FileAccess::Private).ok() && put(QStringLiteral("main.cu"), text.main);
    for (qsizetype i = 0; i < text.headers.size(); ++i) {
        isWritten = isWritten && put(QString::fromLatin1(laneModuleHeader(i)), text.headers[i]);
    }
    if (!isWritten) {
        return answerOf(LaneRtcCode::Internal, {}, "error: the source cannot be written\n");
    }
    GateUnit unit;
    unit.path = RepoPath(QByteArray("main.cu"));
    QStringList arguments = laneUnitArguments(m_request, unit, {false, tools.isClang},
                                              m_request.folder + QStringLiteral("/lanes"), folder) +
                            laneModuleArguments(tools.isClang);
    arguments +=
        {m_request.original ? QStringLiteral("-D__CUDACC_RTC__=1")
                            : QStringLiteral("-D__HIPCC_RTC__=1"),
         QStringLiteral("-c"), folder + QStringLiteral("/main.cu"), QStringLiteral("-o"), object};
    const auto compiled = m_compiler.makeObject(tools.compiler, arguments);
    if (!compiled) {
        return answerOf(LaneRtcCode::Internal, {}, compiled.error().detail.toUtf8() + '\n');
    }
    QByteArray log = text.log + compiled->errors + compiled->output;
    log.replace(QFile::encodeName(folder) + '/', "");
    log.replace(QFile::encodeName(m_request.folder) + "/lanes/", "rocport/");
    if (!compiled->outcome.succeeded()) {
        return answerOf(LaneRtcCode::Compilation, {}, log);
    }
    const auto linked =
        m_compiler.call(tools.compiler, laneModuleLinkArguments(m_request, object, module));
    if (!linked || !linked->outcome.succeeded()) {
        return answerOf(LaneRtcCode::Compilation, {},
                        linked ? linked->errors : QByteArray("error: it cannot be linked\n"));
    }
    return answerOf(LaneRtcCode::Success, laneModuleFile(number).toLatin1(), text.log);
}

} // namespace rocport
