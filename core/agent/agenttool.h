#pragma once

#include "core/agent/toolarguments.h"
#include "core/base/cancel.h"
#include "core/base/result.h"

#include <QJsonObject>
#include <QString>

#include <functional>
#include <vector>

namespace rocport {

/// What a tool may use.
struct AgentContext
{
    AgentRoots roots;
    QString dataFolder; ///< of the user's projects, as the window has it
    /// One sentence for an error: what, where, what to do.
    std::function<QString(const Error&)> sentence;
};

/// One call of a tool, in the server's worker thread.
struct ToolCall
{
    const AgentContext& context;
    ToolArguments arguments; ///< as the tool's schema wants them
    QString agent;           ///< name of the client, one line
    CancelToken cancel;
    std::function<void(int done, int total, const QString& what)> progress; ///< never empty
};

/// A tool that agents can call.
struct AgentTool
{
    QString name;
    QString title;
    QString description;        ///< for an agent: what it gives, when to use it, what to do next
    QJsonObject input;          ///< schema of the arguments, see schemaFault()
    QJsonObject output;         ///< schema of the result
    bool isReadOnly = true;     ///< writes nothing that stays, runs no code of the repository
    bool isDestructive = false; ///< may replace what is there
    std::function<Result<QJsonObject>(const ToolCall&)> run;
};

/// All tools, in the order in which they are listed.
const std::vector<AgentTool>& agentTools();

/// Those of each file.
std::vector<AgentTool> scanTools();
std::vector<AgentTool> portTools();
std::vector<AgentTool> proofTools();
std::vector<AgentTool> reviewTools();
std::vector<AgentTool> laneTools();
std::vector<AgentTool> projectTools();

} // namespace rocport
