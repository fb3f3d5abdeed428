module vitals/tests/peers/releases/serve

go 1.24.0
