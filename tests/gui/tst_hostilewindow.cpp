// The whole window over a repository, nodes, jobs and runs whose names, lines and outputs hold
// markup and hidden characters: no label, tip or document takes them for anything but text.
#include "app/window/assemble.h"
#include "tests/gui/remotesample.h"
#include "tests/gui/reviewfixture.h"
#include "ui/theme/markupbrowser.h"
#include "ui/theme/widgets.h"

#include <QAbstractItemView>
#include <QComboBox>
#include <QHelpEvent>
#include <QTextBrowser>
#include <QTextDocument>
#include <QTextFormat>
#include <QToolTip>

using namespace rocport;

namespace {

const auto kTag = QStringLiteral("<img src=/dev/zero>");
const QByteArray kBytes = "<img src=x> a&b %1%2 \xe2\x80\xae\xe2\x80\x8b";

QString hostile(const QString& text)
{
    return kTag + text + QString::fromUtf8(kBytes);
}

/// Every string that the user can see of a node, a probe, an image and a run.
void makeHostile(RemoteState& state)
{
    for (NodeEntry& entry : state.nodes) {
        entry.node.name = hostile(entry.node.name);
        entry.sentence = hostile(entry.sentence);
        entry.activity = hostile(entry.activity);
        for (ProbeReport& report : entry.probes) {
            report.nodeName = hostile(report.nodeName);
            report.hostName = hostile(report.hostName);
            report.gpuName = hostile(report.gpuName);
            for (ProbeFact& fact : report.facts) {
                fact.value = hostile(fact.value);
                fact.source = hostile(fact.source);
            }
            for (ProbeFinding& finding : report.findings) {
                finding.title = hostile(finding.title);
                finding.message = hostile(finding.message);
                finding.command = hostile(finding.command);
            }
            for (auto& variable : report.variables) {
                variable.value = hostile(variable.value);
            }
            for (ProbeCheck& check : report.checks) {
                check.detail = hostile(check.detail);
            }
        }
        for (ConnectionStep& step : entry.test) {
            step.detail = hostile(step.detail);
        }
    }
    for (ImageRecord& image : state.images) {
        image.reference = hostile(image.reference);
        image.source = hostile(image.source);
        for (QString& defect : image.defects) {
            defect = hostile(defect);
        }
    }
    for (VerifyRun& run : state.runs) {
        run.title = hostile(run.title);
        run.nodeName = hostile(run.nodeName);
        run.device = hostile(run.device);
        for (VerifyCheck& check : run.checks) {
            check.name = hostile(check.name);
            check.detail = hostile(check.detail);
            if (check.comparison) {
                check.comparison->name = hostile(check.comparison->name);
            }
        }
    }
}

QLabel* tipLabel()
{
    const QWidgetList widgets = QApplication::topLevelWidgets();
    for (QWidget* widget : widgets) {
        if (widget->inherits("QTipLabel") && widget->isVisible()) {
            return qobject_cast<QLabel*>(widget);
        }
    }
    return nullptr;
}

bool isTame(const QString& shown)
{
    return !shown.contains(QChar(0x202e)) && !shown.contains(QChar(0x200b));
}

} // namespace

class TestHostileWindow : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void labelsAreText_data();
    void labelsAreText();
    void tipsAreText_data();
    void tipsAreText();
    void documentsHoldNoPictures();
    void titlesAndNamesAreText();
    void cleanupTestCase();

private:
    void areas();
    void showArea();

    std::unique_ptr<ReviewFixture> m_fixture;
    std::unique_ptr<test::FakeRemote> m_remote;
    std::unique_ptr<Assembly> m_assembly;
    int m_hostileLabels = 0;
    int m_hostileTips = 0;
};

void TestHostileWindow::initTestCase()
{
    m_fixture = std::make_unique<ReviewFixture>();
    const QString name = QString::fromUtf8(kBytes);
    m_fixture->write(QStringLiteral("Makefile"), "all:\n\tnvcc -c a.cu\n");
    m_fixture->write(
        name + QStringLiteral(".cu"),
        "#include <cuda_runtime.h>\n"
        "__global__ void k(unsigned* o) { // <img src=/dev/zero> " +
            kBytes + "\n  unsigned m = __ballot_sync(0xffffffffu, threadIdx.x & 1); // " + kBytes +
            "\n  o[0] = __popc(m);\n}\n"
            "void f(unsigned* o) { cudaMalloc(&o, 4); k<<<1, 64>>>(o); } // " +
            kBytes + "\n");
    m_fixture->write(name + QStringLiteral("/train.py"),
                     "import torch\nimport flash_attn  # " + kBytes +
                         "\n\nm = torch.compile(torch.nn.ReLU(), mode=\"reduce-overhead\")  # " +
                         kBytes + "\n");
    m_fixture->commitAll();
    m_fixture->open();
    m_remote = std::make_unique<test::FakeRemote>();
    test::RemoteSample::nodes(*m_remote->now);
    test::RemoteSample::runs(*m_remote->now);
    makeHostile(*m_remote->now);
    m_assembly = std::make_unique<Assembly>(*m_fixture->session, *m_remote, m_fixture->provider,
                                            m_fixture->settings);
    m_assembly->window().resize(1440, 900);
    m_assembly->window().show();
    Q_EMIT m_remote->nodesChanged();
    Q_EMIT m_remote->runsChanged();
    QTRY_VERIFY(m_fixture->session->state()->hunks > 2);
}

void TestHostileWindow::areas()
{
    QTest::addColumn<QString>("area");
    for (const char* area : {"plan", "review", "nodes", "runs", "verify", "report", "rules"}) {
        QTest::newRow(area) << QString::fromLatin1(area);
    }
}

void TestHostileWindow::showArea()
{
    QFETCH(QString, area);
    m_assembly->window().setCurrentArea(area);
    QTest::qWait(100); // what is laid out later
}

void TestHostileWindow::labelsAreText_data()
{
    areas();
}

void TestHostileWindow::labelsAreText()
{
    showArea();
    const QList<QLabel*> labels = m_assembly->window().findChildren<QLabel*>();
    QVERIFY(labels.size() > 20);
    for (const QLabel* label : labels) {
        const QString text = label->text();
        if (qobject_cast<const MarkupLabel*>(label) != nullptr) {
            QVERIFY2(!text.contains(QLatin1String("<img")), qPrintable(text));
        } else if (label->isVisible()) {
            QVERIFY2(label->textFormat() == Qt::PlainText, qPrintable(text));
        }
        QVERIFY2(isTame(text), qPrintable(text));
        m_hostileLabels += text.contains(QLatin1String("img src")) ? 1 : 0;
    }
}

void TestHostileWindow::tipsAreText_data()
{
    areas();
}

void TestHostileWindow::tipsAreText()
{
    showArea();
    const QList<QWidget*> widgets = m_assembly->window().findChildren<QWidget*>();
    for (QWidget* widget : widgets) {
        if (!widget->isVisible()) {
            continue;
        }
        QVector<QPoint> places = {widget->rect().center()};
        const auto* view = qobject_cast<QAbstractItemView*>(widget->parentWidget());
        if (view != nullptr && view->viewport() == widget) {
            for (int y = 6; y < std::min(widget->height(), 400); y += 18) {
                for (int x = 12; x < widget->width(); x += 90) {
                    places.append({x, y});
                }
            }
        }
        for (const QPoint& place : std::as_const(places)) {
            QToolTip::hideText();
            QHelpEvent event(QEvent::ToolTip, place, widget->mapToGlobal(place));
            QApplication::sendEvent(widget, &event);
            const QLabel* tip = tipLabel();
            if (tip != nullptr) {
                QCOMPARE(tip->textFormat(), Qt::PlainText);
                QVERIFY(tip->findChildren<QTextDocument*>().isEmpty());
                QVERIFY2(isTame(tip->text()), qPrintable(tip->text()));
                m_hostileTips += tip->text().contains(QLatin1String("<img src")) ? 1 : 0;
            }
        }
    }
}

void TestHostileWindow::documentsHoldNoPictures()
{
    for (const char* area : {"report", "rules", "review"}) {
        m_assembly->window().setCurrentArea(QString::fromLatin1(area));
        QTest::qWait(300);
    }
    const auto browsers = m_assembly->window().findChildren<QTextBrowser*>();
    QVERIFY(browsers.size() >= 2);
    for (const QTextBrowser* browser : browsers) {
        QVERIFY(qobject_cast<const MarkupBrowser*>(browser) != nullptr);
        // The only pictures are the report's own marks, which it holds itself.
        const QVector<QTextFormat> formats = browser->document()->allFormats();
        for (const QTextFormat& format : formats) {
            const QString name = format.isImageFormat() ? format.toImageFormat().name() : QString();
            QVERIFY2(name.isEmpty() || name.startsWith(QStringLiteral("mark:")), qPrintable(name));
        }
        QVERIFY(isTame(browser->toPlainText()));
    }
}

void TestHostileWindow::titlesAndNamesAreText()
{
    QVERIFY(isTame(m_assembly->window().windowTitle()));
    // The tests above looked at something.
    QVERIFY2(m_hostileLabels >= 10, QByteArray::number(m_hostileLabels).constData());
    QVERIFY2(m_hostileTips >= 10, QByteArray::number(m_hostileTips).constData());
}

void TestHostileWindow::cleanupTestCase()
{
    m_assembly.reset();
    m_remote.reset();
    m_fixture.reset();
}

QTEST_MAIN(TestHostileWindow)
#include "tst_hostilewindow.moc"
