#pragma once

#include <functional>

class QAbstractItemView;
class QLineEdit;

namespace rocport {

/// Goes to the first entry of a list or tree that is no group: makes it the current one and gives
/// the list the focus. False: there is none.
bool enterFirst(QAbstractItemView& view);

/// Enter in a filter goes to its first match, Down to the list as it stands. The list is asked for
/// at that time, so that a field can serve several. Where nothing matches the focus stays.
/// `enter` takes the place of enterFirst() where the list shows more than what matches.
void joinFilter(QLineEdit& filter, const std::function<QAbstractItemView*()>& list,
                const std::function<void()>& enter = {});

} // namespace rocport
