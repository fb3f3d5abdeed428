-- uses: mariadb
-- A backup of MariaDB, once or on a schedule. The reason and the message of Complete decide.

return (mariadb(obj))
