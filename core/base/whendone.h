#pragma once

#include <QFutureWatcher>
#include <QPromise>
#include <QThread>
#include <QThreadPool>

#include <memory>
#include <type_traits>
#include <utility>

namespace rocport {

/// Calls \a then with the result of \a future from the event loop of \a context; this function is
/// called in the thread of \a context too. \a then is not called if \a context is gone by then or
/// the work was cancelled. The future that is returned is cancelled in that case, and otherwise
/// finishes with what \a then returns.
///
/// QFuture::then(context, …) of Qt 6.4 checks in the thread of the work whether \a context is still
/// there and posts to it afterwards: if \a context is destroyed in between, the program crashes.
/// Here the end of the work and the end of \a context wait for each other.
template <typename T, typename Function>
auto whenDone(const QFuture<T>& future, QObject* context, Function then)
{
    using Returned = typename std::conditional_t<std::is_void_v<T>, std::invoke_result<Function>,
                                                 std::invoke_result<Function, T>>::type;
    Q_ASSERT(context->thread() == QThread::currentThread());
    auto promise = std::make_shared<QPromise<Returned>>();
    promise->start();
    QFuture<Returned> result = promise->future();
    auto* watcher = new QFutureWatcher<T>(context);
    QObject::connect(watcher, &QFutureWatcherBase::finished, context,
                     [watcher, promise = std::move(promise), then = std::move(then)]() mutable {
                         watcher->deleteLater();
                         const QFuture<T> done = watcher->future();
                         if (done.isCanceled()) {
                             return;
                         }
                         const auto call = [&]() -> Returned {
                             if constexpr (std::is_void_v<T>) {
                                 return then();
                             } else {
                                 return then(done.result());
                             }
                         };
                         // `then` may end `context`, and the watcher with it.
                         if constexpr (std::is_void_v<Returned>) {
                             call();
                         } else {
                             promise->addResult(call());
                         }
                         promise->finish();
                     });
    watcher->setFuture(future);
    return result;
}

/// Passes the result of \a future to \a work in the global thread pool, and the result of that to
/// \a then, as whenDone() does. \a work is called once and may not touch \a context.
///
/// QFuture::then() of Qt 6.4 calls a continuation twice if the future finishes while it is being
/// set, the second time with a promise that is gone: the program crashes in the pool, or waits for
/// ever.
template <typename T, typename Work, typename Function>
void whenDoneInPool(const QFuture<T>& future, QObject* context, Work work, Function then)
{
    using Made = std::invoke_result_t<Work, T>;
    whenDone(future, context,
             [context, work = std::move(work), then = std::move(then)](const T& value) {
                 auto promise = std::make_shared<QPromise<Made>>();
                 promise->start();
                 whenDone(promise->future(), context, then);
                 QThreadPool::globalInstance()->start([promise, work, value] {
                     promise->addResult(work(value));
                     promise->finish();
                 });
             });
}

} // namespace rocport
