return "a\
b\300