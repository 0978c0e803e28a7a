#include "app/cli/kernelcommand.h"

#include "app/cli/commands.h"
#include "app/cli/output.h"
#include "app/cli/verifycompare.h"
#include "core/base/visibletext.h"
#include "core/lanes/kernelresult.h"
#include "core/report/kernelreport.h"
#include "core/tensor/comparefiles.h"

#include <QFileInfo>
#include <QThread>

namespace rocport {

namespace {

/// Whether `path` is the folder, or a file or folder in it, through links too.
bool holds(const QString& folder, const QString& path)
{
    const QString outer = QFileInfo(folder).canonicalFilePath();
    const QString inner = QFileInfo(path).canonicalFilePath();
    return !outer.isEmpty() && (inner == outer || inner.startsWith(outer + u'/'));
}

} // namespace

void addKernelOptions(Arguments& args)
{
    args.addOption(QStringLiteral("kernel"),
                   QStringLiteral("Run one kernel of the file, not its program: \"scale\", "
                                  "\"ns::scale<float, 256>\"."),
                   QStringLiteral("NAME"));
    args.addOption(QStringLiteral("grid"), QStringLiteral("Its blocks: X, X,Y or X,Y,Z."),
                   QStringLiteral("SIZES"));
    args.addOption(QStringLiteral("block"), QStringLiteral("The threads of a block."),
                   QStringLiteral("SIZES"));
    args.addOption(QStringLiteral("shared"), QStringLiteral("Bytes of dynamic shared memory."),
                   QStringLiteral("BYTES"));
    args.addOption(QStringLiteral("arg"),
                   QStringLiteral("An argument, in order: int=5, or a buffer such as float[1024], "
                                  "half[16x32]=random; also random:SEED, zeros, ones, iota, "
                                  "constant VALUE, file:PATH."),
                   QStringLiteral("ARGUMENT"));
}

std::optional<int> readKernelOptions(const Arguments& args, std::optional<KernelCall>& call)
{
    if (!args.isSet(QStringLiteral("kernel"))) {
        for (const char* name : {"grid", "block", "shared", "arg"}) {
            if (args.isSet(QLatin1StringView(name))) {
                return reportUsage(QStringLiteral("--%1 is of a kernel; name it with --kernel")
                                       .arg(QLatin1StringView(name)));
            }
        }
        return std::nullopt;
    }
    KernelWords words;
    words.name = args.value(QStringLiteral("kernel"));
    words.grid = args.value(QStringLiteral("grid"));
    words.block = args.value(QStringLiteral("block"));
    words.shared = args.value(QStringLiteral("shared"));
    words.arguments = args.values(QStringLiteral("arg"));
    if (words.grid.isEmpty() || words.block.isEmpty()) {
        return reportUsage(QStringLiteral("--kernel needs --grid and --block"));
    }
    auto read = kernelCall(words);
    if (!read) {
        return reportUsage(read.error().detail);
    }
    call = *std::move(read);
    return std::nullopt;
}

void addKernelResultOptions(Arguments& args)
{
    args.addOption(QStringLiteral("save"),
                   QStringLiteral("Save what the kernel got and gave as a golden bundle."),
                   QStringLiteral("DIR"));
    args.addOption(QStringLiteral("against"),
                   QStringLiteral("Compare what the kernel gave with a golden bundle."),
                   QStringLiteral("DIR"));
    addToleranceOptions(args);
    args.addFormat({QStringLiteral("text"), QStringLiteral("json")});
    args.addOutputOption();
}

std::optional<int> checkKernelResultOptions(const Arguments& args,
                                            const std::optional<KernelCall>& call)
{
    for (const char* name :
         {"save", "against", "rtol", "atol", "kind", "tolerances", "format", "output"}) {
        if (args.isSet(QLatin1StringView(name)) && !args.isSet(QStringLiteral("kernel"))) {
            return reportUsage(QStringLiteral("--%1 is for a kernel; name it with --kernel")
                                   .arg(QLatin1StringView(name)));
        }
    }
    const QString saved = args.value(QStringLiteral("save"));
    if (!call || saved.isEmpty()) {
        return std::nullopt;
    }
    const QString against = args.value(QStringLiteral("against"));
    if (!against.isEmpty() && holds(saved, against)) {
        return reportUsage(QStringLiteral("--save would replace what --against compares with; "
                                          "name another folder"));
    }
    if (const auto free = checkKernelBundleFolder(*call, saved, {}); !free) {
        return reportUsage(
            QStringLiteral("--save %1: %2").arg(visibleLine(saved), free.error().detail));
    }
    return std::nullopt;
}

int reportKernelError(const Error& error)
{
    if (error.code != ErrorCode::InvalidArgument || error.detail.isEmpty()) {
        return reportError(error);
    }
    note(error.detail.left(1).toUpper() + error.detail.mid(1) + u'.');
    return kExitError;
}

int reportKernelRun(const Arguments& args, const LaneRequest& request, const LaneProgram& program,
                    const LaneRun& run)
{
    const KernelCall& call = *request.kernel;
    Tolerances tolerances;
    if (const auto code = readToleranceOptions(args, tolerances)) {
        return *code;
    }
    auto recording = readLaneRecording(laneRecordFolder(request));
    if (!recording) {
        return reportError(recording.error());
    }
    nameKernelBuffers(call, *recording);
    KernelResult result;
    result.kernel = call.name;
    result.original = request.original;
    result.lanes = request.lanes;
    result.grid = call.grid;
    result.block = call.block;
    result.complaints = run.complaints;
    auto buffers = kernelBuffers(call, program.kernel, *recording, {});
    if (!buffers) {
        return reportError(buffers.error());
    }
    result.buffers = *std::move(buffers);
    const QString device = QStringLiteral("CPU, %1 lanes").arg(request.lanes);
    const auto save = [&](const QString& folder) {
        return saveKernelBundle(call, program.kernel, *recording, folder, device, {});
    };
    const QString saved = args.value(QStringLiteral("save"));
    const QString against = args.value(QStringLiteral("against"));
    if (!against.isEmpty()) { // before anything is saved, which may replace what is there
        const QString own = request.folder + QStringLiteral("/bundle");
        if (const auto bundle = save(own); !bundle) {
            return reportError(bundle.error());
        }
        CompareOptions options;
        options.threads = QThread::idealThreadCount();
        auto compared = compareFiles(against, own, tolerances, options);
        if (!compared) {
            return reportError(compared.error());
        }
        compared->candidate = saved.isEmpty() ? call.name : saved;
        result.against = *std::move(compared);
    }
    if (!saved.isEmpty()) {
        if (const auto bundle = save(saved); !bundle) {
            return reportError(bundle.error());
        }
    }
    const bool isJson = args.format() == QLatin1StringView("json");
    const QString file = args.value(QStringLiteral("output"));
    const QByteArray bytes =
        isJson ? renderKernelJson(result, run.output.output) : renderKernelText(result);
    if (const int written = writeOutput(bytes, file, kindOfFormat(args.format()));
        written != kExitDone) {
        return written;
    }
    return result.against && !result.against->passed() ? kExitFindings : kExitDone;
}

} // namespace rocport
