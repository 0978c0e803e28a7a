#pragma once

#include <functional>

class QAbstractItemView;
class QLineEdit;

namespace rocport {

/// Goes to the first entry of a list or tree that is not a group: makes it current and gives the
/// list the focus. False: there is none.
bool enterFirst(QAbstractItemView& view);

/// Makes Enter in a filter go to its first match, and Down to the list as it is. The list is looked
/// up at that time, so that a field can serve several. If nothing matches, the focus stays. `enter`
/// replaces enterFirst() for lists that show more than what matches.
void joinFilter(QLineEdit& filter, const std::function<QAbstractItemView*()>& list,
                const std::function<void()>& enter = {});

} // namespace rocport
