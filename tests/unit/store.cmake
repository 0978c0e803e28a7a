rocport_test(projectfile LIBS rocport_store Qt6::Sql TIMEOUT 120)
rocport_test(projectfilebad LIBS rocport_store Qt6::Sql TIMEOUT 120)
rocport_test(journal LIBS rocport_store TIMEOUT 60)
rocport_test(decisionlog LIBS rocport_store)
