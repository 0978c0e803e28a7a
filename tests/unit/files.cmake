rocport_test(copyfile LIBS rocport_files)
rocport_test(filewriter LIBS rocport_files)
rocport_test(rootfolder LIBS rocport_files)
rocport_test(writeset LIBS rocport_files)
