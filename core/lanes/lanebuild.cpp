#include "core/lanes/lanebuild.h"

#include "core/base/cancelscope.h"
#include "core/files/filewriter.h"
#include "core/lanes/kernelharness.h"
#include "core/lanes/lanearguments.h"
#include "core/lanes/lanechecks.h"
#include "core/lanes/lanecompiler.h"
#include "core/lanes/lanecompilersearch.h"
#include "core/lanes/laneengine.h"
#include "core/lanes/lanelibraries.h"
#include "core/lanes/lanemodule.h"
#include "core/lanes/lanemodules.h"
#include "core/lanes/lanesource.h"
#include "core/process/localprocess.h"
#include "core/process/runprocess.h"
#include "core/text/bytes.h"
#include "core/verify/compilerarguments.h"
#include "core/verify/gateplan.h"
#include "core/verify/neutralnames.h"

#include <QCryptographicHash>
#include <QFile>
#include <QMutex>
#include <QSet>
#include <QThread>
#include <QThreadPool>

#include <algorithm>

namespace rocport {

namespace {

class LaneBuilder
{
public:
    LaneBuilder(const LaneRequest& request, const Sandbox& sandbox, const ProcessRunner& runner,
                CancelToken cancel, const std::function<void(const GateProgress&)>& progress)
        : m_request(request),
          m_tools(request, sandbox, runner, cancel),
          m_modules(request),
          m_cancel(std::move(cancel)),
          m_progress(progress)
    {
    }

    Result<LaneProgram> build()
    {
        auto plan = planGate(m_request.input, GateOptions(), m_cancel);
        if (!plan) {
            return plan.error();
        }
        if (auto done = chooseUnits(*plan); !done) {
            return done.error();
        }
        if (auto done = writeLaneEngine(headers()); !done) {
            return done.error();
        }
        if (auto done = makeFolder(tree(), FileAccess::Private); !done) {
            return done.error();
        }
        m_usesOpenMp = usesOpenMp(*plan);
        if (auto done = findCompiler(); !done) {
            return done.error();
        }
        if (auto done = findKernel(*plan); !done) {
            return done.error();
        }
        rewrite(*plan);
        if (!m_program.reasons.isEmpty()) {
            return m_program;
        }
        if (auto done = plan->tree.write(tree(), m_cancel); !done) {
            return done.error();
        }
        NeutralNames names({&plan->tree});
        for (const GateUnit& unit : m_units) {
            if (!names.addUnit(unit.path) || !names.addFolders(unit.arguments)) {
                m_program.reasons.append(
                    QStringLiteral("%1: its name cannot be handed to a compiler")
                        .arg(unit.path.display()));
                return m_program;
            }
        }
        if (auto done = names.write(tree()); !done) {
            return done.error();
        }
        if (auto done = compile(names); !done) {
            return done.error();
        }
        if (m_program.reasons.isEmpty()) {
            if (auto done = linkModules(); !done) {
                return done.error();
            }
        }
        if (m_program.reasons.isEmpty()) {
            if (auto done = link(); !done) {
                return done.error();
            }
        }
        if (!m_program.program.isEmpty()) {
            if (auto done = placeData(); !done) {
                return done.error();
            }
        }
        return m_program;
    }

private:
    [[nodiscard]] QString tree() const { return m_request.folder + QStringLiteral("/tree"); }
    [[nodiscard]] QString out() const { return m_request.folder + QStringLiteral("/out"); }
    [[nodiscard]] QString headers() const { return m_request.folder + QStringLiteral("/lanes"); }

    Result<void> chooseUnits(const GatePlan& plan)
    {
        if (m_request.sources.isEmpty()) {
            for (const GateUnit& unit : plan.units) {
                if (!unit.isHeader) {
                    m_units.append(unit);
                }
            }
            if (m_units.isEmpty()) {
                return Error{ErrorCode::FileNotFound,
                             QStringLiteral("no source there uses the GPU"),
                             m_request.input.repositoryRoot};
            }
            return {};
        }
        for (const RepoPath& source : m_request.sources) {
            const auto unit =
                std::find_if(plan.units.begin(), plan.units.end(), [&](const GateUnit& one) {
                    return plan.sources.value(one.path, one.path) == source || one.path == source;
                });
            if (unit != plan.units.end()) {
                m_units.append(*unit);
                continue;
            }
            const TreeFile* file = plan.tree.file(source);
            if (file == nullptr) {
                return Error{ErrorCode::FileNotFound, QStringLiteral("no such source"),
                             source.display()};
            }
            GateUnit host; // that the plan has no need of: plain C++
            host.path = source;
            host.host = true;
            for (const QString& define : plan.flags.defines) {
                host.arguments.append(QStringLiteral("-D") + define);
            }
            for (const RepoPath& folder : plan.flags.folders) {
                if (isUtf8(folder.bytes())) {
                    const QString below = QString::fromUtf8(folder.bytes());
                    host.arguments +=
                        {QStringLiteral("-I"),
                         QStringLiteral("%ROOT%") + (below.isEmpty() ? below : u'/' + below)};
                }
            }
            m_units.append(host);
        }
        return {};
    }

    /// Whether a source includes the header of OpenMP, or what it includes does.
    [[nodiscard]] bool usesOpenMp(const GatePlan& plan) const
    {
        const auto names = [&plan](const RepoPath& path) {
            const TreeFile* file = plan.tree.file(path);
            return file != nullptr && includesOpenMp(file->content);
        };
        return std::any_of(m_units.begin(), m_units.end(), [&](const GateUnit& unit) {
            return names(unit.path) || std::any_of(unit.reached.begin(), unit.reached.end(), names);
        });
    }

    [[nodiscard]] QStringList openMpArguments() const
    {
        return m_usesOpenMp ? QStringList{QStringLiteral("-fopenmp")} : QStringList();
    }

    Result<void> findCompiler()
    {
        if (auto done = makeFolder(out(), FileAccess::Private); !done) {
            return done.error();
        }
        LaneCompilerSearch search;
        search.names = laneCompilerNames();
        if (!m_request.search.compiler.isEmpty()) {
            search.names = {m_request.search.compiler};
        }
        search.path = m_request.search.path;
        search.arguments = played() + QStringList{QStringLiteral("-fsyntax-only"),
                                                  headers() + QStringLiteral("/src/played.cpp")};
        search.openMp = m_usesOpenMp;
        search.object = out() + QStringLiteral("/openmp.so");
        auto found =
            findLaneCompiler(search, [this](const QString& program, const QStringList& arguments) {
                return m_tools.call(program, arguments);
            });
        if (!found) {
            return found.error();
        }
        m_compiler = found->program;
        m_program.compiler = found->version;
        return {};
    }

    /// Sources of C stay C, as nvcc has it too, unless what they say is C++.
    void findPlainC(const GatePlan& plan)
    {
        const auto isCpp = [&plan](const RepoPath& path) {
            const TreeFile* file = plan.tree.file(path);
            if (file == nullptr) {
                return true;
            }
            const std::vector<CToken> tokens = lexC(viewOf(file->content));
            return needsCpp(TokenWalk(viewOf(file->content), tokens));
        };
        for (const GateUnit& unit : m_units) {
            if (unit.path.suffix() == "c" && !isCpp(unit.path) &&
                std::none_of(unit.reached.begin(), unit.reached.end(), isCpp)) {
                m_plainC.insert(unit.path);
            }
        }
    }

    /// The kernel that is run alone, and what is not needed for it taken out of the sources.
    Result<void> findKernel(GatePlan& plan)
    {
        if (!m_request.kernel) {
            return {};
        }
        m_units = {m_units.first()};
        QVector<KernelSignature> all;
        const QVector<TreeFile> files = plan.tree.files();
        for (const TreeFile& file : files) {
            if (!m_units.first().reached.contains(file.path) && file.path != m_units.first().path) {
                continue;
            }
            const std::vector<CToken> tokens = lexC(viewOf(file.content));
            all += kernelSignatures(TokenWalk(viewOf(file.content), tokens));
            plan.tree.setContent(file.path, withoutTorchHost(file.content));
        }
        auto kernel = fittingKernel(*m_request.kernel, all);
        if (!kernel) {
            return kernel.error();
        }
        m_program.kernel = *std::move(kernel);
        return {};
    }

    /// Device code of all files becomes host code; what cannot is a reason, where it is reached.
    void rewrite(GatePlan& plan)
    {
        const CancelScope scope(m_cancel);
        findPlainC(plan);
        const LaneUse use = m_modules.findFor(plan, m_units);
        QSet<RepoPath> reached;
        for (const GateUnit& unit : m_units) {
            reached.unite(unit.reached);
            reached.insert(unit.path);
        }
        const QVector<TreeFile> files = plan.tree.files();
        LaneNames names;
        for (const TreeFile& file : files) {
            if (!reached.contains(file.path)) {
                continue; // of another program
            }
            const std::vector<CToken> tokens = lexC(viewOf(file.content));
            const QByteArray suffix = file.path.suffix();
            names.add(TokenWalk(viewOf(file.content), tokens),
                      suffix.startsWith("h") || suffix == "cuh" || suffix == "inl");
        }
        for (const TreeFile& file : files) {
            if (m_plainC.contains(file.path)) {
                continue;
            }
            const LaneSource source = laneSource(file.content, m_request.original, names, use);
            m_playsPtx = m_playsPtx || source.hasPtx || (m_request.original && m_modules.loads());
            const bool isMain = m_request.kernel && file.path == m_units.first().path;
            if (source.changed || isMain) {
                plan.tree.setContent(file.path, isMain ? source.text + kernelMain(*m_request.kernel,
                                                                                  m_program.kernel)
                                                       : source.text);
            }
            if (!reached.contains(file.path)) {
                continue;
            }
            for (const LaneKernel& kernel : source.kernels) {
                m_program.kernels.append({kernel.name, file.path, kernel.line, kernel.lastLine});
            }
            for (const LaneProblem& problem : source.problems) {
                m_notes.append(QStringLiteral("%1:%2: %3 has no meaning on the CPU")
                                   .arg(file.path.display())
                                   .arg(problem.line)
                                   .arg(problem.what));
            }
        }
    }

    [[nodiscard]] bool isClang() const { return m_program.compiler.contains(u"clang"); }
    [[nodiscard]] QStringList played() const { return playedArguments(m_request, headers()); }

    [[nodiscard]] QStringList unitArguments(const GateUnit& unit) const
    {
        return laneUnitArguments(m_request, unit, {m_plainC.contains(unit.path), isClang()},
                                 headers(), tree());
    }

    /// Compiles one object of the job.
    Result<ProcessOutput> callCompiler(const QStringList& arguments) const
    {
        return m_tools.makeObject(m_compiler, arguments);
    }

    [[nodiscard]] QString object(qsizetype number) const
    {
        return out() + QStringLiteral("/%1.o").arg(number);
    }

    /// What a unit includes, as its compiler wrote it.
    [[nodiscard]] QString dependencies(qsizetype number) const
    {
        return out() + QStringLiteral("/%1.d").arg(number);
    }

    /// What a compiler said, with the repository's paths.
    QByteArray told(const ProcessOutput& output) const
    {
        QByteArray text = output.errors + output.output;
        text.replace(QFile::encodeName(tree()) + '/', "");
        text.replace(QFile::encodeName(headers()) + '/', "rocport/");
        return text;
    }

    Result<void> compile(const NeutralNames& names)
    {
        const QStringList own = laneEngineSources(m_playsPtx);
        const auto total = static_cast<int>(m_units.size() + own.size());
        QMutex lock;
        std::optional<Error> failed;
        int done = 0;
        const auto keep = [&](const RepoPath& path, const Result<ProcessOutput>& output) {
            const QMutexLocker locker(&lock);
            ++done;
            if (m_progress) {
                m_progress({done, total, path.display()});
            }
            if (!output) {
                failed = failed.value_or(output.error());
            } else {
                m_program.output += told(*output);
                if (!output->outcome.succeeded()) {
                    m_program.reasons.append(
                        QStringLiteral("%1 does not compile for the CPU").arg(path.display()));
                }
            }
        };
        QVector<QStringList> commands; // of each unit
        for (qsizetype i = 0; i < m_units.size(); ++i) {
            const GateUnit& unit = m_units[i];
            CompilerCommandLine line(unitArguments(unit));
            QStringList asked = afterTheSystems(unit.arguments);
            if (m_request.original) { // also where the build files are ported already
                asked.append(QStringLiteral("-U") + m_request.input.target.guardMacro);
            }
            line.addFromRepository(asked, names, tree());
            const QString header = tree() + u'/' + names.headerPath(static_cast<int>(i));
            if (!line.refused().isEmpty()) {
                m_program.reasons.append(unit.path.display() + QStringLiteral(": ") +
                                         line.refused());
                return {};
            }
            if (!line.definitions().isEmpty()) {
                if (auto written = writeFile(header, line.definitions(), FileAccess::Private,
                                             Durability::Later);
                    !written) {
                    return written;
                }
            }
            QStringList arguments = withoutStandard(line.arguments(header));
            if (m_modules.isOne(i)) {
                arguments += laneModuleArguments(isClang());
            }
            arguments += openMpArguments();
            arguments += {QStringLiteral("-MD"),
                          QStringLiteral("-MF"),
                          dependencies(i),
                          QStringLiteral("-c"),
                          tree() + u'/' + names.unit(unit.path),
                          QStringLiteral("-o"),
                          object(i)};
            commands.append(arguments);
        }
        QThreadPool pool; // ends before what its work uses
        pool.setMaxThreadCount(std::max(1, QThread::idealThreadCount()));
        for (qsizetype i = 0; i < commands.size(); ++i) {
            pool.start([this, &keep, path = m_units[i].path, arguments = commands[i]] {
                keep(path, callCompiler(arguments));
            });
        }
        for (const QString& name : own) {
            pool.start([this, &keep, name] { keep(RepoPath(name.toUtf8()), compileOwn(name)); });
        }
        pool.waitForDone();
        if (!m_cancel.isCancelled() && !failed && m_program.reasons.isEmpty()) {
            if (auto found = findLibraries(); !found) {
                return found;
            }
            for (const QString& name : std::as_const(m_libraries.sources)) {
                pool.start(
                    [this, &keep, name] { keep(RepoPath(name.toUtf8()), compileOwn(name)); });
            }
            pool.waitForDone();
        }
        if (m_cancel.isCancelled()) {
            return Error{ErrorCode::Cancelled, {}, {}};
        }
        if (failed) {
            return *failed;
        }
        if (!m_program.reasons.isEmpty()) {
            m_program.reasons += missingLaneLibraries(m_program.output);
            m_program.reasons += m_notes;
        }
        return {};
    }

    /// What the units use beside the engine, which their compilers wrote down.
    Result<void> findLibraries()
    {
        QVector<QByteArray> lists;
        for (qsizetype i = 0; i < m_units.size(); ++i) {
            QFile list(dependencies(i));
            if (!list.open(QIODevice::ReadOnly)) {
                return Error{ErrorCode::Internal, list.errorString(), list.fileName()};
            }
            lists.append(list.readAll());
        }
        m_libraries = laneLibraries(lists);
        return {};
    }

    /// Folders of the repository come behind the system's: some are guessed, and one with a
    /// "limits.h" would hide the compiler's.
    static QStringList afterTheSystems(QStringList arguments)
    {
        for (QString& argument : arguments) {
            if (argument == QLatin1StringView("-I")) {
                argument = QStringLiteral("-idirafter");
            }
        }
        return arguments;
    }

    /// The project's standard may be older than what the headers need.
    static QStringList withoutStandard(QStringList arguments)
    {
        const QString own = QStringLiteral("-std=gnu++20");
        arguments.removeIf([&](const QString& argument) {
            return argument.startsWith(QLatin1StringView("-std=")) && argument != own &&
                   argument != QLatin1StringView("-std=gnu11");
        });
        return arguments;
    }

    /// Of a source of the engine. Which GPU is played is of each build, the rest of all.
    [[nodiscard]] QString ownObject(const QString& name) const
    {
        const bool isShared =
            !m_request.engineFolder.isEmpty() && name != QLatin1StringView("played");
        return QStringLiteral("%1/%2.o").arg(isShared ? m_request.engineFolder : out(), name);
    }

    Result<ProcessOutput> compileOwn(const QString& name) const
    {
        const QString object = ownObject(name);
        if (QFile::exists(object)) {
            ProcessOutput done;
            done.outcome.end = ProcessEnd::Exited;
            return done;
        }
        return callCompiler(played() +
                            QStringList{QStringLiteral("-c"),
                                        headers() + QStringLiteral("/src/%1.cpp").arg(name),
                                        QStringLiteral("-o"), object});
    }

    /// The modules that the program finds as files.
    Result<void> linkModules()
    {
        for (qsizetype i = 0; i < m_units.size(); ++i) {
            if (!m_modules.isOne(i)) {
                continue;
            }
            const auto output = m_tools.call(
                m_compiler, laneModuleLinkArguments(m_request, object(i), m_modules.file(i)));
            if (!output) {
                return output.error();
            }
            m_program.output += told(*output);
            if (!output->outcome.succeeded()) {
                m_program.reasons.append(QStringLiteral("%1 cannot be linked for the CPU")
                                             .arg(m_units[i].path.display()));
            }
        }
        return {};
    }

    Result<void> link()
    {
        QStringList arguments = {QStringLiteral("-pthread"), QStringLiteral("-o"),
                                 out() + QStringLiteral("/program")};
        for (const QString& name : laneEngineSources(m_playsPtx) + m_libraries.sources) {
            arguments.append(ownObject(name));
        }
        for (qsizetype i = 0; i < m_units.size(); ++i) {
            if (!m_modules.isOne(i)) {
                arguments.append(object(i));
            }
        }
        if (m_modules.loads()) {
            auto exports = laneExportArguments(out() + QStringLiteral("/exports"));
            if (!exports) {
                return exports.error();
            }
            arguments += *exports;
        }
        arguments += openMpArguments() + m_libraries.options;
        arguments += {QStringLiteral("-lboost_context"), QStringLiteral("-lm")};
        if (checksAccesses(m_request.checks)) {
            arguments += accessLinkArguments();
        }
        const auto output = m_tools.call(m_compiler, arguments);
        if (!output) {
            return output.error();
        }
        m_program.output += told(*output);
        if (output->outcome.succeeded()) {
            m_program.program = out() + QStringLiteral("/program");
        } else {
            m_program.reasons.append(QStringLiteral("the objects cannot be linked"));
            m_program.reasons += missingLaneLibraries(m_program.output);
        }
        return {};
    }

    /// The program finds its data by the names that it has from beside the source.
    Result<void> placeData()
    {
        LaneDataRequest request;
        request.root = m_request.input.repositoryRoot;
        request.folder = QFile::decodeName(m_units.first().path.folder().bytes());
        request.target = m_request.folder + QStringLiteral("/run");
        request.copies = !m_tools.isSandboxed();
        m_program.place = [modules = m_modules, request,
                           headers = headers()](const CancelToken& cancel) {
            return modules.placeRun(request, headers, cancel);
        };
        auto data = m_program.place(m_cancel);
        if (!data) {
            return data.error();
        }
        m_program.runFolder = data->runFolder;
        m_program.note = data->note;
        m_program.modules = {m_modules.loads(), m_modules.compiles(), m_compiler, isClang(),
                             request.folder};
        return {};
    }

    const LaneRequest& m_request;
    LaneCompiler m_tools;
    LaneModules m_modules;
    CancelToken m_cancel;
    const std::function<void(const GateProgress&)>& m_progress;
    QVector<GateUnit> m_units;
    QString m_compiler;
    bool m_usesOpenMp = false;
    bool m_playsPtx = false; ///< there is inline assembly of NVIDIA's
    QSet<RepoPath> m_plainC;
    LaneLibraries m_libraries;
    QStringList m_notes; ///< what may be why something does not compile
    LaneProgram m_program;
};

} // namespace

Result<LaneProgram> buildLanes(const LaneRequest& request, const Sandbox& sandbox,
                               const ProcessRunner& runner, const CancelToken& cancel,
                               const std::function<void(const GateProgress&)>& progress)
{
    return LaneBuilder(request, sandbox, runner, cancel, progress).build();
}

QString laneRecordFolder(const LaneRequest& request)
{
    return request.folder + QStringLiteral("/copies");
}

} // namespace rocport
