#include "core/verify/verifyplan.h"

#include "core/verify/goldenbundle.h"
#include "core/verify/harness.h"

#include <QDir>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>

#include <algorithm>

namespace rocport {

namespace {

constexpr std::chrono::seconds kLeastCheckLimit{600};
constexpr int kDefaultIterations = 100;
constexpr int kMaxIterations = 100'000;
constexpr qsizetype kMaxListed = 64; ///< shapes, types, outputs of one request

QJsonArray listOf(const QStringList& texts)
{
    return QJsonArray::fromStringList(texts);
}

Error refused(const QString& why, const QString& what)
{
    return Error{ErrorCode::InvalidArgument, why, what};
}

/// "package.module:callable", "folder/case.py" or "folder/case.py:name".
bool isTarget(const QString& text)
{
    static const QRegularExpression module(
        QStringLiteral("^[\\p{L}_][\\p{L}\\p{N}_.]*:[\\p{L}_][\\p{L}\\p{N}_.]*$"));
    static const QRegularExpression file(
        QStringLiteral("^[^\\n\\r\\0]+\\.py(:[\\p{L}_][\\p{L}\\p{N}_.]*)?$"));
    return text.size() < 1000 && (module.match(text).hasMatch() || file.match(text).hasMatch());
}

bool isShape(const QString& text)
{
    static const QRegularExpression shape(
        QStringLiteral("^(\\d{1,12}(,\\d{1,12})*,?)?(:[a-z][a-z0-9]*(:\\d{1,12})?)?$"));
    return shape.match(text).hasMatch();
}

bool staysInTree(const QString& path)
{
    const QString clean = QDir::cleanPath(path);
    return !path.isEmpty() && !path.contains(u'\n') && QDir::isRelativePath(clean) &&
           clean != QLatin1StringView("..") && !clean.startsWith(QLatin1StringView("../"));
}

/// What one stage runs: an action of the harness with its own plan and folder of results.
struct HarnessStage
{
    QString action;
    QString title;
    QString results; ///< below the job's folder
    QJsonObject plan;
    StageKind kind = StageKind::Verify;
};

/// Puts together a job whose stages run the harness.
class HarnessJob
{
public:
    explicit HarnessJob(const VerifyContext& context) : m_context(context) {}

    void add(const HarnessStage& stage);
    void attach(const char* name, const QByteArray& bytes)
    {
        m_spec.files.append({QString::fromLatin1(name), bytes});
    }
    [[nodiscard]] JobSpec finish(const QString& title, const QString& purpose, bool sync);

private:
    [[nodiscard]] QString script(const HarnessStage& stage, const QString& planFile) const;

    const VerifyContext& m_context;
    JobSpec m_spec;
};

QString HarnessJob::script(const HarnessStage& stage, const QString& planFile) const
{
    // Names in here are Rocport's own; what the user wrote is in the plan, never in the script.
    QString text =
        QStringLiteral("job=%1\n"
                       "python=%2\n"
                       "command -v \"$python\" >/dev/null 2>&1 || {\n"
                       "    echo \"There is no $python on this node; the harness needs "
                       "Python 3.8 or newer.\" >&2\n"
                       "    exit 127\n"
                       "}\n"
                       "PYTHONDONTWRITEBYTECODE=1\n"
                       "PYTHONUNBUFFERED=1\n"
                       "export PYTHONDONTWRITEBYTECODE PYTHONUNBUFFERED\n")
            .arg(m_context.jobFolder,
                 m_context.python.isEmpty()
                     ? QStringLiteral("python3")
                     : u'\'' +
                           QString(m_context.python).replace(u'\'', QLatin1StringView("'\\''")) +
                           u'\'');
    if (stage.action == QLatin1StringView("compare")) {
        text += QStringLiteral("[ -d \"$job/golden\" ] || \"$python\" -m zipfile -e "
                               "\"$job/%1\" \"$job/golden\" || exit 1\n")
                    .arg(QLatin1StringView(kHarnessBundleFile));
    }
    text += QStringLiteral("\"$python\" \"$job/%1\" %2 --plan \"$job/%3\" --out \"$job/%4\"\n")
                .arg(QLatin1StringView(kHarnessFile), stage.action, planFile, stage.results);
    return text;
}

void HarnessJob::add(const HarnessStage& stage)
{
    const QString planFile = m_spec.stages.isEmpty()
                                 ? QString::fromLatin1(kHarnessPlanFile)
                                 : QStringLiteral("plan-%1.json").arg(stage.action);
    QJsonObject plan = stage.plan;
    plan.insert(QLatin1StringView("limitSeconds"),
                qint64(std::max(m_context.checkLimit, kLeastCheckLimit).count()));
    m_spec.files.append({planFile, QJsonDocument(plan).toJson(QJsonDocument::Indented)});
    JobStage made;
    made.id = stage.action;
    made.title = stage.title;
    made.kind = stage.kind;
    made.script = script(stage, planFile);
    made.expected = m_context.expected;
    made.expectation =
        m_context.expectation.isEmpty()
            ? QStringLiteral("Code that compiles at its first call (torch.compile, Triton, AITER) "
                             "can be silent for 15 minutes the first time.")
            : m_context.expectation;
    // What a second stage measures does not rest on the first.
    made.goOnAfterFailure = true;
    m_spec.stages.append(made);
}

JobSpec HarnessJob::finish(const QString& title, const QString& purpose, bool sync)
{
    attach(kHarnessFile, harnessArchive());
    if (!m_spec.stages.isEmpty()) {
        m_spec.stages.last().goOnAfterFailure = false;
    }
    if (sync && !m_context.tree.isEmpty()) {
        JobStage first;
        first.id = QStringLiteral("sync");
        first.title = QStringLiteral("Send the sources");
        first.kind = StageKind::Sync;
        m_spec.stages.prepend(first);
    }
    m_spec.id = newJobId();
    m_spec.title = title;
    m_spec.node = m_context.node;
    m_spec.tree = m_context.tree;
    m_spec.portKey = m_context.portKey;
    m_spec.environment = m_context.environment;
    m_spec.setup = m_context.setup;
    m_spec.timeLimit = m_context.timeLimit;
    m_spec.created = QDateTime::currentDateTimeUtc();
    m_spec.purpose = purpose;
    return m_spec;
}

QJsonObject planOf(const VerifyRequest& request, const QString& title)
{
    QJsonObject plan;
    plan.insert(QLatin1StringView("title"), title);
    plan.insert(QLatin1StringView("target"), request.target);
    plan.insert(QLatin1StringView("shapes"), listOf(request.shapes));
    plan.insert(QLatin1StringView("dtypes"), listOf(request.dtypes));
    plan.insert(QLatin1StringView("seed"), request.seed);
    if (request.iterations > 0) {
        plan.insert(QLatin1StringView("iterations"), request.iterations);
    }
    return plan;
}

Result<JobSpec> composeProgram(const VerifyRequest& request, HarnessJob& job)
{
    const bool load = request.level == VerifyLevel::Load;
    QJsonObject plan;
    const QString title = QStringLiteral("Run %1").arg(request.command.simplified().left(60));
    plan.insert(QLatin1StringView("title"), title);
    plan.insert(QLatin1StringView("command"), request.command);
    plan.insert(QLatin1StringView("outputs"), listOf(request.outputs));
    job.add({QStringLiteral("program"), title, QStringLiteral("results"), plan,
             load ? StageKind::Load : StageKind::Verify});
    return job.finish(title,
                      load              ? QStringLiteral("load")
                      : request.capture ? QStringLiteral("capture")
                                        : QStringLiteral("verify"),
                      request.sync);
}

/// Numerical of Python: capture, comparison, stability, or the two last ones.
Result<JobSpec> composeNumerical(const VerifyRequest& request, HarnessJob& job)
{
    QJsonObject plan = planOf(request, request.target);
    if (request.capture) {
        job.add({QStringLiteral("capture"), QStringLiteral("Capture %1").arg(request.target),
                 QStringLiteral("results"), plan, StageKind::Verify});
        return job.finish(QStringLiteral("Capture golden vectors of %1").arg(request.target),
                          QStringLiteral("capture"), request.sync);
    }
    const bool compares = !request.reference.isEmpty();
    if (compares) {
        const QFileInfo named(request.reference);
        const Result<TensorBundle> bundle =
            readBundle(named.isDir() ? request.reference : named.path());
        if (!bundle) {
            return bundle.error();
        }
        const Result<QByteArray> packed = packForNode(*bundle);
        if (!packed) {
            return packed.error();
        }
        job.attach(kHarnessBundleFile, *packed);
        plan.insert(QLatin1StringView("reference"), QStringLiteral("golden"));
        job.add({QStringLiteral("compare"), QStringLiteral("Run %1").arg(request.target),
                 QStringLiteral("results"), plan, StageKind::Verify});
        plan.remove(QLatin1StringView("reference"));
    }
    if (!compares || request.iterations > 0) {
        const int iterations = request.iterations > 0 ? request.iterations : kDefaultIterations;
        plan.insert(QLatin1StringView("iterations"), iterations);
        job.add({QStringLiteral("stability"), QStringLiteral("%1 iterations").arg(iterations),
                 compares ? QStringLiteral("results/stability") : QStringLiteral("results"), plan,
                 StageKind::Verify});
    }
    return job.finish(compares ? QStringLiteral("Golden vectors of %1").arg(request.target)
                               : QStringLiteral("Stability of %1").arg(request.target),
                      compares ? QStringLiteral("verify") : QStringLiteral("stability"),
                      request.sync);
}

void checkLists(const VerifyRequest& request, QStringList& problems)
{
    if (request.shapes.size() > kMaxListed || request.dtypes.size() > kMaxListed ||
        request.outputs.size() > kMaxListed) {
        problems.append(QStringLiteral("More than %1 shapes, element types or outputs were given.")
                            .arg(kMaxListed));
    }
    for (const QString& shape : request.shapes) {
        if (!isShape(shape)) {
            problems.append(
                QStringLiteral("The shape '%1' is not a list of sizes such as 2,128,64.")
                    .arg(shape));
        }
    }
    static const QStringList types{QStringLiteral("float64"), QStringLiteral("float32"),
                                   QStringLiteral("float16"), QStringLiteral("bfloat16")};
    for (const QString& type : request.dtypes) {
        if (!types.contains(type)) {
            problems.append(QStringLiteral("'%1' is not an element type to run in; choose from %2.")
                                .arg(type, types.join(QStringLiteral(", "))));
        }
    }
    for (const QString& output : request.outputs) {
        if (!staysInTree(output)) {
            problems.append(
                QStringLiteral("The output '%1' is not a path below the tree.").arg(output));
        }
    }
}

} // namespace

QStringList verifyRequestProblems(const VerifyRequest& request)
{
    QStringList problems;
    const bool program = !request.command.trimmed().isEmpty();
    if (request.level != VerifyLevel::Load && request.level != VerifyLevel::Numerical) {
        problems.append(
            QStringLiteral("The harness does not run %1.").arg(verifyLevelName(request.level)));
        return problems;
    }
    if (!program && !isTarget(request.target)) {
        problems.append(
            request.target.isEmpty()
                ? QStringLiteral("No target was named; name one as package.module:callable, as a "
                                 "file.py with a factory rocport_case, or a command.")
                : QStringLiteral("'%1' is not of the form package.module:callable or "
                                 "file.py:callable.")
                      .arg(request.target));
    }
    if (request.iterations < 0 || request.iterations > kMaxIterations) {
        problems.append(
            QStringLiteral("The number of iterations must be from 1 to %1.").arg(kMaxIterations));
    }
    if (program && request.level == VerifyLevel::Numerical && request.outputs.isEmpty()) {
        problems.append(QStringLiteral(
            "No output file was named; the files that the command writes are what is compared."));
    }
    if (program && request.level == VerifyLevel::Numerical && !request.capture &&
        request.reference.isEmpty()) {
        problems.append(QStringLiteral(
            "No reference was named; it is a folder with the output files of another machine."));
    }
    if (request.capture && !request.reference.isEmpty()) {
        problems.append(
            QStringLiteral("A capture creates a reference, so it cannot be given one."));
    }
    checkLists(request, problems);
    return problems;
}

Result<JobSpec> composeVerification(const VerifyRequest& request, const VerifyContext& context)
{
    const QStringList problems = verifyRequestProblems(request);
    if (!problems.isEmpty()) {
        return refused(problems.join(u' '),
                       request.target.isEmpty() ? request.command : request.target);
    }
    HarnessJob job(context);
    if (!request.command.trimmed().isEmpty()) {
        return composeProgram(request, job);
    }
    if (request.level == VerifyLevel::Numerical) {
        return composeNumerical(request, job);
    }
    job.add({QStringLiteral("load"), QStringLiteral("Load %1").arg(request.target),
             QStringLiteral("results"), planOf(request, request.target), StageKind::Load});
    return job.finish(QStringLiteral("Load test of %1").arg(request.target), QStringLiteral("load"),
                      request.sync);
}

Result<JobSpec> composeConversion(const QStringList& files, const VerifyContext& context)
{
    if (files.isEmpty() || files.size() > kMaxListed) {
        return refused(QStringLiteral("from 1 to %1 files are converted at once").arg(kMaxListed),
                       QStringLiteral("convert"));
    }
    HarnessJob job(context);
    QJsonObject plan;
    plan.insert(QLatin1StringView("files"), listOf(files));
    job.add({QStringLiteral("convert"), QStringLiteral("Convert to safetensors"),
             QStringLiteral("results"), plan, StageKind::Command});
    return job.finish(QStringLiteral("Convert %1 to safetensors").arg(files.first()),
                      QStringLiteral("convert"), false);
}

} // namespace rocport
