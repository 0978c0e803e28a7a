#pragma once

#include "tests/gui/remotesample.h"
#include "tests/gui/windowfixture.h"

#include <QAbstractScrollArea>
#include <QScrollArea>
#include <QStackedWidget>

/// The whole window over the sample, with nodes, a job and runs of verification in it, and what
/// tests of keys and of access ask of its widgets.
struct AccessFixture : WindowFixture
{
    /// Every place of the window where a person works: an area, or one of its pages.
    static QStringList places()
    {
        return {QStringLiteral("plan"),   QStringLiteral("review"), QStringLiteral("findings"),
                QStringLiteral("nodes"),  QStringLiteral("runs"),   QStringLiteral("verify"),
                QStringLiteral("report"), QStringLiteral("rules")};
    }

    void openSample()
    {
        project.copySample();
        open();
        fillRemote(true);
    }

    /// Nodes, a job and runs of verification; or none of them.
    void fillRemote(bool filled)
    {
        remote.now = std::make_shared<rocport::RemoteState>(); // models hold the one before
        remote.now->projectOpen = true;
        if (filled) {
            rocport::test::RemoteSample::nodes(*remote.now);
            rocport::test::RemoteSample::runs(*remote.now);
            rocport::JobEntry job;
            job.spec.id = QStringLiteral("job-a");
            job.spec.title = QStringLiteral("Build");
            job.spec.node = remote.now->nodes.first().node;
            job.status.state = rocport::JobState::Running;
            remote.now->jobs = {job};
        }
        Q_EMIT remote.nodesChanged();
        Q_EMIT remote.jobsChanged();
        Q_EMIT remote.runsChanged();
    }

    void show(const QString& place) const
    {
        const bool findings = place == QStringLiteral("findings");
        window().setCurrentArea(findings ? QStringLiteral("review") : place);
        if (findings || place == QStringLiteral("review")) {
            QTRY_VERIFY(!review().diff().isEmpty());
            QTRY_VERIFY(review().diff().current() >= 0);
            review().showFindings(findings);
        }
        QTest::qWait(50); // layouts, and what is asked for when an area shows
    }

    /// The widget of the area that is shown.
    [[nodiscard]] QWidget* area() const
    {
        const auto stacks = window().findChildren<QStackedWidget*>();
        for (QStackedWidget* stack : stacks) {
            if (auto* page = qobject_cast<QScrollArea*>(stack->currentWidget());
                page != nullptr && stack->parentWidget() == window().centralWidget()) {
                return page->widget();
            }
        }
        return nullptr;
    }

    /// Everything below `root` that a person can reach with Tab.
    static QList<QWidget*> controls(const QWidget& root)
    {
        QList<QWidget*> found;
        const auto all = root.findChildren<QWidget*>();
        for (QWidget* widget : all) {
            if (widget->isVisible() && widget->isEnabled() && widget->window() == root.window() &&
                (widget->focusPolicy() & Qt::TabFocus) && widget->focusProxy() == nullptr &&
                !widget->size().isEmpty()) {
                found.append(widget);
            }
        }
        return found;
    }

    /// "QPushButton commitButton (Commit 3 decisions…)".
    static QString name(const QWidget* widget)
    {
        if (widget == nullptr) {
            return QStringLiteral("nothing");
        }
        QString text = QStringLiteral("%1 %2 (%3)")
                           .arg(QLatin1String(widget->metaObject()->className()),
                                widget->objectName(), widget->accessibleName());
        if (const auto* button = qobject_cast<const QAbstractButton*>(widget)) {
            text += u' ' + button->text();
        }
        return text;
    }
    static QByteArray lines(const QStringList& texts) { return texts.join(u'\n').toLocal8Bit(); }
};
