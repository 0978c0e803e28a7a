#pragma once

#include "core/base/repopath.h"
#include "core/base/words.h"

#include <QByteArray>
#include <QColor>
#include <QObject>
#include <QVector>

#include <memory>

namespace rocport {

/// Style numbers used by SyntaxStyler: those of KSyntaxHighlighting's text styles; 0 is plain text.
inline constexpr int kSyntaxStyles = 31;
/// Text of a rejected proposal.
inline constexpr int kStruckStyle = 31;

/// Definitions and the two shipped themes of KSyntaxHighlighting. Read in the pool, since that
/// takes tens of milliseconds; used in the window's thread once ready. Text stays plain until then.
class SyntaxRepository : public QObject
{
    Q_OBJECT

public:
    explicit SyntaxRepository(QObject* parent = nullptr);
    /// Waits for the loading to end.
    ~SyntaxRepository() override;

    [[nodiscard]] bool isReady() const { return m_ready; }
    /// Colours by style number of the shipped theme; empty until ready.
    [[nodiscard]] QVector<QColor> colours(bool dark) const;

Q_SIGNALS:
    void ready();

private:
    friend class SyntaxStyler;
    struct Private;
    std::shared_ptr<Private> d;
    bool m_ready = false;
};

/// Colours one text line by line, from the first on. CUDA and HIP are treated as C++ with CUDA's
/// keywords added.
class SyntaxStyler
{
public:
    SyntaxStyler(SyntaxRepository& repository, Language language, const RepoPath& path);
    ~SyntaxStyler();
    SyntaxStyler(const SyntaxStyler&) = delete;
    SyntaxStyler& operator=(const SyntaxStyler&) = delete;

    /// False: there is no definition for the file, or the repository is not ready; lines stay
    /// plain.
    [[nodiscard]] bool isActive() const;
    /// Starts over, as if nothing came before the next line.
    void restart();
    /// One style number for each byte of `line` (UTF-8, no line end). Lines over 4,096 bytes stay
    /// plain.
    QByteArray next(QByteArrayView line);

private:
    struct Private;
    std::unique_ptr<Private> d;
};

/// Text of one colour within a line, in UTF-16 units.
struct StyledRun
{
    qsizetype from = 0;
    qsizetype to = 0; ///< exclusive
    int style = 0;    ///< as returned by SyntaxStyler
};

/// The runs of `line` in order, all of it; `styles` are what SyntaxStyler returned for its UTF-8.
/// If they belong to another text, the line is one plain run.
QVector<StyledRun> styledRuns(const QString& line, const QByteArray& styles);

} // namespace rocport
