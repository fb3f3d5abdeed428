module vitals/tests/server/fleet

go 1.22
