rocport_test(reviewmodel LIBS rocport_review TIMEOUT 60)
rocport_test(diffview LIBS rocport_review GUI TIMEOUT 60)
rocport_test(reviewarea LIBS rocport_review GUI TIMEOUT 120)
rocport_test(reportarea LIBS rocport_reportarea GUI TIMEOUT 120)
