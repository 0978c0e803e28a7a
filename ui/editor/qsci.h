#pragma once

// QScintilla's headers use Qt's keywords, which are off in this project: enabled for them only
// here.
#include <QObject>

#ifdef QT_NO_KEYWORDS
#define signals Q_SIGNALS
#define slots Q_SLOTS
#endif

#include <Qsci/qscilexercustom.h>
#include <Qsci/qsciscintilla.h>

#ifdef QT_NO_KEYWORDS
#undef signals
#undef slots
#endif
