#include "ui/shell/aboutdialog.h"

#include "core/project/session/helppages.h"

#include <QClipboard>
#include <QGridLayout>
#include <QGuiApplication>
#include <QSysInfo>
#include <QVBoxLayout>

#include <algorithm>

namespace rocport {

AboutDialog::AboutDialog(ThemeProvider& provider, const QVector<QPair<QString, QString>>& libraries,
                         QWidget* parent)
    : QDialog(parent)
{
    setObjectName(QStringLiteral("about"));
    setWindowTitle(tr("About Rocport"));
    const QString version = tr("Version %1").arg(QStringLiteral(ROCPORT_VERSION));
    QVector<QPair<QString, QString>> all = coreLibraries() + libraries;
    all.append({QStringLiteral("Qt"), QString::fromLatin1(qVersion())});
    std::sort(all.begin(), all.end(), [](const auto& a, const auto& b) {
        return a.first.compare(b.first, Qt::CaseInsensitive) < 0;
    });
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(24, 20, 24, 16);
    column->setSpacing(6);
    column->addWidget(new TextLabel(provider, TextStep::Title, QStringLiteral("Rocport")));
    column->addWidget(new TextLabel(provider, TextStep::Body, version, &ThemeColours::text));
    auto* what = new TextLabel(provider, TextStep::Body,
                               tr("Ports CUDA code bases to AMD ROCm, one reviewed change at a "
                                  "time."),
                               &ThemeColours::text2);
    what->setWordWrap(true);
    column->addWidget(what);
    auto* licence = new TextLabel(
        provider, TextStep::Body,
        tr("Licence: GPL-3.0-or-later. Free software: you may use, change and share it under the "
           "same terms. It comes without any warranty."),
        &ThemeColours::text2);
    licence->setWordWrap(true);
    column->addWidget(licence);
    column->addSpacing(10);
    column->addWidget(new TextLabel(provider, TextStep::BodyStrong, tr("Libraries in use")));
    auto* grid = new QGridLayout;
    grid->setHorizontalSpacing(24);
    grid->setVerticalSpacing(3);
    grid->setColumnStretch(1, 1);
    m_facts = QStringLiteral("Rocport %1\n%2, %3\n")
                  .arg(QStringLiteral(ROCPORT_VERSION), QSysInfo::prettyProductName(),
                       QSysInfo::currentCpuArchitecture());
    int row = 0;
    for (const auto& [name, number] : std::as_const(all)) {
        grid->addWidget(new TextLabel(provider, TextStep::Body, name), row, 0);
        grid->addWidget(new TextLabel(provider, TextStep::Code, number, &ThemeColours::text2), row,
                        1);
        m_facts += QStringLiteral("%1 %2").arg(name, number).trimmed() + u'\n';
        ++row;
    }
    column->addLayout(grid);
    column->addSpacing(12);
    auto* copy = makeButton(tr("Copy these facts"), ButtonKind::Normal, this);
    copy->setObjectName(QStringLiteral("aboutCopy"));
    copy->setAutoDefault(false);
    connect(copy, &QPushButton::clicked, this,
            [this] { QGuiApplication::clipboard()->setText(m_facts); });
    auto* close = makeButton(tr("Close"), ButtonKind::Primary, this);
    close->setDefault(true);
    connect(close, &QPushButton::clicked, this, &QDialog::accept);
    auto* foot = new QHBoxLayout;
    foot->addWidget(copy);
    foot->addStretch();
    foot->addWidget(close);
    column->addLayout(foot);
    resize(provider.theme().scaled(460), sizeHint().height());
}

} // namespace rocport
