// Lock files: one word about the whole file.
#include "core/base/cancelscope.h"
#include "core/rules/manifests/manifest.h"
#include "core/rules/manifests/requirement.h"

#include <QSet>

namespace rocport {

namespace {

/// The text between the quotes after `key`, at the start of a line's code; empty: another line.
QByteArray quotedAfter(QByteArrayView line, QByteArrayView key)
{
    if (!line.startsWith(key)) {
        return {};
    }
    const qsizetype open = line.indexOf('"', key.size());
    const qsizetype close = open < 0 ? -1 : line.indexOf('"', open + 1);
    return close < 0 ? QByteArray() : line.sliced(open + 1, close - open - 1).toByteArray();
}

/// Packages by name and version as the format of the file has them.
class LockReader
{
public:
    explicit LockReader(const SourceBuffer& source) : m_source(source) {}

    QVector<CudaPin> run()
    {
        for (int line = 1; line <= m_source.lineCount() && !isWorkCancelled(); ++line) {
            const std::string_view view = m_source.lineText(line);
            QByteArrayView text(view.data(), static_cast<qsizetype>(view.size()));
            while (!text.isEmpty() && (text.front() == ' ' || text.front() == '\t')) {
                text = text.sliced(1);
            }
            if (const QByteArray name = quotedAfter(text, "name = "); !name.isEmpty()) {
                m_name = name;
                m_line = line;
            } else if (text.startsWith('"') && text.contains(": {")) {
                m_name = quotedAfter(text, ""); // Pipfile.lock: "torch": {
                m_line = line;
            }
            QByteArray version = quotedAfter(text, "version = ");
            if (const QByteArray json = text.startsWith("\"version\":")
                                            ? quotedAfter(text.sliced(10), "")
                                            : QByteArray();
                !json.isEmpty()) {
                version = json.mid(json.startsWith("==") ? 2 : 0);
            }
            if (!version.isEmpty() && !m_name.isEmpty()) {
                take(version);
                m_name.clear();
            }
        }
        return result();
    }

private:
    void take(const QByteArray& version)
    {
        // A version that a lock file has is one build of an index: the ROCm and CPU ones say so.
        const std::optional<CudaPin> pin = classifyRequirement(QByteArray(m_name + "==" + version));
        if (!pin || m_seen.contains(m_name)) {
            return;
        }
        m_seen.insert(m_name);
        if (m_first == 0 || (m_name == "torch" && !m_torch)) {
            m_first = m_line;
            m_torch = m_name == "torch";
        }
        if (m_names.size() < 4) {
            m_names.append(QString::fromUtf8(m_name + ' ' + version));
        }
        ++m_count;
    }

    [[nodiscard]] QVector<CudaPin> result() const
    {
        if (m_count == 0) {
            return {};
        }
        CudaPin pin;
        pin.kind = PinKind::LockFile;
        const qsizetype begin = m_source.lineRange(m_first).begin;
        pin.range = {begin, begin + static_cast<qsizetype>(m_source.lineText(m_first).size())};
        pin.symbol = QStringLiteral("%1 CUDA packages").arg(m_count);
        pin.detail = m_names.join(QStringLiteral(", "));
        pin.count = m_count;
        return {pin};
    }

    const SourceBuffer& m_source;
    QByteArray m_name;
    int m_line = 0;
    int m_first = 0;
    bool m_torch = false;
    int m_count = 0;
    QSet<QByteArray> m_seen;
    QStringList m_names;
};

} // namespace

bool isLockFile(const RepoPath& path)
{
    const QByteArray name = path.fileName();
    return name == "poetry.lock" || name == "uv.lock" || name == "pdm.lock" ||
           name == "Pipfile.lock" || name == "pylock.toml";
}

QVector<CudaPin> pinsOfLockFile(const SourceBuffer& source)
{
    return LockReader(source).run();
}

} // namespace rocport
