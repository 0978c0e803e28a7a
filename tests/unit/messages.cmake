rocport_test(messages LIBS rocport_messages)
