#include "core/remote/connectionfacts.h"
#include "core/remote/container.h"
#include "core/remote/jobarray.h"
#include "core/remote/nodekinds.h"
#include "core/remote/shellquote.h"
#include "core/remote/slurm.h"
#include "core/remote/sshconfig.h"
#include "tests/fuzz/require.h"

#include <QJsonDocument>
#include <QJsonObject>

#include <cstdint>

using namespace rocport;

namespace {

bool isOneLine(const QString& text)
{
    return !text.contains(u'\n') && !text.contains(u'\r') && !text.contains(QChar::Null);
}

} // namespace

/// Any bytes as what nodes and their files say: an ssh configuration, answers of ssh -G, engines
/// and Slurm, ssh's messages, a node as JSON. What comes out can be handed to ssh and shown.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const QByteArray bytes(reinterpret_cast<const char*>(data), static_cast<qsizetype>(size));
    for (const QString& alias : parseSshConfig(bytes).aliases) {
        require(isSshHost(alias) && !alias.startsWith(u'-') && isOneLine(alias));
    }
    require(isOneLine(parseResolvedHost(bytes).hostName));
    for (const QString& name : parseEngineList(bytes)) {
        require(!name.isEmpty() && !name.contains(u' '));
    }
    for (const SlurmState& state : parseSqueue(bytes) + parseSacct(bytes)) {
        require(slurmSentence(state).endsWith(u'.'));
    }
    const ArrayReport report = parseArrayReport(bytes.split('\n'));
    for (auto state = report.states.begin(); state != report.states.end(); ++state) {
        require(state.key() >= 0 && slurmSentence(*state).endsWith(u'.'));
    }
    for (auto life = report.lives.begin(); life != report.lives.end(); ++life) {
        require(life.key() >= 0 && life.key() < kMostArrayTasks);
    }
    require(slurmTasks(QString::fromUtf8(bytes)).size() <= 10000);
    require(isOneLine(slurmRefusal(bytes)));
    if (const Result<QString> id = parseSbatch(bytes)) {
        require(id->toLongLong() >= 0);
    }
    Node node;
    node.name = QStringLiteral("n");
    node.of<SshHost>().host = QStringLiteral("h");
    ProcessOutcome outcome;
    outcome.end = ProcessEnd::Exited;
    outcome.exitCode = 255;
    require(isOneLine(transportOf(node)->explain(outcome, bytes).detail));
    require(isOneLine(connectionFact(bytes).second));
    const QByteArray line = encodedShellText(bytes);
    require(!line.contains('\n') && !line.contains('\'') && !line.contains('!'));
    const QJsonDocument document = QJsonDocument::fromJson(bytes);
    if (const Result<Node> read = nodeFromJson(document.object())) {
        require(nodeProblems(*read).isEmpty());
        const Result<Node> again = nodeFromJson(nodeToJson(*read));
        require(again.ok() && *again == *read);
    }
    return 0;
}
