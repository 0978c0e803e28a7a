#include "core/project/nodes/matrixrequest.h"
#include "core/remote/container.h"
#include "core/remote/nodekinds.h"
#include "tests/support/jobfixture.h"

#include <QTest>

using namespace rocport;
using namespace rocport::test;

/// What a user asks for becomes a matrix, or is refused with a sentence.
class tst_MatrixRequest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void cutTitlesGetNumbers();
    void pipNeedsAContainerOfItsOwn_data();
    void pipNeedsAContainerOfItsOwn();

private:
    static JobContext context()
    {
        JobContext context;
        context.node = jobNode(QStringLiteral("/w"));
        context.node.of<SlurmSettings>().use = true;
        context.tree = QStringLiteral("kernels-1a");
        return context;
    }
    static MatrixCheck command(const QString& text)
    {
        MatrixCheck check;
        check.command = text;
        return check;
    }
};

void tst_MatrixRequest::cutTitlesGetNumbers()
{
    const QString start = QStringLiteral("python3 -m pytest tests/kernels/attention/test_paged_") +
                          QString(20, QLatin1Char('x'));
    MatrixRequest request;
    request.checks = {command(start + QStringLiteral(" -k fp16")),
                      command(start + QStringLiteral(" -k bf16")),
                      command(start + QStringLiteral(" -k fp8"))};
    request.places = {{}};
    const auto plan = composeMatrix(request, context());
    QVERIFY2(plan.ok(), qPrintable(plan.ok() ? QString() : plan.error().detail));
    QVERIFY(plan->checks.at(0).endsWith(u'…'));
    QCOMPARE(plan->checks.at(1), plan->checks.at(0) + QStringLiteral(" (2)"));
    QCOMPARE(plan->checks.at(2), plan->checks.at(0) + QStringLiteral(" (3)"));
    request.checks.append(request.checks.at(1)); // the same check is there twice
    const auto twice = composeMatrix(request, context());
    QVERIFY(!twice.ok());
    QVERIFY2(twice.error().detail.contains(QStringLiteral("twice")),
             qPrintable(twice.error().detail));
}

void tst_MatrixRequest::pipNeedsAContainerOfItsOwn_data()
{
    QTest::addColumn<bool>("first");
    QTest::addColumn<ContainerSettings::Use>("use");
    QTest::addColumn<QString>("image");
    QTest::addColumn<bool>("planned");
    using Use = ContainerSettings::Use;
    for (const bool first : {false, true}) {
        const char* row = first ? "build first: " : "check: ";
        const QString image = QStringLiteral("rocm/pytorch");
        QTest::addRow("%snone", row) << first << Use::None << QString() << false;
        QTest::addRow("%srunning", row) << first << Use::Exec << QString() << false;
        QTest::addRow("%snew", row) << first << Use::Run << QString() << true;
        QTest::addRow("%simage", row) << first << Use::None << image << true;
    }
}

void tst_MatrixRequest::pipNeedsAContainerOfItsOwn()
{
    QFETCH(const bool, first);
    QFETCH(const ContainerSettings::Use, use);
    QFETCH(const QString, image);
    QFETCH(const bool, planned);
    JobContext there = context();
    there.node.of<ContainerSettings>().use = use;
    there.node.of<ContainerSettings>().image = QStringLiteral("rocm/own");
    there.node.of<ContainerSettings>().container = QStringLiteral("box");
    MatrixRequest request;
    request.places = {{image, {}, QStringLiteral("gfx942")}};
    request.checks = {command(QStringLiteral("python3 -c 'import k'"))};
    if (first) {
        request.buildFirst = BuildKind::Pip;
    } else {
        request.checks.append(MatrixCheck());
        request.checks.last().build = BuildKind::Pip;
    }
    const auto plan = composeMatrix(request, there);
    QCOMPARE(plan.ok(), planned);
    if (!planned) {
        QCOMPARE(plan.error().code, ErrorCode::InvalidArgument);
        QVERIFY2(plan.error().detail.contains(QStringLiteral("choose an image")),
                 qPrintable(plan.error().detail));
    }
}

QTEST_GUILESS_MAIN(tst_MatrixRequest)
#include "tst_matrixrequest.moc"
