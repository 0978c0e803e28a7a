#pragma once

#include "tests/gui/mapsettings.h"
#include "tests/gui/remotesample.h"
#include "ui/theme/texttable.h"
#include "ui/verify/verifyarea.h"

#include <QApplication>
#include <QLineEdit>
#include <QPushButton>
#include <QTest>

#include <memory>

namespace rocport::test {

/// The area Verify over nodes and runs that a sample made up.
class VerifyFixture
{
protected:
    void open()
    {
        m_provider = std::make_unique<ThemeProvider>(m_settings);
        m_provider->attach(*qApp);
        m_remote = std::make_unique<test::FakeRemote>();
        test::RemoteSample::nodes(*m_remote->now);
        test::RemoteSample::runs(*m_remote->now);
        m_remote->preview.command = QStringLiteral("ssh mi300x-07 sh run.sh");
        m_remote->preview.script = QStringLiteral("#!/bin/sh\npython3 harness.py\n");
        m_remote->preview.environment = {
            {QStringLiteral("HIP_VISIBLE_DEVICES"), QStringLiteral("0")}};
        m_area = std::make_unique<VerifyArea>(*m_remote, *m_provider, m_settings);
        m_area->resize(1240, 830);
        m_area->show();
        QVERIFY(QTest::qWaitForWindowActive(m_area.get()));
    }
    void close()
    {
        m_area.reset();
        m_remote.reset();
        m_provider.reset();
    }
    template <typename T>
    T* part(const char* name) const
    {
        return m_area->findChild<T*>(QString::fromLatin1(name));
    }
    [[nodiscard]] TextTable* checks() const { return part<TextTable>("checkTable"); }
    [[nodiscard]] static QString cell(const TextTable* table, int row, int column)
    {
        return table->model()->index(row, column).data().toString();
    }
    [[nodiscard]] static QLineEdit* line(QWidget* dialog, const char* name)
    {
        return dialog->findChild<QLineEdit*>(QString::fromLatin1(name));
    }
    [[nodiscard]] static QPushButton* button(QWidget* dialog, const char* name)
    {
        return dialog->findChild<QPushButton*>(QString::fromLatin1(name));
    }

    MapSettings m_settings;
    std::unique_ptr<ThemeProvider> m_provider;
    std::unique_ptr<test::FakeRemote> m_remote;
    std::unique_ptr<VerifyArea> m_area;
};

} // namespace rocport::test
