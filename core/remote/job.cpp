#include "core/remote/job.h"

#include "core/remote/maskedtext.h"

#include <QJsonArray>
#include <QJsonObject>
#include <QRandomGenerator>
#include <QRegularExpression>
#include <QSet>

#include <array>

namespace rocport {

namespace {

constexpr std::array kStageKinds = {"sync", "build", "load", "verify", "command", "probe"};
constexpr std::array kStates = {"preparing", "syncing",   "queued",    "running",
                                "detached",  "lost",      "stopping",  "succeeded",
                                "failed",    "cancelled", "timed-out", "vanished"};
constexpr qsizetype kMostStages = 1000;
constexpr qsizetype kLongestText = 4 * 1024 * 1024;
constexpr qint64 kMostTasks = 1'000'000;
constexpr std::chrono::seconds kShortestLimit = std::chrono::minutes(10);

Error wrong(const QString& field, const char* expected)
{
    return {ErrorCode::ParseFailed, QString::fromLatin1(expected), field};
}

QString key(const char* name)
{
    return QString::fromLatin1(name);
}

/// Reads fields and remembers the first that is not what it should be.
class JobFields
{
public:
    explicit JobFields(const QJsonObject& object) : m_object(object) {}

    QString text(const char* name, qsizetype longest = 4096)
    {
        const QJsonValue value = m_object.value(key(name));
        if (value.isUndefined()) {
            return {};
        }
        if (!value.isString() || value.toString().size() > longest) {
            note(name, "a text is expected");
            return {};
        }
        return withoutNul(name, value.toString());
    }
    /// A shell ends at a NUL, and so does what starts it.
    QString withoutNul(const char* name, const QString& text)
    {
        if (text.contains(QChar::Null)) {
            note(name, "a text without NUL is expected");
            return {};
        }
        return text;
    }
    qint64 number(const char* name, qint64 fallback, qint64 least, qint64 most)
    {
        const QJsonValue value = m_object.value(key(name));
        if (value.isUndefined()) {
            return fallback;
        }
        const double number = value.toDouble(-1e18);
        if (!(number >= static_cast<double>(least)) || !(number <= static_cast<double>(most))) {
            note(name, "a number in its range is expected");
            return fallback;
        }
        return static_cast<qint64>(number);
    }
    bool flag(const char* name)
    {
        const QJsonValue value = m_object.value(key(name));
        if (!value.isUndefined() && !value.isBool()) {
            note(name, "true or false is expected");
        }
        return value.toBool();
    }
    QDateTime time(const char* name)
    {
        const QString written = text(name, 64);
        if (written.isEmpty()) {
            return {};
        }
        const QDateTime read = QDateTime::fromString(written, Qt::ISODateWithMs);
        if (!read.isValid()) {
            note(name, "a time is expected");
        }
        return read.toUTC();
    }
    QJsonArray list(const char* name, qsizetype most)
    {
        const QJsonValue value = m_object.value(key(name));
        if ((!value.isUndefined() && !value.isArray()) || value.toArray().size() > most) {
            note(name, "a list is expected");
            return {};
        }
        return value.toArray();
    }
    void note(const char* name, const char* expected)
    {
        if (!m_problem) {
            m_problem = wrong(key(name), expected);
        }
    }
    [[nodiscard]] const std::optional<Error>& problem() const { return m_problem; }

private:
    const QJsonObject& m_object;
    std::optional<Error> m_problem;
};

QJsonArray pairsToJson(const QVector<QPair<QString, QString>>& pairs)
{
    QJsonArray list;
    for (const auto& [name, value] : pairs) {
        QJsonObject one{{key("name"), name}};
        if (looksSecret(name, value)) {
            one.insert(key("secret"), true);
        } else {
            one.insert(key("value"), value);
        }
        list.append(one);
    }
    return list;
}

/// A list of arguments, as maskedArguments() has them.
QJsonArray maskedTexts(const QJsonArray& texts)
{
    QStringList arguments;
    for (const QJsonValue text : texts) {
        arguments.append(text.toString());
    }
    return QJsonArray::fromStringList(maskedArguments(arguments));
}

QJsonObject stageToJson(const JobStage& stage)
{
    QJsonObject object{{key("id"), stage.id},
                       {key("title"), maskedText(stage.title)},
                       {key("kind"), stageKindId(stage.kind)},
                       {key("script"), maskedText(stage.script)}};
    if (stage.expected.count() > 0) {
        object.insert(key("expectedSeconds"), static_cast<qint64>(stage.expected.count()));
    }
    if (!stage.expectation.isEmpty()) {
        object.insert(key("expectation"), maskedText(stage.expectation));
    }
    if (stage.goOnAfterFailure) {
        object.insert(key("goOnAfterFailure"), true);
    }
    if (!stage.component.isEmpty()) {
        object.insert(key("component"), stage.component);
        object.insert(key("coldCaches"), stage.coldCaches);
    }
    return object;
}

Result<JobStage> stageFromJson(const QJsonObject& object)
{
    JobFields fields(object);
    JobStage stage;
    stage.id = fields.text("id", 64);
    stage.title = fields.text("title");
    stage.script = fields.text("script", kLongestText);
    stage.expected = std::chrono::seconds(fields.number("expectedSeconds", 0, 0, 100'000'000));
    stage.expectation = fields.text("expectation");
    stage.goOnAfterFailure = fields.flag("goOnAfterFailure");
    stage.component = fields.text("component", 64);
    stage.coldCaches = fields.flag("coldCaches");
    const QString kind = fields.text("kind", 32);
    bool found = false;
    for (std::size_t i = 0; i < kStageKinds.size(); ++i) {
        if (kind == QLatin1StringView(kStageKinds[i])) {
            stage.kind = static_cast<StageKind>(i);
            found = true;
        }
    }
    if (!found) {
        fields.note("kind", "a kind of stage is expected");
    }
    if (!isJobId(stage.id)) {
        fields.note("id", "letters, digits and '-' are expected");
    }
    if (fields.problem()) {
        return *fields.problem();
    }
    return stage;
}

QString timeText(const QDateTime& time)
{
    return time.isValid() ? time.toUTC().toString(Qt::ISODateWithMs) : QString();
}

} // namespace

QString stageKindId(StageKind kind)
{
    return QString::fromLatin1(kStageKinds.at(static_cast<std::size_t>(kind)));
}

QString newJobId()
{
    return QStringLiteral("%1-%2").arg(
        QDateTime::currentDateTimeUtc().toString(QStringLiteral("yyyyMMdd-HHmmss")),
        QStringLiteral("%1").arg(QRandomGenerator::system()->generate() & 0xffffffU, 6, 16,
                                 QLatin1Char('0')));
}

bool isJobId(const QString& id)
{
    static const QRegularExpression form(QStringLiteral("\\A[0-9A-Za-z][0-9A-Za-z-]{0,63}\\z"));
    return form.match(id).hasMatch();
}

QString arrayTaskId(const QString& array, int task)
{
    return array + u'-' + QString::number(task);
}

QStringList jobProblems(const JobSpec& job)
{
    QStringList problems;
    if (!isJobId(job.id)) {
        problems.append(QStringLiteral("The job's id must consist of letters, digits and '-'."));
    }
    if (job.timeLimit.count() != 0 && job.timeLimit < kShortestLimit) {
        problems.append(
            QStringLiteral("The time limit is less than ten minutes, which first compilations on "
                           "ROCm can take. Leave it empty for no limit."));
    }
    static const QRegularExpression name(QStringLiteral("\\A[A-Za-z_][A-Za-z0-9_]*\\z"));
    for (const auto& [variable, value] : job.environment) {
        if (!name.match(variable).hasMatch()) {
            problems.append(
                QStringLiteral("'%1' is not the name of a variable.").arg(variable.left(80)));
        } else if (value.contains(QChar(0))) {
            problems.append(QStringLiteral("The value of %1 contains a NUL byte.").arg(variable));
        }
    }
    QSet<QString> ids;
    for (const JobStage& stage : job.stages) {
        if (!isJobId(stage.id) || ids.contains(stage.id)) {
            problems.append(QStringLiteral("The stage id '%1' is used twice, or is not made of "
                                           "letters, digits and '-'.")
                                .arg(stage.id.left(80)));
        }
        ids.insert(stage.id);
    }
    for (const auto& [file, bytes] : job.files) {
        const QStringList parts = file.split(u'/');
        if (file.isEmpty() || file.startsWith(u'-') || file.toUtf8().size() > 90 ||
            file.contains(QChar(0)) || parts.contains(QString()) ||
            parts.contains(QStringLiteral("..")) || parts.contains(QStringLiteral(".")) ||
            parts.first() == QLatin1StringView(".rocport")) {
            problems.append(
                QStringLiteral("'%1' is not a valid name for a file of a job.").arg(file.left(80)));
        }
    }
    return problems;
}

QJsonObject jobToJson(const JobSpec& job)
{
    QJsonArray stages;
    for (const JobStage& stage : job.stages) {
        stages.append(stageToJson(stage));
    }
    QJsonArray files;
    for (const auto& [name, bytes] : job.files) {
        files.append(QJsonObject{{key("name"), name}, {key("bytes"), bytes.size()}});
    }
    QJsonObject node = nodeToJson(job.node);
    node.insert(key("environment"), pairsToJson(job.node.environment));
    for (const QString& part : node.keys()) {
        QJsonObject settings = node.value(part).toObject(); // those of a kind
        if (settings.contains(key("options"))) {
            settings.insert(key("options"), maskedTexts(settings.value(key("options")).toArray()));
            node.insert(part, settings);
        }
    }
    QJsonObject record{{key("id"), job.id},
                       {key("title"), maskedText(job.title)},
                       {key("purpose"), job.purpose},
                       {key("created"), timeText(job.created)},
                       {key("node"), node},
                       {key("tree"), job.tree},
                       {key("portKey"), QString::fromLatin1(job.portKey)},
                       {key("environment"), pairsToJson(job.environment)},
                       {key("setup"), maskedText(job.setup)},
                       {key("timeLimitSeconds"), static_cast<qint64>(job.timeLimit.count())},
                       {key("stages"), stages},
                       {key("files"), files},
                       {key("origin"), job.origin}};
    if (!job.array.isEmpty()) {
        record.insert(key("array"), job.array);
        record.insert(key("task"), job.task);
    }
    return record;
}

Result<JobSpec> jobFromJson(const QJsonObject& object)
{
    JobFields fields(object);
    JobSpec job;
    job.id = fields.text("id", 64);
    job.title = fields.text("title");
    job.purpose = fields.text("purpose", 64);
    job.created = fields.time("created");
    job.tree = fields.text("tree");
    job.portKey = fields.text("portKey").toLatin1();
    job.setup = fields.text("setup", kLongestText);
    job.timeLimit = std::chrono::seconds(fields.number("timeLimitSeconds", 0, 0, 1'000'000'000));
    job.array = fields.text("array", 64);
    job.task = static_cast<int>(fields.number("task", -1, -1, kMostTasks));
    if (!job.array.isEmpty() && job.id != arrayTaskId(job.array, job.task)) {
        fields.note("array", "the task's id is expected to be made from it");
    }
    if (!isJobId(job.id)) {
        fields.note("id", "letters, digits and '-' are expected");
    }
    for (const QJsonValue value : fields.list("environment", 4096)) {
        // Of secrets only the name is in a record.
        job.environment.append({fields.withoutNul("environment", value[key("name")].toString()),
                                fields.withoutNul("environment", value[key("value")].toString())});
    }
    for (const QJsonValue value : fields.list("files", 4096)) {
        job.files.append({fields.withoutNul("files", value[key("name")].toString()), {}});
    }
    job.origin = object.value(key("origin")).toObject();
    for (const QJsonValue value : fields.list("stages", kMostStages)) {
        const Result<JobStage> stage = stageFromJson(value.toObject());
        if (!stage) {
            return stage.error();
        }
        job.stages.append(*stage);
    }
    // Of a node's variables the record holds the names of secret ones only.
    QJsonObject nodeObject = object.value(key("node")).toObject();
    const QJsonArray environment = nodeObject.take(QStringLiteral("environment")).toArray();
    Result<Node> node = nodeFromJson(nodeObject);
    if (!node) {
        return node.error();
    }
    job.node = *node;
    for (const QJsonValue value : environment) {
        if (!value[key("secret")].toBool()) {
            job.node.environment.append(
                {fields.withoutNul("node", value[key("name")].toString()),
                 fields.withoutNul("node", value[key("value")].toString())});
        }
    }
    if (fields.problem()) {
        return *fields.problem();
    }
    return job;
}

QString jobStateId(JobState state)
{
    return QString::fromLatin1(kStates.at(static_cast<std::size_t>(state)));
}

Result<JobState> jobStateFromId(const QString& id)
{
    for (std::size_t i = 0; i < kStates.size(); ++i) {
        if (id == QLatin1StringView(kStates[i])) {
            return static_cast<JobState>(i);
        }
    }
    return wrong(QStringLiteral("state"), "a state is expected");
}

bool isEnded(JobState state)
{
    return state >= JobState::Succeeded;
}

QJsonObject statusToJson(const JobStatus& status)
{
    QJsonArray stages;
    for (const StageProgress& stage : status.stages) {
        stages.append(QJsonObject{{key("id"), stage.id},
                                  {key("started"), timeText(stage.started)},
                                  {key("ended"), timeText(stage.ended)},
                                  {key("exitCode"), stage.exitCode}});
    }
    return {{key("state"), jobStateId(status.state)},
            {key("sentence"), maskedText(status.sentence)},
            {key("exitCode"), status.exitCode},
            {key("remotePid"), status.remotePid},
            {key("queueId"), status.queueId},
            {key("queueState"), status.queueState},
            {key("queueReason"), status.queueReason},
            {key("started"), timeText(status.started)},
            {key("ended"), timeText(status.ended)},
            {key("lastContact"), timeText(status.lastContact)},
            {key("lastOutput"), timeText(status.lastOutput)},
            {key("logBytes"), status.logBytes},
            {key("logHash"), QString::fromLatin1(status.logHash)},
            {key("stages"), stages}};
}

Result<JobStatus> statusFromJson(const QJsonObject& object)
{
    JobFields fields(object);
    JobStatus status;
    const Result<JobState> state = jobStateFromId(fields.text("state", 32));
    if (!state) {
        return state.error();
    }
    status.state = *state;
    status.sentence = fields.text("sentence");
    status.exitCode = static_cast<int>(fields.number("exitCode", -1, -1, 255));
    status.remotePid = fields.number("remotePid", 0, 0, qint64(1) << 40);
    status.queueId = fields.text("queueId", 64);
    status.queueState = fields.text("queueState", 64);
    status.queueReason = fields.text("queueReason", 200);
    status.started = fields.time("started");
    status.ended = fields.time("ended");
    status.lastContact = fields.time("lastContact");
    status.lastOutput = fields.time("lastOutput");
    status.logBytes = fields.number("logBytes", 0, 0, qint64(1) << 50);
    status.logHash = fields.text("logHash", 64).toLatin1();
    for (const QJsonValue value : fields.list("stages", kMostStages)) {
        const QJsonObject one = value.toObject();
        JobFields parts(one);
        StageProgress stage;
        stage.id = parts.text("id", 64);
        stage.started = parts.time("started");
        stage.ended = parts.time("ended");
        stage.exitCode = static_cast<int>(parts.number("exitCode", -1, -1, 255));
        if (parts.problem()) {
            return *parts.problem();
        }
        status.stages.append(stage);
    }
    if (fields.problem()) {
        return *fields.problem();
    }
    return status;
}

} // namespace rocport
