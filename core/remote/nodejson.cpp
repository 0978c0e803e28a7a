#include "core/files/filewriter.h"
#include "core/files/readfile.h"
#include "core/remote/maskedtext.h"
#include "core/remote/node.h"
#include "core/remote/privatefolder.h"

#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QSet>

#include <optional>

namespace rocport {
namespace {

constexpr int kListVersion = 1;
constexpr qint64 kListLimit = 4LL * 1024 * 1024;

const QStringList& useNames()
{
    static const QStringList names{QStringLiteral("none"), QStringLiteral("run"),
                                   QStringLiteral("exec")};
    return names;
}

/// Reads the fields of one object; the first that is wrong is kept.
class FieldReader
{
public:
    FieldReader(QJsonObject object, QString prefix)
        : m_object(std::move(object)), m_prefix(std::move(prefix))
    {
    }

    void text(const char* key, QString& value)
    {
        take(key, QJsonValue::String, "a text",
             [&](const QJsonValue& json) { value = json.toString(); });
    }
    void flag(const char* key, bool& value)
    {
        take(key, QJsonValue::Bool, "true or false",
             [&](const QJsonValue& json) { value = json.toBool(); });
    }
    void number(const char* key, int& value)
    {
        take(key, QJsonValue::Double, "a number", [&](const QJsonValue& json) {
            const double read = json.toDouble();
            if (read != json.toInt(-1)) {
                fail(key, QStringLiteral("a whole number was expected"));
            }
            value = json.toInt(-1);
        });
    }
    void texts(const char* key, QStringList& values)
    {
        take(key, QJsonValue::Array, "a list of texts", [&](const QJsonValue& json) {
            values.clear();
            for (const auto& item : json.toArray()) {
                if (!item.isString()) {
                    fail(key, QStringLiteral("a list of texts was expected"));
                }
                values.append(item.toString());
            }
        });
    }
    [[nodiscard]] std::optional<QJsonObject> object(const char* key)
    {
        std::optional<QJsonObject> found;
        take(key, QJsonValue::Object, "an object",
             [&](const QJsonValue& json) { found = json.toObject(); });
        return found;
    }
    [[nodiscard]] QJsonArray array(const char* key)
    {
        QJsonArray found;
        take(key, QJsonValue::Array, "a list",
             [&](const QJsonValue& json) { found = json.toArray(); });
        return found;
    }
    void fail(const char* key, const QString& why)
    {
        if (!m_error) {
            m_error = Error{ErrorCode::ParseFailed, why, m_prefix + QString::fromLatin1(key)};
        }
    }
    /// After every field was asked for: what is wrong, unknown fields included.
    [[nodiscard]] std::optional<Error> problem()
    {
        for (auto it = m_object.begin(); !m_error && it != m_object.end(); ++it) {
            if (!m_known.contains(it.key())) {
                m_error = Error{ErrorCode::ParseFailed, QStringLiteral("this field is not known"),
                                m_prefix + it.key()};
            }
        }
        return m_error;
    }

private:
    template <typename Function>
    void take(const char* key, QJsonValue::Type type, const char* expected, Function&& function)
    {
        const QString name = QString::fromLatin1(key);
        m_known.insert(name);
        const QJsonValue value = m_object.value(name);
        if (value.isUndefined()) {
            return;
        }
        if (value.type() != type) {
            fail(key, QString::fromLatin1(expected) + QStringLiteral(" was expected"));
            return;
        }
        function(value);
    }

    QJsonObject m_object;
    QString m_prefix;
    QSet<QString> m_known;
    std::optional<Error> m_error;
};

QJsonObject containerToJson(const ContainerSettings& container)
{
    return {{QStringLiteral("use"), useNames().at(static_cast<int>(container.use))},
            {QStringLiteral("engine"), container.engine},
            {QStringLiteral("image"), container.image},
            {QStringLiteral("container"), container.container},
            {QStringLiteral("sharedMemory"), container.sharedMemory},
            {QStringLiteral("mounts"), QJsonArray::fromStringList(container.mounts)},
            {QStringLiteral("options"), QJsonArray::fromStringList(container.options)}};
}

QJsonObject slurmToJson(const SlurmSettings& slurm)
{
    return {{QStringLiteral("use"), slurm.use},
            {QStringLiteral("partition"), slurm.partition},
            {QStringLiteral("account"), slurm.account},
            {QStringLiteral("gpus"), slurm.gpus},
            {QStringLiteral("timeLimit"), slurm.timeLimit},
            {QStringLiteral("options"), QJsonArray::fromStringList(slurm.options)}};
}

std::optional<Error> readContainer(const QJsonObject& object, ContainerSettings& container)
{
    FieldReader reader(object, QStringLiteral("container."));
    QString use = useNames().at(0);
    reader.text("use", use);
    if (!useNames().contains(use)) {
        reader.fail("use", QStringLiteral("none, run or exec was expected"));
    } else {
        container.use = static_cast<ContainerSettings::Use>(useNames().indexOf(use));
    }
    reader.text("engine", container.engine);
    reader.text("image", container.image);
    reader.text("container", container.container);
    reader.text("sharedMemory", container.sharedMemory);
    reader.texts("mounts", container.mounts);
    reader.texts("options", container.options);
    return reader.problem();
}

std::optional<Error> readSlurm(const QJsonObject& object, SlurmSettings& slurm)
{
    FieldReader reader(object, QStringLiteral("slurm."));
    reader.flag("use", slurm.use);
    reader.text("partition", slurm.partition);
    reader.text("account", slurm.account);
    reader.text("gpus", slurm.gpus);
    reader.text("timeLimit", slurm.timeLimit);
    reader.texts("options", slurm.options);
    return reader.problem();
}

std::optional<Error> readEnvironment(const QJsonArray& array, Node& node)
{
    for (qsizetype i = 0; i < array.size(); ++i) {
        const QString prefix = QStringLiteral("environment[%1].").arg(i);
        if (!array.at(i).isObject()) {
            return Error{ErrorCode::ParseFailed, QStringLiteral("an object was expected"),
                         prefix.chopped(1)};
        }
        FieldReader reader(array.at(i).toObject(), prefix);
        QString name;
        QString value;
        reader.text("name", name);
        reader.text("value", value);
        if (name.isEmpty()) {
            reader.fail("name", QStringLiteral("the name of a variable was expected"));
        }
        if (std::optional<Error> problem = reader.problem()) {
            return problem;
        }
        node.environment.append({name, value});
    }
    return std::nullopt;
}

} // namespace

QJsonObject nodeToJson(const Node& node)
{
    QJsonArray environment;
    for (const auto& [name, value] : node.environment) {
        if (!looksSecret(name)) {
            environment.append(
                QJsonObject{{QStringLiteral("name"), name}, {QStringLiteral("value"), value}});
        }
    }
    return {{QStringLiteral("id"), node.id},
            {QStringLiteral("name"), node.name},
            {QStringLiteral("local"), node.isLocal},
            {QStringLiteral("host"), node.host},
            {QStringLiteral("port"), node.port},
            {QStringLiteral("identityFile"), node.identityFile},
            {QStringLiteral("container"), containerToJson(node.container)},
            {QStringLiteral("slurm"), slurmToJson(node.slurm)},
            {QStringLiteral("workspace"), node.workspace},
            {QStringLiteral("environment"), environment}};
}

Result<Node> nodeFromJson(const QJsonObject& object)
{
    Node node;
    FieldReader reader(object, {});
    reader.text("id", node.id);
    reader.text("name", node.name);
    reader.flag("local", node.isLocal);
    reader.text("host", node.host);
    reader.number("port", node.port);
    reader.text("identityFile", node.identityFile);
    reader.text("workspace", node.workspace);
    const std::optional<QJsonObject> container = reader.object("container");
    const std::optional<QJsonObject> slurm = reader.object("slurm");
    const QJsonArray environment = reader.array("environment");
    if (node.id.isEmpty()) {
        reader.fail("id", QStringLiteral("an id was expected"));
    }
    std::optional<Error> problem = reader.problem();
    if (!problem && container) {
        problem = readContainer(*container, node.container);
    }
    if (!problem && slurm) {
        problem = readSlurm(*slurm, node.slurm);
    }
    if (!problem) {
        problem = readEnvironment(environment, node);
    }
    if (problem) {
        return *problem;
    }
    const QStringList problems = nodeProblems(node);
    if (!problems.isEmpty()) {
        return Error{ErrorCode::ParseFailed, problems.constFirst(),
                     QStringLiteral("node %1").arg(node.id)};
    }
    return node;
}

Result<QVector<Node>> readNodeList(const QString& file)
{
    const Result<QByteArray> bytes = readFile(file, kListLimit);
    if (!bytes && bytes.error().code == ErrorCode::FileNotFound) {
        return QVector<Node>();
    }
    if (!bytes && bytes.error().code == ErrorCode::FileTooLarge) {
        return Error{ErrorCode::ParseFailed, QStringLiteral("it is too large for a list of nodes"),
                     file};
    }
    if (!bytes) {
        return bytes.error();
    }
    QJsonParseError problem = {};
    const QJsonDocument document = QJsonDocument::fromJson(*bytes, &problem);
    if (problem.error != QJsonParseError::NoError || !document.isObject()) {
        return Error{ErrorCode::ParseFailed, problem.errorString(), file};
    }
    const QJsonObject root = document.object();
    if (root.value(QStringLiteral("version")).toInt() != kListVersion ||
        !root.value(QStringLiteral("nodes")).isArray()) {
        return Error{ErrorCode::ParseFailed,
                     QStringLiteral("it is not a list of nodes of this version"),
                     file + QStringLiteral(": version")};
    }
    QVector<Node> nodes;
    QSet<QString> ids;
    const QJsonArray array = root.value(QStringLiteral("nodes")).toArray();
    for (qsizetype i = 0; i < array.size(); ++i) {
        const QString place = QStringLiteral("%1: nodes[%2]").arg(file).arg(i);
        Result<Node> node = nodeFromJson(array.at(i).toObject());
        if (!node) {
            return Error{node.error().code, node.error().detail,
                         place + u'.' + node.error().object};
        }
        if (ids.contains(node->id)) {
            return Error{ErrorCode::ParseFailed, QStringLiteral("the id occurs twice"), place};
        }
        ids.insert(node->id);
        nodes.append(*std::move(node));
    }
    return nodes;
}

Result<void> writeNodeList(const QString& file, const QVector<Node>& nodes)
{
    QJsonArray array;
    for (const Node& node : nodes) {
        array.append(nodeToJson(node));
    }
    const QByteArray bytes = QJsonDocument(QJsonObject{{QStringLiteral("version"), kListVersion},
                                                       {QStringLiteral("nodes"), array}})
                                 .toJson();
    const QString folder = QFileInfo(file).absolutePath();
    if (!QFileInfo(folder).isDir()) {
        if (Result<void> made = makePrivateFolder(folder); !made) {
            return made;
        }
    }
    return writeFile(file, bytes, FileAccess::Private);
}

} // namespace rocport
