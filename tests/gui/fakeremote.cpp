#include "tests/gui/fakeremote.h" // carries what moc makes of it
