#pragma once

#include <QHash>
#include <QSet>
#include <QString>
#include <QStringList>
#include <QVector>

namespace rocport::test {

/// A place that breaks a rule between layers. `line` is 1-based; 0 for a link list.
struct LayerViolation
{
    QString file;
    int line = 0;
    QString what;
};

/// The rules of docs/architecture.md over a source tree: what may include and link what.
class LayerRules
{
public:
    /// `root` is the project's folder: the order of layers is read from core/CMakeLists.txt and
    /// ui/CMakeLists.txt there. `qtHeaders` holds QtCore, QtGui, ... with their headers.
    LayerRules(const QString& root, const QString& qtHeaders);

    [[nodiscard]] const QStringList& coreLayers() const { return m_coreLayers; }
    [[nodiscard]] const QStringList& uiLayers() const { return m_uiLayers; }

    /// Every violation in the sources under core, ui and app, by file and line.
    [[nodiscard]] QVector<LayerViolation> checkSources() const;
    /// Violations of one file. `path` is relative to the root, with slashes.
    [[nodiscard]] QVector<LayerViolation> checkFile(const QString& path,
                                                    const QByteArray& text) const;
    /// Violations of link lists: one target a line, "target|folder|library library ...".
    [[nodiscard]] QVector<LayerViolation> checkLinks(const QByteArray& linkLists) const;

private:
    [[nodiscard]] QString includeProblem(const QString& path, const QString& header) const;
    [[nodiscard]] QString ownHeaderProblem(const QString& path, const QString& header) const;
    [[nodiscard]] QString libraryProblem(const QString& folder, const QString& library) const;
    [[nodiscard]] QString qtModuleOf(const QString& header) const;

    QString m_root;
    QStringList m_coreLayers;
    QStringList m_uiLayers;
    QHash<QString, QString>
        m_qtModules; ///< header name, such as "QColor" or "qcolor.h", to "QtGui"
};

} // namespace rocport::test
