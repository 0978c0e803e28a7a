rocport_test(verifycompare LIBS rocport_tensor TIMEOUT 120)
add_dependencies(tst_verifycompare rocport-cli)
