# canary: classeval-hf open schema_diff b38f2d0e-f0c1-409a-a58e-148ed476cef6

import sqlite3


class SchemaDiff:
    """
    This class compares two database schemas, writes the SQL statements which migrate the old schema to the new one,
    runs such statements on an in-memory SQLite database and reports the columns of the tables in that database.
    A schema is a dictionary that maps each table name to a dictionary of its columns, column name to column type.
    Table and column names are compared exactly (case-sensitively) and never contain a double quote.
    """

    def __init__(self, old: dict[str, dict[str, str]], new: dict[str, dict[str, str]]) -> None:
        """
        Initialize the two schemas, the log of statements and an empty in-memory database.
        The fields are:
        self.old: dict, the schema to migrate from, stored as given.
        self.new: dict, the schema to migrate to, stored as given.
        self.history: list of str, every statement that was applied successfully, oldest first.
        self.failed: str, the statement that made the latest call of apply fail, "" when there is none.
        self.connection: the SQLite connection. It is in autocommit mode (isolation_level is None), so sqlite3 opens
            no transaction by itself: whoever needs one has to run BEGIN, COMMIT and ROLLBACK.
        :param old: dict, the schema to migrate from
        :param new: dict, the schema to migrate to
        """
        self.old = old
        self.new = new
        self.history = []
        self.failed = ""
        self.connection = sqlite3.connect(":memory:", isolation_level=None)

    @staticmethod
    def normalize_type(column_type: str) -> str:
        """
        Bring a column type into its normal form. The type is converted to upper case and divided at its first "(":
        the base is what comes before, the suffix is the rest including that "(" (it may be empty).
        In the base, outer whitespace is removed and each inner run of whitespace becomes one space. If the whole base
        is then one of these aliases, the result is the type it stands for, without the suffix:
        INT, BIGINT, SMALLINT -> INTEGER; VARCHAR, CHAR, STRING -> TEXT; DOUBLE, FLOAT -> REAL.
        Otherwise the result is the base directly followed by the suffix, with all whitespace in the suffix removed.
        :param column_type: str, the type as written in a schema
        :return: str, the normal form
        :raises ValueError: with the message "empty column type" if the base is empty or only whitespace
        >>> SchemaDiff.normalize_type(" decimal ( 10, 2 )")
        'DECIMAL(10,2)'
        >>> SchemaDiff.normalize_type("varchar(20)")
        'TEXT'
        """

    def compare(self) -> dict:
        """
        Compute the differences between self.old and self.new, neither of which is changed.
        The result has three keys, in this order:
        "added": list of the tables only in the new schema, in alphabetical order;
        "dropped": list of the tables only in the old schema, in alphabetical order;
        "changed": dict with one entry for each table in both schemas which has at least one difference, inserted in
        alphabetical order of the tables. Each entry is a dict with the keys, in this order, "added" (columns only in
        the new table, in the order of the new table), "dropped" (columns only in the old table, in the order of the
        old table) and "retyped" (columns in both whose types have different normal forms, in the order of the new
        table), each a list that may be empty. A different order of the columns alone is no difference.
        :return: dict, the differences as described
        :raises ValueError: if a type to be compared has no normal form (see normalize_type)
        >>> diff = SchemaDiff({"a": {"id": "int"}, "b": {"x": "text"}}, {"b": {"x": "real", "y": "text"}})
        >>> diff.compare()
        {'added': [], 'dropped': ['a'], 'changed': {'b': {'added': ['y'], 'dropped': [], 'retyped': ['x']}}}
        """

    def statements(self) -> list[str]:
        """
        Write the SQL statements which migrate self.old to self.new, in this order:
        1. DROP TABLE "t" for each dropped table t, in alphabetical order;
        2. CREATE TABLE "t" ("c1" TYPE1, "c2" TYPE2) for each added table t, in alphabetical order;
        3. the statements of each changed table t, the tables in alphabetical order.
        If a changed table only has added columns, its statements are one ALTER TABLE "t" ADD COLUMN "c" TYPE for each
        of them, in the order of the new table. If it has a dropped or a retyped column, the table is rebuilt by:
        CREATE TABLE "t__new" ("c1" TYPE1, "c2" TYPE2) with all columns of the new table;
        INSERT INTO "t__new" ("c1", "c2") SELECT "c1", CAST("c2" AS TYPE2) FROM "t" with the columns that are in both
        the old and the new table, in the order of the new table, where exactly the retyped columns have a CAST; this
        statement is left out if the two tables have no column in common;
        DROP TABLE "t";
        ALTER TABLE "t__new" RENAME TO "t".
        All names are in double quotes, columns are listed in the order of the new table and separated by ", ", types
        are the normal forms of the types in the new schema, and no statement ends with a semicolon. A table without
        columns is written with an empty pair of parentheses. No statement is run.
        :return: list of str, the statements, empty if the schemas do not differ
        :raises ValueError: if a type that is needed has no normal form (see normalize_type)
        >>> SchemaDiff({"a": {"id": "int"}}, {"a": {"id": "int", "n": "string"}, "b": {"x": "float"}}).statements()
        ['CREATE TABLE "b" ("x" REAL)', 'ALTER TABLE "a" ADD COLUMN "n" TEXT']
        >>> for line in SchemaDiff({"a": {"k": "text", "z": "text"}}, {"a": {"k": "int"}}).statements():
        ...     print(line)
        CREATE TABLE "a__new" ("k" INTEGER)
        INSERT INTO "a__new" ("k") SELECT CAST("k" AS INTEGER) FROM "a"
        DROP TABLE "a"
        ALTER TABLE "a__new" RENAME TO "a"
        """

    def apply(self, statements: list[str]) -> bool:
        """
        Run SQL statements on the database, one after the other, in one transaction of which either all or nothing
        takes effect. On success the transaction is committed, the statements are appended to self.history and
        self.failed is set to "". If SQLite reports an error for a statement, the following ones are not run, the
        database is left exactly as it was before the call, self.failed is set to the statement in question and
        self.history does not change. No transaction is left open in either case. An empty list is a success.
        :param statements: list of str, each one a single SQL statement, none of which controls transactions or can
            make the commit fail
        :return: bool, True on success, False if a statement failed
        >>> diff = SchemaDiff({}, {})
        >>> diff.apply(['CREATE TABLE "a" ("id" INTEGER)', 'DROP TABLE "missing"'])
        False
        >>> diff.failed
        'DROP TABLE "missing"'
        """

    def table_columns(self, table: str) -> list[tuple[str, str]]:
        """
        Report the columns which a table of the database (not of a schema) has, as PRAGMA table_info lists them.
        :param table: str, the name of the table, which SQLite takes in upper and lower case alike
        :return: list of (name, type) tuples, both str as declared in the database, in the order of the columns
        :raises KeyError: with the table name as its only argument if the database has no such table, that is, if
            no columns are listed
        >>> diff = SchemaDiff({}, {})
        >>> cursor = diff.connection.execute('CREATE TABLE "a" ("id" INTEGER, "name" TEXT)')
        >>> diff.table_columns("a")
        [('id', 'INTEGER'), ('name', 'TEXT')]
        """
