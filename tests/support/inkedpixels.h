#pragma once

#include <QImage>

namespace rocport::test {

/// How many pixels of an image differ from its first one.
inline int inkedPixels(const QImage& image)
{
    int count = 0;
    for (int y = 0; y < image.height(); ++y) {
        for (int x = 0; x < image.width(); ++x) {
            count += image.pixel(x, y) != image.pixel(0, 0) ? 1 : 0;
        }
    }
    return count;
}

} // namespace rocport::test
