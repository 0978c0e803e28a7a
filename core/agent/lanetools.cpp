// The tool that runs programs and kernels on the CPU, on lanes as a GPU has them.
#include "core/agent/agentfolder.h"
#include "core/lanes/lanecache.h"
#include "core/lanes/lanechecks.h"
#include "core/lanes/laneverify.h"
#include "core/process/localprocess.h"
#include "core/project/proof/laneinputs.h"
#include "core/report/lanereport.h"
#include "core/verify/verifyplan.h"

#include <QDir>
#include <QJsonDocument>
#include <QTemporaryDir>

#include <algorithm>

namespace rocport {

namespace {

constexpr int kLongestAgentRun = 3600;
constexpr int kMostAgentMemory = 65536;

/// The launch that the arguments describe; nothing: they name no kernel.
Result<std::optional<KernelCall>> kernelOf(const ToolCall& call)
{
    const QString name = call.arguments.text(u"kernel");
    if (name.isEmpty()) {
        for (const char16_t* other : {u"grid", u"block", u"shared", u"args"}) {
            if (call.arguments.has(QStringView(other))) {
                return Error{ErrorCode::InvalidArgument,
                             QStringLiteral("it is of a kernel; name it with \"kernel\""),
                             QString::fromUtf16(other)};
            }
        }
        return std::optional<KernelCall>();
    }
    KernelWords words{name, call.arguments.text(u"grid"), call.arguments.text(u"block"),
                      call.arguments.text(u"shared"), call.arguments.texts(u"args")};
    if (words.grid.isEmpty() || words.block.isEmpty()) {
        return Error{ErrorCode::InvalidArgument, QStringLiteral("a kernel needs grid and block"),
                     name};
    }
    auto kernel = kernelCall(words);
    if (!kernel) {
        return kernel.error();
    }
    for (KernelArgument& argument : kernel->arguments) {
        if (argument.fill == KernelFill::File) {
            auto path = call.context.roots.path(argument.path);
            if (!path) {
                return path.error();
            }
            argument.path = *std::move(path);
        }
    }
    return std::optional<KernelCall>(*std::move(kernel));
}

Result<LaneVerifyRequest> requestOf(const ToolCall& call, AgentFolder& folder)
{
    auto files = filesArgument(call, folder);
    if (!files) {
        return files.error();
    }
    auto kernel = kernelOf(call);
    if (!kernel) {
        return kernel.error();
    }
    const QStringList arguments = call.arguments.texts(u"arguments");
    if (*kernel && (files->size() != 1 || !arguments.isEmpty())) {
        return Error{ErrorCode::InvalidArgument,
                     QStringLiteral("a kernel needs the one file that has it, and takes its "
                                    "arguments with \"args\""),
                     (*kernel)->name};
    }
    FolderLanes lanes;
    lanes.root = folder.path;
    lanes.target = folder.target;
    lanes.namesArchitectures = call.arguments.has(u"architectures");
    lanes.choice.provedOnly = call.arguments.flag(u"proved_only");
    const QString widths = call.arguments.text(u"lanes");
    lanes.lanes = widths == u"64"   ? QVector<int>{64}
                  : widths == u"32" ? QVector<int>{32}
                                    : QVector<int>{64, 32};
    lanes.scan = [&](const TargetSettings& of) { return scanFor(call, folder, of, folder.rules); };
    auto inputs = laneInputs(lanes);
    if (!inputs) {
        return inputs.error();
    }
    LaneVerifyRequest request;
    request.original = std::move(inputs->original);
    request.ports = std::move(inputs->ports);
    request.hints = std::move(inputs->hints);
    request.sources = *std::move(files);
    request.kernel = *std::move(kernel);
    request.arguments = arguments;
    request.checks = call.arguments.texts(u"checks");
    request.checks.removeDuplicates();
    request.search = CompilerSearch::fromEnvironment();
    request.cacheFolder = laneCacheFolder();
    request.limits.time = std::chrono::seconds(call.arguments.number(u"seconds", 60));
    if (call.arguments.has(u"memory_mib")) {
        request.limits.memory = qint64{call.arguments.number(u"memory_mib", 64)} << 20;
    }
    return request;
}

/// What came of it, with long texts and lists cut, which is said.
QJsonObject bounded(QJsonObject object)
{
    constexpr qsizetype kMostItems = 100;
    constexpr qsizetype kMostText = 8'000;
    qsizetype itemsCut = 0;
    qsizetype charactersCut = 0;
    for (auto it = object.begin(); it != object.end(); ++it) {
        if (it->isArray() && it->toArray().size() > kMostItems) {
            QJsonArray all = it->toArray();
            QJsonArray some;
            for (qsizetype i = 0; i < kMostItems; ++i) {
                some.append(all.at(i));
            }
            itemsCut += all.size() - kMostItems;
            it.value() = some;
        }
        if (it->isArray()) {
            QJsonArray items = it->toArray();
            for (qsizetype i = 0; i < items.size(); ++i) {
                if (items.at(i).isObject()) {
                    items.replace(i, bounded(items.at(i).toObject()));
                }
            }
            it.value() = items;
        } else if (it->isObject()) {
            it.value() = bounded(it->toObject());
        } else if (it->isString() && it->toString().size() > kMostText) {
            charactersCut += it->toString().size() - kMostText;
            it.value() = it->toString().left(kMostText) + QStringLiteral("…");
        }
    }
    if (itemsCut > 0) {
        object.insert(QStringLiteral("leftOut"), itemsCut);
    }
    if (charactersCut > 0) {
        object.insert(QStringLiteral("charactersLeftOut"), charactersCut);
    }
    return object;
}

/// Agents run what a repository holds only where it is kept from the user's files, unless they say
/// otherwise, which the user can see.
Result<void> confined(const ToolCall& call, const Sandbox& sandbox)
{
    if (sandbox.works(LocalProcessRunner(), call.cancel) ||
        call.arguments.flag(u"without_sandbox")) {
        return {};
    }
    if (call.cancel.isCancelled()) {
        return Error{ErrorCode::Cancelled, {}, {}};
    }
    return Error{ErrorCode::NotPossibleNow,
                 QStringLiteral("the program would run without a sandbox, since %1; with "
                                "\"without_sandbox\": true it runs so")
                     .arg(sandbox.problem()),
                 {}};
}

Result<QJsonObject> runLanesTool(const ToolCall& call)
{
    const Sandbox sandbox;
    if (const auto checked = confined(call, sandbox); !checked) {
        return checked.error();
    }
    auto folder = agentFolder(call);
    if (!folder) {
        return folder.error();
    }
    auto request = requestOf(call, *folder);
    if (!request) {
        return request.error();
    }
    const QTemporaryDir work;
    if (!work.isValid()) {
        return Error{ErrorCode::FileWriteFailed, work.errorString(), QDir::tempPath()};
    }
    request->folder = work.path();
    if (request->kernel) {
        const auto written = writeKernelInputs(
            *request->kernel, request->folder + QStringLiteral("/inputs"), call.cancel);
        if (!written) {
            return written.error();
        }
    }
    const auto result = verifyLanes(*request, sandbox, LocalProcessRunner(), call.cancel,
                                    [&call](const LaneProgress& progress) {
                                        call.progress(progress.done, progress.total, progress.step);
                                    });
    if (!result) {
        return result.error();
    }
    QJsonObject object = bounded(QJsonDocument::fromJson(renderLanesJson(*result)).object());
    object.insert(QStringLiteral("complete"), result->complete());
    object.insert(QStringLiteral("equal"), result->complete() && result->equal());
    object.insert(QStringLiteral("passed"),
                  result->complete() && result->equal() && !result->failsCheck(request->checks));
    object.insert(QStringLiteral("evidence"),
                  QStringLiteral("Executed on the CPU: no evidence of an AMD GPU."));
    addNotes(object, folder->notes);
    return object;
}

} // namespace

std::vector<AgentTool> laneTools()
{
    const auto boolean = QStringLiteral("boolean");
    std::vector<AgentTool> tools;
    tools.push_back(
        {QStringLiteral("execute_on_lanes"), QStringLiteral("Run on lanes"),
         QStringLiteral(
             "Builds a CUDA program of the folder for the CPU and runs it, the repository's own "
             "code, three times in a sandbox: the original on 32 lanes, the port (with everything "
             "that is proposed) on "
             "64 and on 32; compares output, exit status and each copy from the device. With "
             "\"kernel\" one kernel of one file is run with the arguments that you give. Shows "
             "what a wavefront of 64 breaks, without a GPU. Takes seconds to minutes: reports "
             "progress, can be cancelled."),
         objectSchema(withFolder(
             {{QStringLiteral("files"),
               textsSchema(QStringLiteral("Sources of the program; default: all of the folder."))},
              {QStringLiteral("arguments"), textsSchema(QStringLiteral("Of the program."), 64)},
              {QStringLiteral("lanes"),
               choiceSchema(QStringLiteral("Lanes of the ports; default: 64,32."),
                            {QStringLiteral("64,32"), QStringLiteral("64"), QStringLiteral("32")})},
              {QStringLiteral("checks"),
               choicesSchema(QStringLiteral("Look also for these: \"bounds\", \"uninitialised\" "
                                            "and \"race\" look at each access, which is slower; "
                                            "\"order\" runs the program nine times. \"complaints\" "
                                            "of each run has what is found; where a port has any, "
                                            "\"passed\" is false."),
                             laneCheckNames())},
              {QStringLiteral("seconds"),
               numberSchema(QStringLiteral("Time that each run may take; default: 60."), 1,
                            kLongestAgentRun)},
              {QStringLiteral("memory_mib"),
               numberSchema(QStringLiteral("Memory of the program."), 64, kMostAgentMemory)},
              {QStringLiteral("kernel"),
               textSchema(QStringLiteral("One kernel: \"scale\", \"ns::scale<float, 256>\"."),
                          500)},
              {QStringLiteral("grid"), textSchema(QStringLiteral("Blocks: X, X,Y or X,Y,Z."), 60)},
              {QStringLiteral("block"), textSchema(QStringLiteral("Threads of a block."), 60)},
              {QStringLiteral("shared"),
               textSchema(QStringLiteral("Bytes of dynamic shared memory."), 20)},
              {QStringLiteral("args"),
               textsSchema(QStringLiteral("Arguments of the kernel in order: int=5, "
                                          "float[1024]=random, half[16x32]=iota, "
                                          "float[8]=constant 2, int[4]=file:PATH."),
                           64)},
              {QStringLiteral("without_sandbox"),
               flagSchema(QStringLiteral("Run it also where bubblewrap does not work: the "
                                         "repository's code then reaches the user's files and the "
                                         "network. Ask the user."))},
              {QStringLiteral("proved_only"),
               flagSchema(QStringLiteral("Of the proposed edits only those that are proved."))}})),
         resultSchema({{QStringLiteral("complete"), boolean},
                       {QStringLiteral("equal"), boolean},
                       {QStringLiteral("passed"), boolean}}),
         false, false, runLanesTool});
    return tools;
}

} // namespace rocport
