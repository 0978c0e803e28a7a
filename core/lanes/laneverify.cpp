#include "core/lanes/laneverify.h"

#include "core/base/visibletext.h"
#include "core/lanes/kernelresult.h"
#include "core/lanes/lanechecks.h"
#include "core/lanes/lanecompare.h"
#include "core/lanes/lanerecording.h"
#include "core/verify/compilers.h"

#include <QDir>
#include <QElapsedTimer>
#include <QRegularExpression>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>

namespace rocport {

namespace {

constexpr qsizetype kMostShownText = 120; // characters of a line

/// A number of a line, and where it ends.
struct LineNumber
{
    double value = 0;
    qsizetype end = 0;
    bool isReal = false; ///< written with a point or an exponent
};

std::optional<LineNumber> numberAt(const QByteArray& line, qsizetype at)
{
    const auto isDigit = [&line](qsizetype i) {
        return i < line.size() && line[i] >= '0' && line[i] <= '9';
    };
    const qsizetype sign = at < line.size() && (line[at] == '-' || line[at] == '+') ? at + 1 : at;
    const bool begins =
        isDigit(sign) || (sign < line.size() && line[sign] == '.' && isDigit(sign + 1));
    if (!begins) {
        return std::nullopt;
    }
    LineNumber number;
    // Without the locale, and as far as the number goes: "0x3f" is "0" and then a word.
    const char* const first = line.constData() + (line[at] == '+' ? sign : at);
    const char* const last = line.constData() + line.size();
    const auto read = std::from_chars(first, last, number.value);
    if (read.ec == std::errc::invalid_argument) {
        return std::nullopt;
    }
    number.end = read.ptr - line.constData();
    number.isReal =
        std::any_of(first, read.ptr, [](char c) { return c == '.' || c == 'e' || c == 'E'; });
    return number;
}

/// Whether a number that ends at `end` is a time or a rate: a unit stands behind it, or a word of
/// time before it.
bool tellsTime(const QByteArray& line, qsizetype begin, qsizetype end)
{
    static const QRegularExpression unit(
        QStringLiteral("^[ \\]\\)]{0,3}(ms|us|ns|s|sec|secs|second|seconds|msec|usec|milliseconds?|"
                       "microseconds?|[kmgt]i?b/s|[mgtp]?flops?(/s)?)\\b"),
        QRegularExpression::CaseInsensitiveOption);
    static const QRegularExpression word(
        QStringLiteral("\\b(time|elapsed|took|bandwidth|throughput|speed|speedup)\\b[^0-9]{0,24}$"),
        QRegularExpression::CaseInsensitiveOption);
    constexpr qsizetype kNear = 40; // bytes that are looked at
    const QString behind = QString::fromLatin1(line.mid(end, kNear));
    const QString before = QString::fromLatin1(
        line.mid(std::max<qsizetype>(begin - kNear, 0), std::min(begin, kNear)));
    return unit.match(behind).hasMatch() || word.match(before).hasMatch();
}

/// Whether two lines are equal but for reals within the tolerance, and for times and rates.
bool sameLine(const QByteArray& reference, const QByteArray& candidate, const Tolerance& tolerance)
{
    if (reference == candidate) {
        return true;
    }
    qsizetype a = 0;
    qsizetype b = 0;
    while (a < reference.size() && b < candidate.size()) {
        const auto wanted = numberAt(reference, a);
        const auto got = numberAt(candidate, b);
        if (wanted && got) {
            const bool isTime = tellsTime(reference, a, wanted->end);
            const double off = std::abs(got->value - wanted->value);
            const bool isNear =
                (wanted->isReal || got->isReal) &&
                off <= tolerance.absolute + tolerance.relative * std::abs(wanted->value);
            const bool isSame = reference.mid(a, wanted->end - a) == candidate.mid(b, got->end - b);
            if (!isSame && !isNear && !isTime) {
                return false;
            }
            a = wanted->end;
            b = got->end;
        } else if (reference[a] == candidate[b]) {
            ++a;
            ++b;
        } else if (reference[a] == ' ') {
            ++a; // a narrower number
        } else if (candidate[b] == ' ') {
            ++b;
        } else {
            return false;
        }
    }
    return a == reference.size() && b == candidate.size();
}

QString shownLine(const QByteArray& line)
{
    QString text = QString::fromUtf8(line).trimmed();
    if (text.size() > kMostShownText) {
        text = text.left(kMostShownText) + u'…';
    }
    return visibleLine(text);
}

class LaneVerifier
{
public:
    LaneVerifier(const LaneVerifyRequest& request, const Sandbox& sandbox,
                 const ProcessRunner& runner, CancelToken cancel,
                 const std::function<void(const LaneProgress&)>& progress)
        : m_request(request),
          m_sandbox(sandbox),
          m_runner(runner),
          m_cancel(std::move(cancel)),
          m_progress(progress)
    {
    }

    Result<LaneVerification> verify()
    {
        QElapsedTimer timer;
        timer.start();
        LaneSide original;
        original.original = true;
        auto reference = execute(std::move(original), m_request.original);
        if (!reference) {
            return reference.error();
        }
        if (m_result.sides.first().problem().isEmpty()) {
            LaneComparer comparer(*reference, m_request.tolerances);
            for (const LanePort& port : m_request.ports) {
                if (auto done = comparePort(comparer, port); !done) {
                    return done.error();
                }
            }
            const bool anyRan =
                std::any_of(m_result.sides.begin(), m_result.sides.end(),
                            [](const LaneSide& side) { return !side.original && side.ran; });
            if (anyRan) { // else nothing was compared, and nothing is equal
                m_result.copies = comparer.checks();
            }
            placeKernels();
        }
        for (const LaneSide& side : std::as_const(m_result.sides)) {
            if (side.moreCopies) {
                m_result.notes.append(
                    QStringLiteral("%1 copies back more often than is recorded: only the first "
                                   "100,000 copies were compared.")
                        .arg(side.name()));
            }
        }
        m_result.elapsedMs = timer.elapsed();
        return m_result;
    }

private:
    void say(const QString& step)
    {
        if (m_progress) {
            const int each = m_request.checks.contains(QStringLiteral("order")) ? 3 : 2;
            m_progress({step, m_steps, each * static_cast<int>(1 + m_request.ports.size())});
        }
        ++m_steps;
    }

    /// Builds and runs one, and adds it to the result.
    Result<LaneRecording> execute(LaneSide side, const GateInput& input)
    {
        LaneRequest request;
        request.input = input;
        request.original = side.original;
        request.lanes = side.lanes;
        request.sources = m_request.sources;
        request.kernel = m_request.kernel;
        request.search = m_request.search;
        request.checks = m_request.checks;
        request.records = true;
        request.folder = m_request.folder + QStringLiteral("/%1").arg(m_result.sides.size());
        request.cacheFolder = m_request.cacheFolder;
        request.engineFolder = m_request.folder + QStringLiteral("/engine");
        const QString name = side.name().left(1).toLower() + side.name().mid(1);
        say(QStringLiteral("Building %1").arg(name));
        auto program = buildLanes(request, m_sandbox, m_runner, m_cancel);
        if (!program && (side.original || program.error().code != ErrorCode::FileNotFound)) {
            return program.error();
        }
        if (program) {
            side.program = *std::move(program);
        } else { // the original has such sources
            side.lacksSource = true;
            side.program.reasons = {
                QStringLiteral("%1 (%2); the port has no such source, since its changes of phase 2 "
                               "are not in it")
                    .arg(program.error().detail, program.error().object)};
        }
        if (side.original) {
            m_kernels = side.program.kernels;
        }
        say(QStringLiteral("Running %1").arg(name));
        LaneRecording recording;
        if (!side.program.program.isEmpty()) {
            auto run = runLanes(request, side.program, m_request.arguments, m_request.limits,
                                m_sandbox, m_runner, m_cancel);
            if (!run) {
                return run.error();
            }
            side.run = *std::move(run);
            side.ran = true;
            if (const QString& note = side.program.note;
                !note.isEmpty() && !m_result.notes.contains(note)) {
                m_result.notes.append(note);
            }
            auto read = readLaneRecording(laneRecordFolder(request));
            if (!read) {
                return read.error();
            }
            recording = *std::move(read);
            if (m_request.kernel) {
                nameKernelBuffers(*m_request.kernel, recording);
            }
            side.moreCopies = recording.more;
            if (auto ordered = runInOrders(request, side, name); !ordered) {
                return ordered.error();
            }
        }
        m_result.sides.append(side);
        return recording;
    }

    /// Where that is asked for: the program once more in other orders. What differs is told beside
    /// what its run told; its copies stay those of that run.
    Result<void> runInOrders(const LaneRequest& request, LaneSide& side, const QString& name)
    {
        if (!request.checks.contains(QStringLiteral("order"))) {
            return {};
        }
        say(QStringLiteral("Running %1 in other orders").arg(name));
        LaneRequest unrecorded = request;
        unrecorded.records = false;
        const auto sentences =
            runInOtherOrders(unrecorded, side.program, m_request.arguments, m_request.limits,
                             side.run, m_sandbox, m_runner, m_cancel);
        if (!sentences) {
            return sentences.error();
        }
        for (const QString& sentence : *sentences) {
            side.run.complaints.append({QStringLiteral("order"), {}, 0, {}, sentence});
        }
        return {};
    }

    Result<void> comparePort(LaneComparer& comparer, const LanePort& port)
    {
        LaneSide side;
        side.lanes = port.lanes;
        const auto recording = execute(std::move(side), port.input);
        if (!recording) {
            return recording.error();
        }
        const LaneSide& done = m_result.sides.last();
        if (!done.ran) {
            return {};
        }
        CompareOptions options;
        options.cancel = m_cancel;
        if (auto compared = comparer.addPort(port.lanes, *recording, options); !compared) {
            return compared;
        }
        compareEnds(m_result.sides.first(), done);
        // The next one needs the room.
        QDir(m_request.folder + QStringLiteral("/%1").arg(m_result.sides.size() - 1))
            .removeRecursively();
        return {};
    }

    void compareEnds(const LaneSide& original, const LaneSide& port)
    {
        if (!port.problem().isEmpty()) {
            return;
        }
        if (original.ending() != port.ending()) {
            m_result.differences.append(QStringLiteral("%1 %2, and the original %3.")
                                            .arg(port.name(), port.ending(), original.ending()));
        }
        const Tolerance tolerance = m_request.tolerances.of(
            QStringLiteral("output"), ElementType::Float32, ElementType::Float32);
        const QString output =
            outputDifference(original.run.output.output, port.run.output.output, tolerance);
        if (!output.isEmpty()) {
            m_result.differences.append(
                QStringLiteral("The output on %1 lanes differs: %2").arg(port.lanes).arg(output));
        }
    }

    /// The kernel of that name, of several the one in the file of the launch; null: it is not
    /// certain.
    [[nodiscard]] const LaneKernelPlace* kernelOf(const LaneCopyCheck& check) const
    {
        const QByteArray name = bareKernelName(check.kernel).toUtf8();
        QVector<const LaneKernelPlace*> named;
        QVector<const LaneKernelPlace*> there;
        for (const LaneKernelPlace& one : m_kernels) {
            if (one.name == name) {
                named.append(&one);
                if (one.path.display() == check.kernelPath) {
                    there.append(&one);
                }
            }
        }
        if (named.size() == 1) {
            return named.first();
        }
        return there.size() == 1 ? there.first() : nullptr;
    }

    /// Where the kernels are defined, and what a rule says about them there.
    void placeKernels()
    {
        for (LaneCopyCheck& check : m_result.copies) {
            if (check.kernel.isEmpty()) {
                continue;
            }
            const LaneKernelPlace* kernel = kernelOf(check);
            if (kernel == nullptr) {
                continue; // the place of the launch stands
            }
            check.kernelPath = kernel->path.display();
            check.kernelLine = kernel->line;
            check.kernelEnd = kernel->lastLine;
            const auto hint = std::find_if(
                m_request.hints.begin(), m_request.hints.end(), [&](const LaneHint& one) {
                    return one.path == kernel->path && one.line >= kernel->line &&
                           one.line <= kernel->lastLine;
                });
            if (hint != m_request.hints.end() && check.wrong() != nullptr) {
                check.hint = hint->text;
                check.hintPath = hint->path.display();
                check.hintLine = hint->line;
            }
        }
    }

    const LaneVerifyRequest& m_request;
    const Sandbox& m_sandbox;
    const ProcessRunner& m_runner;
    CancelToken m_cancel;
    const std::function<void(const LaneProgress&)>& m_progress;
    QVector<LaneKernelPlace> m_kernels; ///< of the original
    int m_steps = 0;
    LaneVerification m_result;
};

} // namespace

QString LaneSide::name() const
{
    return (original ? QStringLiteral("The original on %1 lanes")
                     : QStringLiteral("The port on %1 lanes"))
        .arg(lanes);
}

QString LaneSide::ending() const
{
    const ProcessOutcome& outcome = run.output.outcome;
    if (const int signal = signalOf(outcome); signal != 0) {
        return QStringLiteral("was ended by signal %1").arg(signal);
    }
    return QStringLiteral("exited with %1").arg(outcome.exitCode);
}

QString LaneSide::problem() const
{
    if (program.program.isEmpty()) {
        return QStringLiteral("%1 cannot be built for the CPU: %2.")
            .arg(name(), program.reasons.isEmpty() ? program.compiler : program.reasons.first());
    }
    const ProcessOutcome& outcome = run.output.outcome;
    if (!ran || outcome.end == ProcessEnd::NotStarted) {
        return QStringLiteral("%1 did not run: %2.").arg(name(), outcome.error.detail);
    }
    if (outcome.end == ProcessEnd::TimedOut) {
        return QStringLiteral("%1 was ended after %2 s.")
            .arg(name())
            .arg(outcome.elapsed.count() / 1000);
    }
    constexpr int kEnded = 70; // by the engine, which says why
    if (original && (endedBySignal(outcome) || outcome.exitCode == kEnded)) {
        return QStringLiteral("%1 did not come to its end: it %2.").arg(name(), ending());
    }
    if (outcome.droppedOutput > 0) {
        return QStringLiteral("%1 wrote more than 64 MiB, and the end is not compared.")
            .arg(name());
    }
    return {};
}

bool LaneVerification::complete() const
{
    return !sides.isEmpty() && std::all_of(sides.begin(), sides.end(), [](const LaneSide& side) {
        return side.problem().isEmpty() && !side.moreCopies;
    });
}

qsizetype LaneVerification::passed() const
{
    return std::count_if(copies.begin(), copies.end(),
                         [](const LaneCopyCheck& copy) { return copy.wrong() == nullptr; });
}

bool LaneVerification::failsCheck(const QStringList& checks) const
{
    return std::any_of(sides.begin(), sides.end(), [&](const LaneSide& side) {
        return !side.original && std::any_of(side.run.complaints.begin(), side.run.complaints.end(),
                                             [&](const LaneComplaint& complaint) {
                                                 return checks.contains(complaint.check);
                                             });
    });
}

bool LaneVerification::originalToo(const LaneComplaint& complaint) const
{
    return std::any_of(sides.begin(), sides.end(), [&](const LaneSide& side) {
        return side.original && std::any_of(side.run.complaints.begin(), side.run.complaints.end(),
                                            [&](const LaneComplaint& one) {
                                                return one.check == complaint.check &&
                                                       one.path == complaint.path &&
                                                       one.line == complaint.line;
                                            });
    });
}

QString outputDifference(const QByteArray& reference, const QByteArray& candidate,
                         const Tolerance& tolerance)
{
    if (reference == candidate) {
        return {};
    }
    qsizetype at = 0;
    qsizetype other = 0;
    for (int line = 1; at < reference.size() || other < candidate.size(); ++line) {
        const auto take = [](const QByteArray& text, qsizetype& from) {
            const qsizetype end = text.indexOf('\n', from);
            QByteArray taken = text.mid(from, end < 0 ? -1 : end - from);
            from = end < 0 ? text.size() : end + 1;
            return taken;
        };
        if (at >= reference.size() || other >= candidate.size()) {
            const bool isMore = at >= reference.size();
            return QStringLiteral("line %1, \"%2\", is only in %3.")
                .arg(line)
                .arg(shownLine(isMore ? take(candidate, other) : take(reference, at)),
                     isMore ? QStringLiteral("the port's") : QStringLiteral("the original's"));
        }
        const QByteArray wanted = take(reference, at);
        const QByteArray got = take(candidate, other);
        if (!sameLine(wanted, got, tolerance)) {
            return QStringLiteral("line %1 is \"%2\" and not \"%3\".")
                .arg(line)
                .arg(shownLine(got), shownLine(wanted));
        }
    }
    return {};
}

Result<LaneVerification> verifyLanes(const LaneVerifyRequest& request, const Sandbox& sandbox,
                                     const ProcessRunner& runner, const CancelToken& cancel,
                                     const std::function<void(const LaneProgress&)>& progress)
{
    return LaneVerifier(request, sandbox, runner, cancel, progress).verify();
}

} // namespace rocport
