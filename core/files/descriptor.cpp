#include "core/files/descriptor.h"

#include <unistd.h>

namespace rocport {

bool Descriptor::close()
{
    const int number = std::exchange(m_number, -1);
    return number < 0 || ::close(number) == 0;
}

} // namespace rocport
