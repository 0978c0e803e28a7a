#include "core/rules/pythonanalysis.h"

namespace rocport {

namespace {

/// "a:1,b:[x:1,y:2]" at its top-level commas.
QByteArrayList entriesOf(const QByteArray& value)
{
    QByteArrayList result;
    QByteArray current;
    int depth = 0;
    for (const char c : value) {
        depth += c == '[' ? 1 : (c == ']' ? -1 : 0);
        if (c == ',' && depth <= 0) {
            result.append(current);
            current.clear();
        } else {
            current.append(c);
        }
    }
    result.append(current);
    return result;
}

QByteArray keyOf(const QByteArray& entry)
{
    const qsizetype colon = entry.indexOf(':');
    return entry.left(colon < 0 ? entry.size() : colon).trimmed();
}

/// The variable that a ROCm build of this torch reads; null where both must be set.
QByteArray variableRead(const Version& torch)
{
    if (torch < Version{2, 8}) {
        return "PYTORCH_HIP_ALLOC_CONF";
    }
    return torch < Version{2, 9} ? QByteArray() : QByteArray("PYTORCH_CUDA_ALLOC_CONF");
}

void adviseVariable(const QString& variable, const TargetSettings& target, AllocatorAdvice& advice)
{
    const QByteArray read = variableRead(target.torch);
    const QString torch = target.torch.toString();
    if (target.torch >= Version{2, 14}) {
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

/// Keys of the allocator from torch 2.2 to 2.14, CUDA's spelling and ROCm's.
bool isKnownKey(const QByteArray& key)
{
    for (const char* known :
         {"max_split_size_mb", "expandable_segments", "garbage_collection_threshold",
          "roundup_power2_divisions", "roundup_bypass_threshold_mb", "backend",
          "release_lock_on_cudamalloc", "release_lock_on_hipmalloc", "max_non_split_rounding_mb",
          "pinned_use_cuda_host_register", "pinned_use_hip_host_register",
          "pinned_num_register_threads", "pinned_use_background_threads",
          "pinned_reserve_segment_size_mb", "graph_capture_record_stream_reuse",
          "per_process_memory_fraction", "large_segment_size_mb"}) {
        if (key == known) {
            return true;
        }
    }
    return false;
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
    bool expandable = false;
    std::optional<int> split;
    QByteArrayList others;
    QByteArrayList unknown;
    for (const QByteArray& entry : entriesOf(*value)) {
        const QByteArray key = keyOf(entry);
        const QByteArray setting = entry.mid(entry.indexOf(':') + 1).trimmed();
        if (key == "expandable_segments") {
            expandable = setting.toLower() == "true" || setting == "1";
        } else if (!entry.trimmed().isEmpty()) {
            others.append(entry.trimmed());
            if (key == "max_split_size_mb") {
                split = setting.toInt();
            } else if (!isKnownKey(key)) {
                unknown.append('`' + key + '`');
            }
        }
    }
    const bool supported = target.torch >= Version{2, 12} && target.rocm >= Version{7, 0};
    const bool branch = target.torch >= Version{2, 11} && target.rocm >= Version{7, 0};
    if (expandable && split && branch) {
        advice.severity = Severity::Critical;
        advice.rocmValue = others.join(',');
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
    if (!unknown.isEmpty()) {
        advice.severity = std::max(advice.severity, Severity::Warning);
        advice.note += QStringLiteral("%1 is not a known key of the allocator; a wrong key fails "
                                      "when the GPU is first used, not here. ")
                           .arg(QString::fromUtf8(unknown.join(", ")));
    }
    advice.note = advice.note.trimmed();
    return advice;
}

} // namespace rocport
