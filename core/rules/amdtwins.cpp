#include "core/rules/amdtwins.h"

#include "core/rules/proposal.h"
#include "core/text/ascii.h"

#include <QSet>

#include <array>

namespace rocport {

namespace {

struct Spelling
{
    const char* cuda;
    const char* amd;
};
constexpr std::array kSpellings = {Spelling{"cuda", "hip"},  Spelling{"CUDA", "HIP"},
                                   Spelling{"cuda", "rocm"}, Spelling{"CUDA", "ROCM"},
                                   Spelling{"Cuda", "Hip"},  Spelling{"Cuda", "HIP"}};

/// The path with each word \a from in it replaced, or nothing: a word ends where no letter follows.
QByteArray respelled(const QByteArray& path, const QByteArray& from, const QByteArray& to)
{
    QByteArray result;
    qsizetype copied = 0;
    for (qsizetype at = path.indexOf(from); at >= 0; at = path.indexOf(from, at + from.size())) {
        const qsizetype end = at + from.size();
        const bool begins = at == 0 || !isLetter(path.at(at - 1)) || from.at(0) < 'a';
        const bool ends = end == path.size() || !(path.at(end) >= 'a' && path.at(end) <= 'z');
        if (begins && ends) {
            result += path.mid(copied, at - copied) + to;
            copied = end;
        }
    }
    return copied == 0 ? QByteArray() : result + path.mid(copied);
}

/// The names that an AMD version of a file may have, by the ends of their names.
QVector<QByteArray> endsFor(const QByteArray& suffix)
{
    if (suffix == "cu") {
        return {"hip", "hip.cpp", "cu", "hip.cu", "cpp", "cc"};
    }
    if (suffix == "cuh") {
        return {"hip.h", "hip.hpp", "hip.cuh", "cuh", "hpp", "h"};
    }
    return {suffix};
}

} // namespace

AmdTwins amdTwins(const QVector<RepoPath>& paths, Strategy strategy)
{
    AmdTwins twins;
    if (strategy == Strategy::Sibling || strategy == Strategy::TorchExtension) {
        return twins;
    }
    QSet<QByteArray> known;
    for (const RepoPath& path : paths) {
        known.insert(path.bytes());
    }
    for (const RepoPath& path : paths) {
        const QByteArray suffix = path.suffix();
        const QByteArray& bytes = path.bytes();
        const bool device = suffix == "cu" || suffix == "cuh";
        const bool build = path.fileName() == "CMakeLists.txt" || path.fileName() == "Makefile";
        const bool host = suffix == "cpp" || suffix == "cc" || suffix == "h" || suffix == "hpp";
        if (!device && !build && !host) {
            continue;
        }
        const QByteArray stem = build ? bytes : bytes.left(bytes.size() - suffix.size() - 1);
        const auto look = [&](const QByteArray& base, bool other) {
            if (build) {
                return other && known.contains(base) ? base : QByteArray();
            }
            for (const QByteArray& end : endsFor(suffix)) {
                QByteArray name = base + '.' + end;
                if ((other || end.startsWith("hip")) && name != bytes && known.contains(name)) {
                    return name;
                }
            }
            return QByteArray();
        };
        QByteArray twin = device ? look(stem, false) : QByteArray();
        if (twin.isEmpty() && device) {
            twin = look(stem + "_hip", true);
        }
        const qsizetype slash = stem.lastIndexOf('/') + 1;
        for (const char* folder : {"hip/", "rocm/"}) { // "src/hip/scan.hip" of "src/scan.cu"
            if (twin.isEmpty() && device) {
                twin = look(stem.left(slash) + folder + stem.mid(slash), true);
            }
        }
        for (const Spelling& one : kSpellings) {
            const QByteArray base =
                twin.isEmpty() ? respelled(stem, one.cuda, one.amd) : QByteArray();
            if (!base.isEmpty()) {
                twin = look(base, true);
            }
        }
        if (!twin.isEmpty()) {
            twins.insert(path, RepoPath(twin));
        }
    }
    return twins;
}

void leaveToProject(FileAnalysis& analysis, qsizetype firstHunk, const QString& why)
{
    QSet<QByteArray> answered;
    for (qsizetype i = firstHunk; i < analysis.hunks.size(); ++i) {
        for (const QByteArray& id : analysis.hunks.at(i).findingIds) {
            answered.insert(id);
        }
    }
    analysis.hunks.resize(firstHunk);
    for (Finding& finding : analysis.findings) {
        if (answered.contains(finding.id)) {
            finding.wayOut = why;
            finding.effort = Effort::Minutes;
        }
    }
}

} // namespace rocport
