set(plot_sources
  plots/plotframe.cpp plots/plotframe.h
  plots/errorhistogramplot.cpp plots/errorhistogramplot.h
  plots/stabilityplot.cpp plots/stabilityplot.h
  plots/runsplot.cpp plots/runsplot.h)
