// rendericons SVG FOLDER SIZE...: the picture as FOLDER/SIZExSIZE/apps/NAME.png, as icon themes
// have it. Run by the build.

#include <QDir>
#include <QFileInfo>
#include <QGuiApplication>
#include <QImage>
#include <QPainter>
#include <QSvgRenderer>

#include <cstdio>

int main(int argc, char** argv)
{
    const QGuiApplication app(argc, argv);
    const QStringList arguments = QGuiApplication::arguments();
    QSvgRenderer picture(arguments.value(1));
    const QString name = QFileInfo(arguments.value(1)).completeBaseName();
    if (arguments.size() < 4 || !picture.isValid()) {
        std::fputs("usage: rendericons SVG FOLDER SIZE...\n", stderr);
        return 2;
    }
    for (const QString& word : arguments.mid(3)) {
        const int size = word.toInt();
        const QString folder = QStringLiteral("%1/%2x%2/apps").arg(arguments.at(2)).arg(size);
        QImage image(size, size, QImage::Format_ARGB32);
        image.fill(Qt::transparent);
        QPainter painter(&image);
        painter.setRenderHint(QPainter::Antialiasing);
        picture.render(&painter);
        painter.end();
        const QString file = QStringLiteral("%1/%2.png").arg(folder, name);
        if (!QDir().mkpath(folder) || !image.save(file)) {
            std::fprintf(stderr, "rendericons: %s could not be written\n", qPrintable(file));
            return 1;
        }
    }
    return 0;
}
