-- uses: mariadb
-- A script that is run in MariaDB. The reason and the message of Complete decide.

return (mariadb(obj))
