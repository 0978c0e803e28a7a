#pragma once

#include <QObject>

#include <functional>

namespace rocport {

/// While it lives, Ctrl-C ends nothing by itself: `interrupted` is called instead, from the event
/// loop. At most one at a time.
class InterruptWatch : public QObject
{
public:
    explicit InterruptWatch(std::function<void()> interrupted, QObject* parent = nullptr);
    ~InterruptWatch() override;
    InterruptWatch(const InterruptWatch&) = delete;
    InterruptWatch& operator=(const InterruptWatch&) = delete;
};

} // namespace rocport
