#pragma once

#include "tests/gui/reviewfixture.h"
#include "ui/review/diffeditor.h"
#include "ui/review/diffview.h"
#include "ui/review/reviewarea.h"

#include <QLineEdit>

/// The review of the sample and of one more file, `findme.cu`, that says "needle" here and there.
/// Keys go where the focus is, as a user's do.
class FindFixture
{
public:
    static constexpr const char* kFile = "csrc/findme.cu";

    static constexpr const char* kBulk = "csrc/bulk.cu";

    FindFixture()
    {
        m_fixture.copySample();
        m_fixture.write(QLatin1String(kFile), text());
        m_fixture.write(QLatin1String(kBulk), QByteArray("// bulk\n").repeated(6000));
        m_fixture.commitAll();
        m_fixture.open();
        area = std::make_unique<rocport::ReviewArea>(*m_fixture.session, m_fixture.provider,
                                                     m_fixture.settings);
        area->resize(1384, 830);
        area->show();
        QVERIFY(QTest::qWaitForWindowActive(area.get()));
        QTRY_VERIFY(!area->diff().isEmpty());
        showFile(kFile);
    }

    static QByteArray text()
    {
        QByteArray text = "// needle one\n"
                          "// Needle two needles\n"
                          "__global__ void votes_kernel(int* out, int n)\n"
                          "{\n"
                          "    const int needle = threadIdx.x;\n"
                          "    const unsigned votes = __ballot_sync(0xffffffffu, needle < n);\n"
                          "    out[threadIdx.x] = __popc(votes);\n"
                          "}\n";
        for (int i = 0; i < 120; ++i) {
            text += "// line " + QByteArray::number(i) + " of what lies between\n";
        }
        return text + "// <b>bold</b> <img src='x'>\n// the last needle\n";
    }

    void showFile(const char* path) const
    {
        area->goToPlace({rocport::RepoPath(path)});
        QTRY_COMPARE(area->diff().scene().layout.path.display(), QLatin1String(path));
        area->diff().focusText();
    }

    /// A key, at whatever has the focus.
    static void press(const char* keys)
    {
        QVERIFY(QApplication::focusWidget() != nullptr);
        QTest::keySequence(QApplication::focusWidget(), QKeySequence(QLatin1String(keys)));
    }
    static void type(const QString& text)
    {
        for (const QChar c : text) {
            QVERIFY(QApplication::focusWidget() != nullptr);
            QTest::keyClick(QApplication::focusWidget(), c.toLatin1());
        }
    }

    template <typename Widget = QWidget>
    [[nodiscard]] Widget* child(const char* name) const
    {
        return area->findChild<Widget*>(QLatin1String(name));
    }
    [[nodiscard]] QString count() const { return child<rocport::ElidedLabel>("findCount")->text(); }
    [[nodiscard]] int decided() const { return m_fixture.session->state()->decided; }
    [[nodiscard]] const rocport::DiffScene& scene() const { return area->diff().scene(); }
    [[nodiscard]] const rocport::ThemeProvider& provider() const { return m_fixture.provider; }
    [[nodiscard]] rocport::ProjectSession& session() const { return *m_fixture.session; }

private:
    ReviewFixture m_fixture;

public:
    std::unique_ptr<rocport::ReviewArea> area;
};
