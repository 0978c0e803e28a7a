#include "core/verify/gatejudge.h"

#include "core/facts/facts.h"
#include "core/text/bytes.h"
#include "core/verify/diagnostics.h"

#include <QDir>

#include <algorithm>

namespace rocport {

namespace {

constexpr int kMaxDiagnostics = 200; // of one file

/// Turns a compiler's places into those of the tree.
class Placer
{
public:
    Placer(const GatePlan& plan, const QString& folder, const NeutralNames& names)
        : m_plan(plan), m_names(names), m_root(folder + u'/')
    {
    }

    /// Path in the tree, or nothing for a place outside.
    [[nodiscard]] RepoPath inTree(const CompilerPlace& place) const
    {
        const QString clean =
            QDir::cleanPath(place.path.startsWith(u'/') ? place.path : m_root + place.path);
        return clean.startsWith(m_root)
                   ? RepoPath(m_names.original(clean.mid(m_root.size())).toUtf8())
                   : RepoPath();
    }

    [[nodiscard]] QString display(const CompilerPlace& place) const
    {
        const RepoPath path = inTree(place);
        return QStringLiteral("%1:%2").arg(path.isEmpty() ? place.path : path.display(),
                                           QString::number(place.line));
    }

    /// The nearest place inside the tree: the message's own, else an including line, else that of a
    /// note.
    [[nodiscard]] CompilerPlace nearest(const CompilerMessage& message) const
    {
        QVector<CompilerPlace> places{message.place};
        places += message.includedFrom;
        for (const CompilerMessage& note : message.notes) {
            places.append(note.place);
        }
        for (const CompilerPlace& place : std::as_const(places)) {
            if (!place.path.isEmpty() && !inTree(place).isEmpty()) {
                return place;
            }
        }
        return {};
    }

    [[nodiscard]] GateDiagnostic diagnostic(const CompilerMessage& message) const
    {
        GateDiagnostic result;
        result.severity =
            message.kind == CompilerMessage::Kind::Error ? Severity::Critical : Severity::Warning;
        result.message = message.text;
        QString folder = m_root;
        result.message.replace(folder, QString());
        for (const CompilerPlace& place : message.includedFrom) {
            result.includedFrom.append(display(place));
        }
        for (const CompilerMessage& note : message.notes) {
            result.notes.append(note.place.path.isEmpty()
                                    ? note.text
                                    : display(note.place) + QStringLiteral(": ") + note.text);
        }
        const CompilerPlace place = nearest(message);
        if (!message.place.path.isEmpty() && inTree(message.place).isEmpty()) {
            result.outside = display(message.place);
        }
        if (place.path.isEmpty()) {
            return result;
        }
        result.path = inTree(place);
        result.line = place.line;
        result.column = place.column;
        const LineOrigin origin = m_plan.maps.value(result.path).at(place.line, place.column);
        result.hunkKey = origin.hunkKey;
        result.originalLine = origin.line;
        if (origin.line > 0) {
            result.originalPath = m_plan.sources.value(result.path, result.path);
        }
        return result;
    }

private:
    const GatePlan& m_plan;
    const NeutralNames& m_names;
    QString m_root;
};

bool isTorchHeader(const QString& header)
{
    for (const char* prefix : {"torch/", "ATen/", "c10/", "pybind11/", "Python.h", "caffe2/"}) {
        if (header.startsWith(QLatin1StringView(prefix))) {
            return true;
        }
    }
    return false;
}

/// A header that only CUDA has: that it is asked for is a fault of the port.
bool isCudaOnlyHeader(const QString& header)
{
    const QByteArray name = header.toUtf8();
    if (findHeader(viewOf(name)) == nullptr) {
        return false;
    }
    return !header.startsWith(QLatin1StringView("thrust/"));
}

/// Why a missing header says nothing about the port; empty: it does say something.
QString excuse(const GateTree& tree, const QString& header, const GateDiagnostic& where)
{
    if (isTorchHeader(header)) {
        return QStringLiteral("it needs PyTorch's headers (%1)").arg(header);
    }
    if (isCudaOnlyHeader(header)) {
        return {};
    }
    if (tree.hasFileNamed(header.toUtf8())) {
        return where.hunkKey.isEmpty()
                   ? QStringLiteral("the include folder of %1 is not known").arg(header)
                   : QString();
    }
    return QStringLiteral("%1 is not installed here").arg(header);
}

GateFile fileFor(const GatePlan& plan, const GateUnit& unit)
{
    GateFile file;
    file.path = unit.path;
    file.source = plan.sources.value(unit.path, unit.path);
    file.isHeader = unit.isHeader;
    file.changed = plan.sources.contains(unit.path);
    return file;
}

void setFailure(GateFile& file, const CompiledUnit& unit, const QString& excused)
{
    const auto error =
        std::find_if(file.diagnostics.cbegin(), file.diagnostics.cend(),
                     [](const GateDiagnostic& one) { return one.severity == Severity::Critical; });
    if (!excused.isEmpty()) {
        file.status = GateStatus::NotChecked;
        file.reason = excused;
    } else if (unit.timedOut) {
        file.status = GateStatus::NotChecked;
        file.reason = QStringLiteral("the compiler did not finish in time");
    } else {
        file.status = GateStatus::Failed;
        file.reason = error != file.diagnostics.cend() ? error->message
                      : unit.crashed                   ? QStringLiteral("the compiler crashed")
                                     : QStringLiteral("the compiler failed without any message");
    }
}

GateFile judgeUnit(const GatePlan& plan, const GateUnit& unit, const CompiledUnit& compiled,
                   const Placer& placer)
{
    GateFile file = fileFor(plan, unit);
    file.command = compiled.command;
    file.elapsedMs = compiled.elapsedMs;
    if (!compiled.refused.isEmpty()) {
        file.reason = compiled.refused;
        return file;
    }
    QString excused;
    bool realError = false;
    for (const CompilerMessage& message : parseCompilerOutput(compiled.output)) {
        GateDiagnostic diagnostic = placer.diagnostic(message);
        // Warnings of headers outside are nobody's here.
        const bool error = message.kind == CompilerMessage::Kind::Error;
        if (!error && (!diagnostic.outside.isEmpty() || diagnostic.path.isEmpty())) {
            continue;
        }
        const QString header = missingHeader(message);
        const QString why = header.isEmpty() ? QString() : excuse(plan.tree, header, diagnostic);
        const bool limit = message.text.startsWith(QLatin1StringView("too many errors"));
        realError = realError || (error && why.isEmpty() && !limit);
        if (excused.isEmpty()) {
            excused = why;
        }
        if (file.diagnostics.size() < kMaxDiagnostics) {
            file.diagnostics.append(diagnostic);
        }
    }
    if (compiled.succeeded) {
        file.status = GateStatus::Passed;
    } else {
        setFailure(file, compiled, realError ? QString() : excused);
    }
    return file;
}

/// Headers of the port as the units that include them say.
QVector<GateFile> judgeHeaders(const GatePlan& plan, const QVector<GateFile>& units)
{
    QSet<RepoPath> judged;
    for (const GateUnit& unit : plan.units) {
        judged.insert(unit.path);
    }
    QVector<GateFile> headers;
    for (auto it = plan.sources.cbegin(); it != plan.sources.cend(); ++it) {
        if (judged.contains(it.key()) || plan.tree.file(it.key()) == nullptr) {
            continue;
        }
        GateFile header;
        header.path = it.key();
        header.source = it.value();
        header.isHeader = true;
        header.changed = true;
        QStringList with;
        QString why;
        bool reached = false;
        for (qsizetype i = 0; i < plan.units.size(); ++i) {
            if (!plan.units[i].reached.contains(header.path)) {
                continue;
            }
            reached = true;
            for (const GateDiagnostic& one : units[i].diagnostics) {
                const bool known =
                    std::any_of(header.diagnostics.cbegin(), header.diagnostics.cend(),
                                [&](const GateDiagnostic& other) {
                                    return other.line == one.line && other.column == one.column &&
                                           other.message == one.message;
                                });
                if (one.path == header.path && !known) {
                    header.diagnostics.append(one);
                }
            }
            if (units[i].status == GateStatus::Passed) {
                with.append(units[i].path.display());
            } else if (why.isEmpty()) {
                why = QStringLiteral("%1, which includes it, was not compiled completely")
                          .arg(units[i].path.display());
            }
        }
        if (!reached) {
            continue; // said by the plan
        }
        const auto error = std::find_if(
            header.diagnostics.cbegin(), header.diagnostics.cend(),
            [](const GateDiagnostic& one) { return one.severity == Severity::Critical; });
        if (error != header.diagnostics.cend()) {
            header.status = GateStatus::Failed;
            header.reason = error->message;
        } else if (!with.isEmpty()) {
            header.status = GateStatus::Passed;
            header.reason =
                QStringLiteral("compiled with %1").arg(with.mid(0, 3).join(QStringLiteral(", ")));
        } else {
            header.reason = why;
        }
        headers.append(header);
    }
    return headers;
}

} // namespace

QVector<GateFile> judge(const GatePlan& plan, const QVector<CompiledUnit>& compiled,
                        const QString& folder, const NeutralNames& names)
{
    const Placer placer(plan, folder, names);
    QVector<GateFile> files;
    for (qsizetype i = 0; i < plan.units.size(); ++i) {
        files.append(judgeUnit(plan, plan.units[i], compiled[i], placer));
    }
    files += judgeHeaders(plan, files);
    return files;
}

} // namespace rocport
