#include "core/tensor/comparefiles.h"

#include "core/tensor/bundle.h"

#include <QDir>
#include <QElapsedTimer>
#include <QFileInfo>
#include <QSet>

#include <algorithm>

namespace rocport {

namespace {

/// A tensor file of one side.
struct CompareSource
{
    QString group;         ///< pairs the files of both sides: "bfloat16_0.outputs"
    bool exact = false;    ///< inputs and weights: equal, or the rest says nothing
    bool optional = false; ///< need not be at the other side
    TensorFile file;
};

struct CompareSide
{
    QString path;
    bool single = false; ///< one file was named
    QVector<CompareSource> sources;
    QStringList notes;
};

bool isGivenPart(const QString& part)
{
    return part == QLatin1StringView("inputs") || part == QLatin1StringView("state");
}

Result<void> addFile(CompareSide& side, const QString& path, const QString& group,
                     const CancelToken& cancel)
{
    auto file = TensorFile::open(path, cancel);
    if (!file) {
        return file.error();
    }
    side.notes += file->notes();
    const bool given = isGivenPart(group.section(u'.', -1));
    side.sources.append({group, given, given, std::move(*file)});
    return {};
}

Result<CompareSide> sideOfBundle(const QString& path, const CancelToken& cancel)
{
    const auto bundle = readBundle(path, cancel);
    if (!bundle) {
        return bundle.error();
    }
    CompareSide side{path, false, {}, bundle->notes};
    for (const BundleCase& entry : bundle->cases) {
        for (auto part = entry.parts.cbegin(); part != entry.parts.cend(); ++part) {
            const auto added = addFile(side, QDir(path).filePath(part->name),
                                       entry.id + u'.' + part.key(), cancel);
            if (!added) {
                return added.error();
            }
        }
    }
    return side;
}

Result<CompareSide> sideOf(const QString& path, const CancelToken& cancel)
{
    const QFileInfo info(path);
    if (!info.exists()) {
        return Error{ErrorCode::FileNotFound, {}, path};
    }
    if (info.isFile() && info.fileName() == QLatin1StringView("bundle.json")) {
        return sideOfBundle(info.path(), cancel);
    }
    if (!info.isDir()) {
        CompareSide side{path, true, {}, {}};
        const auto added = addFile(side, path, TensorFile::stem(path), cancel);
        return added ? Result<CompareSide>(side) : added.error();
    }
    if (isBundle(path)) {
        return sideOfBundle(path, cancel);
    }
    CompareSide side{path, false, {}, {}};
    const QFileInfoList files =
        QDir(path).entryInfoList(QDir::Files | QDir::NoSymLinks, QDir::Name);
    for (const QFileInfo& file : files) {
        if (!TensorFile::isTensorFile(file.fileName())) {
            continue;
        }
        const auto added =
            addFile(side, file.filePath(), TensorFile::stem(file.fileName()), cancel);
        if (!added) {
            return added.error();
        }
    }
    if (side.sources.isEmpty()) {
        return Error{ErrorCode::InvalidArgument,
                     QStringLiteral("the folder has neither a bundle.json nor a tensor file"),
                     path};
    }
    return side;
}

const CompareSource* sourceOfGroup(const CompareSide& side, const QString& group)
{
    for (const CompareSource& source : side.sources) {
        if (source.group == group) {
            return &source;
        }
    }
    return nullptr;
}

/// Pairs the files of two sides, and compares the tensors of each pair.
class SideComparer
{
public:
    SideComparer(const Tolerances& tolerances, const CompareOptions& options)
        : m_tolerances(tolerances), m_options(options)
    {
    }

    Result<QVector<TensorComparison>> compare(const CompareSide& reference,
                                              const CompareSide& candidate)
    {
        // One file beside one file are meant for each other, whatever their names.
        if (reference.sources.size() == 1 && candidate.sources.size() == 1) {
            return finished(comparePair(reference.sources.first(), candidate.sources.first()));
        }
        QSet<QString> paired;
        for (const CompareSource& source : reference.sources) {
            const CompareSource* other = sourceOfGroup(candidate, source.group);
            m_prefix = source.group + u'/';
            if (other == nullptr) {
                if (!source.optional && !candidate.single) {
                    addMissing(source);
                }
                continue;
            }
            paired.insert(source.group);
            const auto compared = comparePair(source, *other);
            if (!compared) {
                return compared.error();
            }
        }
        if (paired.isEmpty()) {
            return Error{
                ErrorCode::InvalidArgument,
                QStringLiteral("none of its files has the same name as one of the reference: %1")
                    .arg(groupsOf(reference)),
                candidate.path};
        }
        for (const CompareSource& source : candidate.sources) {
            if (!paired.contains(source.group) && !source.optional && !reference.single) {
                m_prefix = source.group + u'/';
                addExtra(source);
            }
        }
        return m_tensors;
    }
    /// Whether inputs or weights were not equal.
    [[nodiscard]] bool givenDiffer() const { return m_givenDiffer; }

private:
    Result<QVector<TensorComparison>> finished(const Result<void>& done) const
    {
        return done ? Result<QVector<TensorComparison>>(m_tensors) : done.error();
    }
    static QString groupsOf(const CompareSide& side)
    {
        QStringList groups;
        for (const CompareSource& source : side.sources.mid(0, 5)) {
            groups.append(source.group);
        }
        return groups.join(QStringLiteral(", "));
    }

    Result<void> comparePair(const CompareSource& reference, const CompareSource& candidate)
    {
        const auto& left = reference.file.tensors();
        const auto& right = candidate.file.tensors();
        const bool nameless = left.size() == 1 && right.size() == 1;
        QSet<qsizetype> used;
        for (qsizetype i = 0; i < left.size(); ++i) {
            const qsizetype other = nameless ? 0 : candidate.file.indexOf(left.at(i).name);
            if (other < 0) {
                m_tensors.append(lone(left.at(i), TensorVerdict::Missing));
                continue;
            }
            used.insert(other);
            auto compared = compareOne(reference, i, candidate, other);
            if (!compared) {
                return compared.error();
            }
            compared->name = m_prefix + left.at(i).name;
            m_givenDiffer = m_givenDiffer ||
                            (isInput(reference, left.at(i).name) && compared->maxAbsolute > 0) ||
                            (reference.exact && compared->verdict != TensorVerdict::Passed);
            m_tensors.append(*compared);
        }
        for (qsizetype i = 0; i < right.size(); ++i) {
            if (!used.contains(i)) {
                m_tensors.append(lone(right.at(i), TensorVerdict::Extra));
            }
        }
        return {};
    }

    static bool isInput(const CompareSource& source, const QString& name)
    {
        return source.exact || name == QLatin1StringView("input") ||
               name.startsWith(QStringLiteral("input.")) ||
               name.startsWith(QStringLiteral("inputs."));
    }

    Result<TensorComparison> compareOne(const CompareSource& reference, qsizetype left,
                                        const CompareSource& candidate, qsizetype right) const
    {
        const TensorInfo& from = reference.file.tensors().at(left);
        const TensorInfo& to = candidate.file.tensors().at(right);
        Tolerance tolerance = m_tolerances.of(m_prefix + from.name, from.type, to.type);
        if (reference.exact) {
            tolerance = {0, 0, {}};
        }
        for (const TensorInfo* info : {&from, &to}) {
            if (!info->problem.isEmpty()) {
                return unreadable(from, to, info->problem);
            }
        }
        const auto fromData = reference.file.data(left, m_options.cancel);
        const auto toData = fromData ? candidate.file.data(right, m_options.cancel) : fromData;
        if (fromData && toData) {
            auto compared = compareTensors(**fromData, **toData, tolerance, m_options);
            if (compared || compared.error().code == ErrorCode::Cancelled) {
                return compared;
            }
            return unreadable(from, to, sentenceOf(compared.error()));
        }
        const Error& error = fromData ? toData.error() : fromData.error();
        if (error.code != ErrorCode::ParseFailed && error.code != ErrorCode::FileUnreadable) {
            return error;
        }
        return unreadable(from, to, sentenceOf(error));
    }

    static QString sentenceOf(const Error& error)
    {
        return QStringLiteral("%1 cannot be read: %2.").arg(error.object, error.detail);
    }

    static TensorComparison unreadable(const TensorInfo& from, const TensorInfo& to,
                                       const QString& detail)
    {
        TensorComparison comparison;
        comparison.verdict = TensorVerdict::NotComparable;
        comparison.detail = detail;
        comparison.referenceType = from.shownType();
        comparison.candidateType = to.shownType();
        comparison.shape = from.shape;
        comparison.elements = from.elements;
        return comparison;
    }

    [[nodiscard]] TensorComparison lone(const TensorInfo& info, TensorVerdict verdict) const
    {
        TensorComparison comparison;
        comparison.name = m_prefix + info.name;
        comparison.verdict = verdict;
        comparison.shape = info.shape;
        comparison.elements = info.elements;
        const bool missing = verdict == TensorVerdict::Missing;
        (missing ? comparison.referenceType : comparison.candidateType) = info.shownType();
        comparison.detail = missing ? QStringLiteral("It is missing in the candidate.")
                                    : QStringLiteral("It is only in the candidate.");
        return comparison;
    }
    void addMissing(const CompareSource& source)
    {
        for (const TensorInfo& info : source.file.tensors()) {
            m_tensors.append(lone(info, TensorVerdict::Missing));
        }
    }
    void addExtra(const CompareSource& source)
    {
        for (const TensorInfo& info : source.file.tensors()) {
            m_tensors.append(lone(info, TensorVerdict::Extra));
        }
    }

    const Tolerances& m_tolerances;
    const CompareOptions& m_options;
    QString m_prefix;
    QVector<TensorComparison> m_tensors;
    bool m_givenDiffer = false;
};

} // namespace

Result<FileComparison> compareFiles(const QString& reference, const QString& candidate,
                                    const Tolerances& tolerances, const CompareOptions& options)
{
    QElapsedTimer timer;
    timer.start();
    const auto left = sideOf(reference, options.cancel);
    if (!left) {
        return left.error();
    }
    const auto right = sideOf(candidate, options.cancel);
    if (!right) {
        return right.error();
    }
    SideComparer comparer(tolerances, options);
    auto tensors = comparer.compare(*left, *right);
    if (!tensors) {
        return tensors.error();
    }
    FileComparison result;
    result.reference = reference;
    result.candidate = candidate;
    result.tensors = std::move(*tensors);
    result.notes = left->notes + right->notes;
    if (comparer.givenDiffer()) {
        result.notes.append(QStringLiteral("The inputs or weights are not the same on both "
                                           "sides, so the outputs cannot be expected to agree."));
    }
    if (result.tensors.isEmpty()) {
        result.notes.append(QStringLiteral("There is no tensor to compare."));
    }
    result.elapsedMs = timer.elapsed();
    return result;
}

} // namespace rocport
