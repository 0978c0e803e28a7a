#include "app/cli/verifycompare.h"

#include "app/cli/arguments.h"
#include "app/cli/commands.h"
#include "app/cli/output.h"
#include "core/report/tensorreport.h"
#include "core/tensor/comparefiles.h"

#include <QThread>

#include <cmath>

namespace rocport {

namespace {

/// The value of an option that is a bound. Nothing when it is none.
std::optional<double> boundOf(const Arguments& args, const QString& name)
{
    bool number = false;
    const double bound = args.value(name).toDouble(&number);
    return number && std::isfinite(bound) && bound >= 0 ? std::optional(bound) : std::nullopt;
}

} // namespace

std::optional<int> readToleranceOptions(const Arguments& args, Tolerances& tolerances)
{
    if (args.isSet(QStringLiteral("tolerances"))) {
        const auto read = readTolerances(args.value(QStringLiteral("tolerances")));
        if (!read) {
            return reportError(read.error());
        }
        tolerances = *read;
    }
    if (args.isSet(QStringLiteral("kind"))) {
        const auto kind = operationKindFromId(args.value(QStringLiteral("kind")));
        if (!kind) {
            return reportUsage(QStringLiteral("--kind must be single or layers"));
        }
        tolerances.kind = *kind;
    }
    const bool relative = args.isSet(QStringLiteral("rtol"));
    if (relative != args.isSet(QStringLiteral("atol"))) {
        return reportUsage(QStringLiteral("--rtol and --atol must be given together"));
    }
    if (relative) {
        const auto rtol = boundOf(args, QStringLiteral("rtol"));
        const auto atol = boundOf(args, QStringLiteral("atol"));
        if (!rtol || !atol) {
            return reportUsage(QStringLiteral("--rtol and --atol must be numbers of at least 0"));
        }
        tolerances.all = Tolerance{*atol, *rtol, QStringLiteral("given on the command line")};
    }
    return std::nullopt;
}

void addToleranceOptions(Arguments& args)
{
    args.addOption(QStringLiteral("rtol"),
                   QStringLiteral("Relative tolerance, for every floating-point tensor."),
                   QStringLiteral("X"));
    args.addOption(QStringLiteral("atol"),
                   QStringLiteral("Absolute tolerance, for every floating-point tensor."),
                   QStringLiteral("Y"));
    args.addOption(QStringLiteral("kind"),
                   QStringLiteral("single (the default), or layers for a model of many layers."),
                   QStringLiteral("KIND"), {QStringLiteral("single"), QStringLiteral("layers")});
    args.addOption(QStringLiteral("tolerances"),
                   QStringLiteral("JSON file with tolerances by type and by tensor."),
                   QStringLiteral("FILE"));
}

int verifyCompare(const QStringList& arguments)
{
    Arguments args(QStringLiteral("verify compare REFERENCE CANDIDATE [--rtol X --atol Y] "
                                  "[--kind single|layers] [--tolerances FILE] "
                                  "[--format text|json]"),
                   QStringLiteral("Compares tensors: .safetensors, .npy or .npz files, folders of "
                                  "them, or golden bundles. Exits with 1 when they differ."));
    args.addPositional(QStringLiteral("REFERENCE"), QStringLiteral("The reference."));
    args.addPositional(QStringLiteral("CANDIDATE"), QStringLiteral("What to check against it."));
    addToleranceOptions(args);
    args.addFormat({QStringLiteral("text"), QStringLiteral("json")});
    args.addOutputOption();
    if (const auto code = args.parse(arguments, 2)) {
        return *code;
    }
    const QString format = args.format();
    Tolerances tolerances;
    if (const auto code = readToleranceOptions(args, tolerances)) {
        return *code;
    }
    CompareOptions options;
    options.threads = QThread::idealThreadCount();
    const QStringList paths = args.positional();
    const auto result = compareFiles(paths.at(0), paths.at(1), tolerances, options);
    if (!result) {
        return reportError(result.error());
    }
    const QByteArray bytes = format == QLatin1StringView("json") ? renderComparisonJson(*result)
                                                                 : renderComparisonText(*result);
    const int written =
        writeOutput(bytes, args.value(QStringLiteral("output")), kindOfFormat(format));
    if (written != kExitDone) {
        return written;
    }
    return result->passed() ? kExitDone : kExitFindings;
}

} // namespace rocport
