#pragma once

#include "core/isolation/mesontokens.h"
#include "core/rules/analyse.h"
#include "core/rules/build/buildmeson.h"
#include "core/rules/build/buildmesonreader.h"
#include "tests/support/builtinrules.h"

#include <QMap>

namespace rocport {

/// A meson project in memory, as a scan reads and ports it.
class MesonSample
{
public:
    explicit MesonSample(QMap<QByteArray, QByteArray> files,
                         const QString& guardMacro = QStringLiteral("USE_ROCM"))
        : m_files(std::move(files))
    {
        m_context.target.guardMacro = guardMacro;
        m_context.rules = builtinRules();
        m_context.strategy = Strategy::ShimHeaders;
        m_context.compatHeader = RepoPath("rocm_compat/rocport_compat.h");
        QHash<RepoPath, QSet<QByteArray>> marks;
        for (auto one = m_files.cbegin(); one != m_files.cend(); ++one) {
            const QByteArray name = RepoPath(one.key()).fileName();
            if (languageOfFile(name) == Language::Meson) {
                const MesonFile file({one->constData(), static_cast<size_t>(one->size())},
                                     mesonOptionFor(guardMacro.toUtf8()));
                marks.insert(RepoPath(one.key()), mesonMarks(file));
            }
        }
        m_context.meson = mesonProject(marks);
    }

    [[nodiscard]] AnalysisContext& context() { return m_context; }
    [[nodiscard]] FileAnalysis analyse(const QByteArray& path) const
    {
        return analyseFile(RepoPath(path), languageOfFile(path), SourceBuffer(m_files.value(path)),
                           m_context);
    }
    /// The file with all that is proposed for it.
    [[nodiscard]] QByteArray ported(const QByteArray& path) const
    {
        const Result<QByteArray> text = applyHunks(m_files.value(path), analyse(path).hunks);
        return text ? *text : QByteArray("failed: ") + text.error().detail.toUtf8();
    }
    /// All meson files with all that is proposed, those that are made too.
    [[nodiscard]] QMap<QByteArray, QByteArray> port() const
    {
        QMap<QByteArray, QByteArray> result = m_files;
        QVector<std::shared_ptr<const FileAnalysis>> all;
        for (auto one = m_files.cbegin(); one != m_files.cend(); ++one) {
            if (languageOfFile(RepoPath(one.key()).fileName()) == Language::Meson) {
                all.append(std::make_shared<const FileAnalysis>(analyse(one.key())));
                result[one.key()] = ported(one.key());
            }
        }
        for (const Hunk& hunk : projectHunks(all, m_context)) {
            result[hunk.targetPath.bytes()] = applyHunks({}, {hunk}).value();
        }
        return result;
    }

private:
    QMap<QByteArray, QByteArray> m_files;
    AnalysisContext m_context;
};

} // namespace rocport
