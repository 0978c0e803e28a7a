#pragma once

// A repository with a port, and a session in which it is reviewed.

#include "core/project/session/projectreviews.h"
#include "core/project/session/projectstate.h"
#include "core/project/session/projecttasks.h"
#include "core/project/session/session.h"
#include "tests/unit/portreviewfixture.h"

#include <QSignalSpy>
#include <QTest>

namespace rocport::test {

inline constexpr int kPatience = 30'000;

inline const QByteArray kText("a;\nb;\nc;\nd;\ne;\nf;\ng;\nh;\ni;\nj;\nk;\nl;\n");

/// A repository with a port on branch `port`, whose base is `main`.
struct PortRepository : GitFixture
{
    PortRepository()
    {
        write("a.cu", kText);
        write("docs.md", "text\n");
        commitAll();
        run({QStringLiteral("checkout"), QStringLiteral("-qb"), QStringLiteral("port")});
        write("a.cu", ported("x;", "y;"));
        write("new.cu", "n;\n");
        commitAll(QStringLiteral("Port to ROCm"));
        run({QStringLiteral("checkout"), QStringLiteral("-q"), QStringLiteral("main")});
    }

    static QByteArray ported(const QByteArray& second, const QByteArray& tenth)
    {
        return QByteArray(kText).replace("b;", second).replace("j;", tenth);
    }

    /// Makes the port's newest commit another one.
    void movePort(const QByteArray& text) const
    {
        run({QStringLiteral("checkout"), QStringLiteral("-q"), QStringLiteral("port")});
        write("a.cu", text);
        commitAll(QStringLiteral("Port again"));
        run({QStringLiteral("checkout"), QStringLiteral("-q"), QStringLiteral("main")});
    }
};

/// A session with the repository's project open.
struct OpenSession
{
    ProjectSession session;
    ProjectReviews& reviews{session.reviews()};
    QSignalSpy changed{&reviews, &ProjectReviews::changed};
    QSignalSpy openFailed{&reviews, &ProjectReviews::openFailed};
    QSignalSpy failed{&reviews, &ProjectReviews::failed};
    QSignalSpy newRevision{&reviews, &ProjectReviews::newRevision};

    OpenSession(const QString& data, const QString& repository) : session(data)
    {
        session.openRepository(repository);
        const bool scanned = QTest::qWaitFor(
            [this] {
                return session.state() && session.state()->scan &&
                       session.tasks().running().isEmpty();
            },
            kPatience);
        if (!scanned) {
            qFatal("the project is not opened");
        }
    }

    void wait() { QTRY_VERIFY_WITH_TIMEOUT(!reviews.isOpening(), kPatience); }
    void open(const QString& range = QStringLiteral("main...port"))
    {
        ReviewRequest request;
        request.range = range;
        reviews.open(request);
        wait();
    }
    [[nodiscard]] const ReviewState& state() const { return *reviews.state(); }
    [[nodiscard]] QByteArray hunk(const QByteArray& path, int line = 0) const
    {
        const ReviewHunk* found = hunkAt(*state().review, path, line);
        return found == nullptr ? QByteArray() : found->id;
    }
    [[nodiscard]] QVector<ReviewComment> ownComments() const
    {
        return commentsOf(*state().review, state().kept.threads);
    }
    void store() { QTRY_VERIFY_WITH_TIMEOUT(session.isStored(), kPatience); }
};

} // namespace rocport::test
