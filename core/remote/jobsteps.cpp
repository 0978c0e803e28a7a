#include "core/remote/jobsteps.h"

#include "core/remote/maskedtext.h"
#include "core/remote/shellquote.h"

#include <QFile>
#include <QRegularExpression>
#include <QSet>

#include <algorithm>

// Outside of any namespace: the macro declares a function of the global one.
static void initJobStepResources()
{
    Q_INIT_RESOURCE(sync);
}

namespace rocport {

namespace {

using namespace std::chrono_literals;

constexpr std::chrono::seconds kLeastTimeLimit = 600s;
constexpr qsizetype kMostOfTitle = 80; // letters

Error refused(const QString& why, const QString& what)
{
    return {ErrorCode::InvalidArgument, why, what};
}

QByteArray nodeScript(const char* name)
{
    initJobStepResources();
    QFile file(QStringLiteral(":/rocport/node/") + QLatin1StringView(name));
    const bool open = file.open(QIODevice::ReadOnly);
    Q_ASSERT(open);
    return open ? file.readAll() : QByteArray();
}

bool isArchitecture(const QString& name)
{
    static const QRegularExpression form(
        QStringLiteral("\\Agfx[0-9a-z-]{2,24}(:(xnack|sramecc)[+-]){0,2}\\z"));
    return form.match(name).hasMatch();
}

bool isVariable(const QString& name)
{
    static const QRegularExpression form(QStringLiteral("\\A[A-Za-z_][A-Za-z0-9_]*\\z"));
    return form.match(name).hasMatch();
}

/// What every build stage begins with: the architectures (as `arch_list`, blanks between them), how
/// many compilers at once (MAX_JOBS), where ROCm is.
QByteArray buildPrologue(const JobContext& context)
{
    return "arch_list=" + shellQuoted(context.architectures.join(u' ')) + '\n' +
           nodeScript("buildprologue.sh");
}

QByteArray words(const QStringList& list)
{
    QByteArray text;
    for (const QString& word : list) {
        text += ' ' + shellQuoted(word);
    }
    return text;
}

QByteArray compileScript(const JobContext& context)
{
    QByteArray text = buildPrologue(context);
    text += "macro=" + shellQuoted(context.guardMacro) + "\ncalls() {\n";
    int number = 0;
    for (const JobSource& source : context.sources) {
        const QByteArray& path = source.path.bytes();
        // "./": no name is an option. Names go as bytes, they need not be UTF-8.
        text += "    one " + QByteArray::number(++number) + ' ' + path.toHex() + ' ' +
                shellQuoted("./" + path) + words(context.flags) + words(source.flags) + '\n';
    }
    return text + "}\ntotal=" + QByteArray::number(number) + '\n' + nodeScript("compilefiles.sh");
}

QByteArray cmakeScript(const JobRequest& request, const JobContext& context)
{
    return buildPrologue(context) + "build=" + kCMakeBuildFolder +
           "\nmacro=" + shellQuoted(context.guardMacro) + "\nset --" +
           words(request.buildArguments) + '\n' + nodeScript("buildcmake.sh");
}

QByteArray makeScript(const JobRequest& request, const JobContext& context)
{
    // Variables on the command line reach the port's arms; the user's come later and win.
    return buildPrologue(context) + "set -x\nexec make -j \"$MAX_JOBS\" " +
           shellQuoted(context.guardMacro + QStringLiteral("=1")) + " \"ROCM_ARCH=$arch_list\"" +
           words(request.buildArguments) + '\n';
}

QByteArray pipScript(const JobRequest& request, const JobContext& context)
{
    return buildPrologue(context) + "set --" + words(request.buildArguments) + '\n' +
           nodeScript("buildpip.sh");
}

QString buildTitle(BuildKind kind)
{
    switch (kind) {
    case BuildKind::HipccFiles:
        return QStringLiteral("Compile with hipcc");
    case BuildKind::CMake:
        return QStringLiteral("Build with CMake");
    case BuildKind::Make:
        return QStringLiteral("Build with make");
    case BuildKind::Pip:
        return QStringLiteral("Install with pip");
    case BuildKind::None:
        break;
    }
    return QStringLiteral("Build");
}

JobStage syncStage()
{
    JobStage stage;
    stage.id = QStringLiteral("sync");
    stage.title = QStringLiteral("Send sources");
    stage.kind = StageKind::Sync;
    return stage;
}

QString buildExpectation(BuildKind kind, bool cold)
{
    QString first =
        cold ? QStringLiteral(
                   "The first compilation on ROCm usually takes 2–5 minutes; this is not a hang.")
             : QString();
    if (kind == BuildKind::Pip) {
        return (first + QStringLiteral(" Extensions are compiled for each architecture; ten "
                                       "minutes or more without output are normal."))
            .trimmed();
    }
    return first;
}

JobStage buildStage(const JobRequest& request, const JobContext& context)
{
    JobStage stage;
    stage.id = QStringLiteral("build");
    stage.title = buildTitle(request.build);
    stage.kind = StageKind::Build;
    stage.expected = context.expected.value(stage.id, context.coldCaches ? 180s : 0s);
    stage.expectation = buildExpectation(request.build, context.coldCaches);
    QByteArray script;
    switch (request.build) {
    case BuildKind::HipccFiles:
        script = compileScript(context);
        break;
    case BuildKind::CMake:
        script = cmakeScript(request, context);
        break;
    case BuildKind::Make:
        script = makeScript(request, context);
        break;
    case BuildKind::Pip:
        script = pipScript(request, context);
        break;
    case BuildKind::None:
        break;
    }
    stage.script = QString::fromUtf8(script);
    return stage;
}

/// The program of each simple command in a line for sh, without quotes, variables set before it and
/// programs that only start another one.
QStringList programsOf(const QString& command)
{
    static const QRegularExpression between(QStringLiteral("[;&|()\n]+"));
    static const QRegularExpression assignment(QStringLiteral("\\A[A-Za-z_][A-Za-z0-9_]*="));
    static const QSet<QString> starters{
        QStringLiteral("env"),    QStringLiteral("exec"),    QStringLiteral("nohup"),
        QStringLiteral("time"),   QStringLiteral("nice"),    QStringLiteral("timeout"),
        QStringLiteral("stdbuf"), QStringLiteral("numactl"), QStringLiteral("then"),
        QStringLiteral("do"),     QStringLiteral("else"),    QStringLiteral("if"),
        QStringLiteral("while"),  QStringLiteral("!"),       QStringLiteral("{")};
    QStringList programs;
    for (const QString& part : command.split(between, Qt::SkipEmptyParts)) {
        bool started = false;
        for (QString word : part.simplified().split(u' ', Qt::SkipEmptyParts)) {
            word.remove(u'"').remove(u'\'');
            const bool number = !word.isEmpty() && word.at(0).isDigit(); // of timeout
            if (starters.contains(word)) {
                started = true;
            } else if (!word.contains(assignment) &&
                       !(started && (number || word.startsWith(u'-')))) {
                programs.append(word);
                break;
            }
        }
    }
    return programs;
}

/// Whether a command line may run Python, and so torch.compile or Triton: an interpreter, a
/// launcher, a script or program given by its path, or a tool that runs what a repository says.
bool mayRunPython(const QString& command)
{
    static const QRegularExpression form(QStringLiteral(
        "\\A(i?python[0-9.]*|torchrun|deepspeed|accelerate|pytest|py\\.test|vllm|sglang|jupyter|"
        "tox|nox|uv|uvx|poetry|pixi|conda|mamba|micromamba|make|ctest|just|ninja|(ba|z|da)?sh|"
        "source|\\.|srun|mpirun|mpiexec|xargs|eval|.*\\.(py|sh))\\z"));
    const QStringList programs = programsOf(command);
    return std::any_of(programs.begin(), programs.end(), [](const QString& program) {
        const QString name = program.mid(program.lastIndexOf(u'/') + 1);
        return form.match(name).hasMatch() ||
               (program.contains(u'/') && !program.startsWith(QLatin1StringView("/bin/")) &&
                !program.startsWith(QLatin1StringView("/usr/")) &&
                !program.startsWith(QLatin1StringView("/opt/rocm")));
    });
}

JobStage commandStage(const JobRequest& request, const JobContext& context)
{
    JobStage stage;
    stage.id = QStringLiteral("command");
    stage.title = QStringLiteral("Run the command");
    stage.kind = StageKind::Command;
    stage.script = request.command.endsWith(u'\n') ? request.command : request.command + u'\n';
    stage.expected = context.expected.value(stage.id);
    if (context.coldCaches && context.repository != RepositoryKind::CMake &&
        context.repository != RepositoryKind::Make && context.repository != RepositoryKind::Meson &&
        mayRunPython(request.command)) {
        stage.expectation = QStringLiteral("The first compilation with torch.compile or Triton on "
                                           "ROCm usually takes 1–5 minutes; this is not a hang.");
    }
    return stage;
}

Result<void> checkRequest(const JobRequest& request, const JobContext& context)
{
    const QString command = request.command.trimmed();
    if (request.build == BuildKind::None && command.isEmpty() && !request.sync) {
        return refused(QStringLiteral("there is nothing to send, build or run"),
                       QStringLiteral("job"));
    }
    if (context.tree.isEmpty() && (request.sync || request.build != BuildKind::None)) {
        return refused(QStringLiteral("there are no sources to build from"),
                       QStringLiteral("tree"));
    }
    if (request.build == BuildKind::HipccFiles && context.sources.isEmpty()) {
        return refused(QStringLiteral("the accepted port has no files for hipcc to compile"),
                       QStringLiteral("sources"));
    }
    for (const QString& name : context.architectures) {
        if (!isArchitecture(name)) {
            return refused(QStringLiteral("it is not the name of an AMD GPU architecture"), name);
        }
    }
    if (!isVariable(context.guardMacro)) {
        return refused(QStringLiteral("it is not the name of a macro"), context.guardMacro);
    }
    for (const auto& [name, value] : request.environment) {
        if (!isVariable(name) || value.contains(QChar::Null)) {
            return refused(QStringLiteral("it is not the name of a variable"), name);
        }
    }
    QStringList texts = request.buildArguments;
    texts << request.command;
    const bool hasNul = std::any_of(texts.begin(), texts.end(),
                                    [](const QString& text) { return text.contains(QChar::Null); });
    if (hasNul) {
        return refused(QStringLiteral("a command contains a NUL byte"), QStringLiteral("command"));
    }
    const bool utf8 =
        std::all_of(context.sources.begin(), context.sources.end(), [](const JobSource& source) {
            return QString::fromUtf8(source.path.bytes()).toUtf8() == source.path.bytes();
        });
    if (request.build == BuildKind::HipccFiles && !utf8) {
        return refused(QStringLiteral("the name of a source file is not UTF-8"),
                       QStringLiteral("sources"));
    }
    return {};
}

QString madeTitle(const JobRequest& request)
{
    if (!request.title.isEmpty()) {
        return maskedText(request.title);
    }
    if (request.build != BuildKind::None) {
        return buildTitle(request.build);
    }
    const QString command = maskedText(request.command.simplified());
    if (command.size() <= kMostOfTitle) {
        return command.isEmpty() ? QStringLiteral("Send sources") : command;
    }
    QString start = command.left(kMostOfTitle - 1);
    if (start.back().isHighSurrogate()) {
        start.chop(1);
    }
    return start.trimmed() + QChar(0x2026);
}

bool namesVariable(const JobRequest& request, const Node& node, const QString& name)
{
    const auto named = [&name](const auto& pair) { return pair.first == name; };
    return std::any_of(request.environment.begin(), request.environment.end(), named) ||
           std::any_of(node.environment.begin(), node.environment.end(), named);
}

} // namespace

QString buildKindName(BuildKind kind)
{
    return kind == BuildKind::None ? QStringLiteral("No build") : buildTitle(kind);
}

BuildKind buildKindOf(const JobSpec& job)
{
    for (const JobStage& stage : job.stages) {
        for (const BuildKind kind :
             {BuildKind::HipccFiles, BuildKind::CMake, BuildKind::Make, BuildKind::Pip}) {
            if (stage.kind == StageKind::Build && stage.title == buildTitle(kind)) {
                return kind;
            }
        }
    }
    return BuildKind::None;
}

Result<JobSpec> composeJob(const JobRequest& request, const JobContext& context)
{
    if (Result<void> checked = checkRequest(request, context); !checked) {
        return checked.error();
    }
    JobSpec job;
    job.id = newJobId();
    job.title = madeTitle(request);
    job.node = context.node;
    job.tree = context.tree;
    job.portKey = context.portKey;
    job.created = QDateTime::currentDateTimeUtc();
    job.purpose =
        request.build != BuildKind::None ? QStringLiteral("build") : QStringLiteral("run");
    job.environment = request.environment;
    const QString variable = QStringLiteral("PYTORCH_ROCM_ARCH");
    if (!context.architectures.isEmpty() && !namesVariable(request, context.node, variable)) {
        job.environment.prepend({variable, context.architectures.join(u';')});
    }
    if (request.useProbedEnvironment) {
        job.setup = context.environmentScript;
    }
    if (request.timeLimit.count() > 0) {
        job.timeLimit = std::max(request.timeLimit, kLeastTimeLimit);
    }
    if (request.sync) {
        job.stages.append(syncStage());
    }
    if (request.build != BuildKind::None) {
        job.stages.append(buildStage(request, context));
    }
    if (!request.command.trimmed().isEmpty()) {
        job.stages.append(commandStage(request, context));
    }
    return job;
}

QStringList jobNotes(const JobRequest& request, const JobContext& context)
{
    QStringList notes;
    if (request.timeLimit.count() > 0 && request.timeLimit < kLeastTimeLimit) {
        notes.append(QStringLiteral("The time limit is raised to 10 minutes, because first "
                                    "compilations on ROCm take long."));
    }
    if (context.architectures.isEmpty() && request.build != BuildKind::None) {
        notes.append(QStringLiteral("The architecture is read from the node's GPUs when the "
                                    "build starts; probe the node to know it in advance."));
    }
    if (request.build == BuildKind::Pip) {
        notes.append(
            QStringLiteral("pip installs only this project: no dependencies are installed, and "
                           "PyTorch, Triton and aiter keep their versions. The stage fails if "
                           "torch.version.hip is None afterwards."));
    }
    if (!request.sync && request.build != BuildKind::None) {
        notes.append(QStringLiteral("The sources are not sent: the sources already on the node "
                                    "are built, which may be another state of the port."));
    }
    if (request.useProbedEnvironment && context.environmentScript.isEmpty()) {
        notes.append(
            QStringLiteral("The node was not probed, so no environment is set for the job."));
    }
    if (context.coldCaches && request.build != BuildKind::None) {
        notes.append(buildExpectation(request.build, true));
    }
    return notes;
}

} // namespace rocport
