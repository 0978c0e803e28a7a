#include "core/facts/allocatorkeys.h"
#include "core/rules/python/pythonanalysis.h"

namespace rocport {

namespace {

void adviseVariable(const QString& variable, const TargetSettings& target, AllocatorAdvice& advice)
{
    const QByteArrayList reads = allocatorVariablesOf(target.torch);
    const QByteArray read = reads.isEmpty() ? QByteArray() : reads.first();
    const QString torch = target.torch.toString();
    if (reads.size() > 1) {
        advice.note = QStringLiteral("torch %1 reads `PYTORCH_CUDA_ALLOC_CONF`, then "
                                     "`PYTORCH_HIP_ALLOC_CONF`, then `PYTORCH_ALLOC_CONF`. ")
                          .arg(torch);
    } else if (read.isNull()) {
        advice.severity = Severity::Warning;
        advice.note =
            QStringLiteral(
                "The variable that a ROCm build of torch %1 reads changed around this release: set "
                "both `PYTORCH_HIP_ALLOC_CONF` and `PYTORCH_CUDA_ALLOC_CONF`. ")
                .arg(torch);
    } else if (variable != QString::fromLatin1(read)) {
        advice.severity = Severity::Warning;
        advice.rocmVariable = read;
        advice.note = QStringLiteral("A ROCm build of torch %1 reads `%2`, so `%3` does nothing "
                                     "there. ")
                          .arg(torch, QString::fromLatin1(read), variable);
    } else {
        advice.note = QStringLiteral("A ROCm build of torch %1 reads this variable. ").arg(torch);
    }
}

} // namespace

bool isAllocatorVariable(QByteArrayView name)
{
    return name == QByteArrayView("PYTORCH_CUDA_ALLOC_CONF") ||
           name == QByteArrayView("PYTORCH_HIP_ALLOC_CONF") ||
           name == QByteArrayView("PYTORCH_ALLOC_CONF");
}

AllocatorAdvice adviseAllocator(const QString& variable, const std::optional<QByteArray>& value,
                                const TargetSettings& target)
{
    AllocatorAdvice advice;
    if (!variable.isEmpty()) {
        adviseVariable(variable, target, advice);
    }
    if (!value) {
        advice.severity = Severity::Warning;
        advice.note += QStringLiteral("The value is not known here; check that it does not combine "
                                      "`expandable_segments:True` with `max_split_size_mb`.");
        return advice;
    }
    const AllocatorSettings settings = readAllocatorSettings(*value);
    const bool expandable = settings.expandable;
    const std::optional<int> split = settings.split;
    const ExpandableSegments acts = expandableSegments(target.torch, target.rocm);
    const bool supported = acts == ExpandableSegments::Acts;
    const bool branch = acts != ExpandableSegments::Ignored;
    if (expandable && split && branch) {
        advice.severity = Severity::Critical;
        advice.rocmValue = safeAllocatorValue(settings);
        advice.note += QStringLiteral(
            "`expandable_segments:True` together with `max_split_size_mb` makes reserved memory "
            "grow until the GPU is full on ROCm builds of torch 2.12 to 2.14 and AMD's builds of "
            "2.11; zeroed data has also been reported. ");
    } else if (expandable && !branch) {
        advice.severity = std::max(advice.severity, Severity::Warning);
        advice.note +=
            QStringLiteral("`expandable_segments` is ignored with a warning by this torch "
                           "on ROCm; upstream has it from 2.12 with ROCm 7.0. ");
    } else if (expandable && !supported) {
        advice.severity = std::max(advice.severity, Severity::Warning);
        advice.note += QStringLiteral("`expandable_segments` works in AMD's builds of torch 2.11; "
                                      "the upstream build ignores it with a warning. ");
    } else if (expandable) {
        advice.note += QStringLiteral("`expandable_segments` works with this torch and ROCm; one "
                                      "report of a hang with it is open. ");
    }
    if (split && !expandable) {
        advice.note += QStringLiteral("`max_split_size_mb` is read on ROCm as it is on CUDA, "
                                      "although older guides call it rejected. ");
    }
    if (split && *split <= 20) {
        advice.severity = std::max(advice.severity, Severity::Warning);
        advice.note += QStringLiteral("`max_split_size_mb` must be above 20. ");
    }
    if (!settings.unknown.isEmpty()) {
        const QString keys = QString::fromUtf8(settings.unknown.join("`, `"));
        advice.severity = std::max(advice.severity, Severity::Warning);
        advice.note += QStringLiteral("`%1` is not a known key of the allocator; a wrong key fails "
                                      "when the GPU is first used, not here. ")
                           .arg(keys);
    }
    advice.note = advice.note.trimmed();
    return advice;
}

} // namespace rocport
