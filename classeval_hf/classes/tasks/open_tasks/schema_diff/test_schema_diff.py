# canary: classeval-hf open schema_diff b38f2d0e-f0c1-409a-a58e-148ed476cef6

import unittest
from solution import SchemaDiff


class SchemaDiffTestNormalizeType(unittest.TestCase):
    def test_upper_case_and_outer_whitespace(self):
        self.assertEqual(SchemaDiff.normalize_type("  text\t"), "TEXT")
        self.assertEqual(SchemaDiff.normalize_type("Blob"), "BLOB")

    def test_integer_aliases(self):
        self.assertEqual(SchemaDiff.normalize_type("int"), "INTEGER")
        self.assertEqual(SchemaDiff.normalize_type("BigInt"), "INTEGER")
        self.assertEqual(SchemaDiff.normalize_type("smallint"), "INTEGER")
        self.assertEqual(SchemaDiff.normalize_type("integer"), "INTEGER")

    def test_text_and_real_aliases(self):
        self.assertEqual(SchemaDiff.normalize_type("string"), "TEXT")
        self.assertEqual(SchemaDiff.normalize_type("char"), "TEXT")
        self.assertEqual(SchemaDiff.normalize_type("double"), "REAL")
        self.assertEqual(SchemaDiff.normalize_type("Float"), "REAL")

    def test_alias_drops_suffix(self):
        self.assertEqual(SchemaDiff.normalize_type("varchar ( 20 )"), "TEXT")
        self.assertEqual(SchemaDiff.normalize_type("INT(11)"), "INTEGER")

    def test_suffix_is_kept_without_whitespace(self):
        self.assertEqual(SchemaDiff.normalize_type("numeric ( 8 , 3 )"), "NUMERIC(8,3)")
        self.assertEqual(SchemaDiff.normalize_type("text (5)"), "TEXT(5)")

    def test_alias_must_be_the_whole_base(self):
        self.assertEqual(SchemaDiff.normalize_type("double   precision"), "DOUBLE PRECISION")
        self.assertEqual(SchemaDiff.normalize_type("varying char(5)"), "VARYING CHAR(5)")

    def test_empty_type(self):
        with self.assertRaises(ValueError) as caught:
            SchemaDiff.normalize_type(" \t ")
        self.assertEqual(str(caught.exception), "empty column type")

    def test_suffix_without_base(self):
        with self.assertRaises(ValueError) as caught:
            SchemaDiff.normalize_type(" (20)")
        self.assertEqual(str(caught.exception), "empty column type")


class SchemaDiffTestCompare(unittest.TestCase):
    def setUp(self):
        self.diff = SchemaDiff({}, {})

    def tearDown(self):
        self.diff.connection.close()

    def test_both_empty(self):
        self.assertEqual(self.diff.compare(), {"added": [], "dropped": [], "changed": {}})

    def test_added_and_dropped_tables_are_sorted(self):
        self.diff.old = {"zoo": {"a": "int"}, "keep": {"a": "int"}, "ant": {"a": "int"}}
        self.diff.new = {"yak": {"a": "int"}, "bee": {"a": "int"}, "keep": {"a": "int"}}
        self.assertEqual(self.diff.compare(), {"added": ["bee", "yak"], "dropped": ["ant", "zoo"], "changed": {}})

    def test_columns_of_a_changed_table(self):
        self.diff.old = {"t": {"q": "int", "b": "text", "a": "int", "k": "text"}}
        self.diff.new = {"t": {"z": "real", "k": "blob", "y": "int", "b": "int"}}
        self.assertEqual(
            self.diff.compare(),
            {
                "added": [],
                "dropped": [],
                "changed": {"t": {"added": ["z", "y"], "dropped": ["q", "a"], "retyped": ["k", "b"]}},
            },
        )

    def test_same_normal_form_is_no_difference(self):
        self.diff.old = {"t": {"a": "int", "b": "varchar(20)", "c": "decimal(10, 2)"}}
        self.diff.new = {"t": {"a": "INTEGER", "b": "varchar(90)", "c": "DECIMAL (10,2)"}}
        self.assertEqual(self.diff.compare(), {"added": [], "dropped": [], "changed": {}})

    def test_column_order_is_no_difference(self):
        self.diff.old = {"t": {"a": "int", "b": "text"}, "u": {"a": "decimal(4)"}}
        self.diff.new = {"t": {"b": "text", "a": "int"}, "u": {"a": "decimal(5)"}}
        self.assertEqual(self.diff.compare()["changed"], {"u": {"added": [], "dropped": [], "retyped": ["a"]}})

    def test_names_are_case_sensitive(self):
        self.diff.old = {"Item": {"a": "int"}, "t": {"Id": "int"}}
        self.diff.new = {"item": {"a": "int"}, "t": {"id": "int"}}
        self.assertEqual(
            self.diff.compare(),
            {
                "added": ["item"],
                "dropped": ["Item"],
                "changed": {"t": {"added": ["id"], "dropped": ["Id"], "retyped": []}},
            },
        )

    def test_order_of_keys(self):
        self.diff.old = {"m": {}, "c": {}, "x": {}, "h": {}}
        self.diff.new = {"x": {"a": "int"}, "h": {"a": "int"}, "c": {"a": "int"}, "m": {"a": "int"}}
        result = self.diff.compare()
        self.assertEqual(list(result), ["added", "dropped", "changed"])
        self.assertEqual(list(result["changed"]), ["c", "h", "m", "x"])
        self.assertEqual(list(result["changed"]["c"]), ["added", "dropped", "retyped"])

    def test_schemas_are_not_changed(self):
        self.diff.old = {"t": {"a": " int "}}
        self.diff.new = {"t": {"a": "text"}, "s": {}}
        self.assertEqual(self.diff.compare()["added"], ["s"])
        self.assertEqual(self.diff.old, {"t": {"a": " int "}})
        self.assertEqual(self.diff.new, {"t": {"a": "text"}, "s": {}})

    def test_type_without_normal_form(self):
        self.diff.old = {"t": {"a": "int"}}
        self.diff.new = {"t": {"a": ""}}
        self.assertRaises(ValueError, self.diff.compare)


class SchemaDiffTestStatements(unittest.TestCase):
    def setUp(self):
        self.diff = SchemaDiff({}, {})

    def tearDown(self):
        self.diff.connection.close()

    def test_no_difference(self):
        self.diff.old = {"t": {"a": "int"}}
        self.diff.new = {"t": {"a": "BIGINT"}}
        self.assertEqual(self.diff.statements(), [])

    def test_drop_before_create(self):
        self.diff.old = {"z": {"a": "int"}, "d": {"a": "int"}}
        self.diff.new = {"y": {"b": "varchar(9)", "a": "int"}, "c": {"a": "decimal(3, 1)"}}
        self.assertEqual(
            self.diff.statements(),
            [
                'DROP TABLE "d"',
                'DROP TABLE "z"',
                'CREATE TABLE "c" ("a" DECIMAL(3,1))',
                'CREATE TABLE "y" ("b" TEXT, "a" INTEGER)',
            ],
        )

    def test_only_added_columns(self):
        self.diff.old = {"t": {"a": "int"}}
        self.diff.new = {"t": {"z": "float", "a": "int", "b": "text"}}
        self.assertEqual(
            self.diff.statements(),
            ['ALTER TABLE "t" ADD COLUMN "z" REAL', 'ALTER TABLE "t" ADD COLUMN "b" TEXT'],
        )

    def test_rebuild_for_dropped_column(self):
        self.diff.old = {"t": {"a": "int", "gone": "text", "b": "text"}}
        self.diff.new = {"t": {"b": "text", "n": "blob", "a": "int"}}
        self.assertEqual(
            self.diff.statements(),
            [
                'CREATE TABLE "t__new" ("b" TEXT, "n" BLOB, "a" INTEGER)',
                'INSERT INTO "t__new" ("b", "a") SELECT "b", "a" FROM "t"',
                'DROP TABLE "t"',
                'ALTER TABLE "t__new" RENAME TO "t"',
            ],
        )

    def test_rebuild_for_retyped_column(self):
        self.diff.old = {"t": {"a": "text", "b": "text"}}
        self.diff.new = {"t": {"a": "text", "b": "int"}}
        self.assertEqual(
            self.diff.statements()[:2],
            [
                'CREATE TABLE "t__new" ("a" TEXT, "b" INTEGER)',
                'INSERT INTO "t__new" ("a", "b") SELECT "a", CAST("b" AS INTEGER) FROM "t"',
            ],
        )

    def test_rebuild_without_common_column(self):
        self.diff.old = {"t": {"a": "text"}}
        self.diff.new = {"t": {"b": "text"}}
        self.assertEqual(
            self.diff.statements(),
            ['CREATE TABLE "t__new" ("b" TEXT)', 'DROP TABLE "t"', 'ALTER TABLE "t__new" RENAME TO "t"'],
        )

    def test_changed_tables_come_last_in_alphabetical_order(self):
        self.diff.old = {"m": {"a": "int"}, "b": {"a": "int"}}
        self.diff.new = {"m": {"a": "int", "x": "int"}, "z": {}, "b": {"a": "int", "y": "int"}}
        self.assertEqual(
            self.diff.statements(),
            [
                'CREATE TABLE "z" ()',
                'ALTER TABLE "b" ADD COLUMN "y" INTEGER',
                'ALTER TABLE "m" ADD COLUMN "x" INTEGER',
            ],
        )

    def test_nothing_is_run_or_changed(self):
        self.diff.new = {"t": {"a": "int"}}
        self.assertEqual(self.diff.statements(), ['CREATE TABLE "t" ("a" INTEGER)'])
        self.assertEqual(self.diff.new, {"t": {"a": "int"}})
        self.assertEqual(self.diff.history, [])
        self.assertEqual(self.diff.connection.execute("SELECT name FROM sqlite_master").fetchall(), [])

    def test_type_without_normal_form(self):
        self.diff.new = {"t": {"a": " "}}
        self.assertRaises(ValueError, self.diff.statements)


class SchemaDiffTestApply(unittest.TestCase):
    def setUp(self):
        self.diff = SchemaDiff({}, {})

    def tearDown(self):
        self.diff.connection.close()

    def test_success(self):
        self.assertEqual(self.diff.apply(["CREATE TABLE t (a INTEGER)", "INSERT INTO t VALUES (7)"]), True)
        self.assertEqual(self.diff.history, ["CREATE TABLE t (a INTEGER)", "INSERT INTO t VALUES (7)"])
        self.assertEqual(self.diff.failed, "")
        self.assertEqual(self.diff.connection.execute("SELECT a FROM t").fetchall(), [(7,)])

    def test_failure_undoes_data_and_tables(self):
        self.diff.connection.execute("CREATE TABLE t (a INTEGER)")
        self.diff.connection.execute("INSERT INTO t VALUES (1)")
        statements = ["UPDATE t SET a = 2", "CREATE TABLE u (a TEXT)", "INSERT INTO nowhere VALUES (1)"]
        self.assertEqual(self.diff.apply(statements), False)
        self.assertEqual(self.diff.connection.execute("SELECT a FROM t").fetchall(), [(1,)])
        self.assertEqual(self.diff.connection.execute("SELECT name FROM sqlite_master").fetchall(), [("t",)])

    def test_failure_undoes_tables_before_any_data_change(self):
        self.assertEqual(self.diff.apply(["CREATE TABLE t (a INTEGER)", "CREATE TABLE t (b INTEGER)"]), False)
        self.assertEqual(self.diff.connection.execute("SELECT name FROM sqlite_master").fetchall(), [])

    def test_failure_is_recorded_and_history_kept(self):
        self.diff.history = ["SELECT 1"]
        self.assertEqual(self.diff.apply(["CREATE TABLE t (a)", "CREATE TABLE v ()", "DROP TABLE x"]), False)
        self.assertEqual(self.diff.failed, "CREATE TABLE v ()")
        self.assertEqual(self.diff.history, ["SELECT 1"])

    def test_success_resets_failed_and_appends(self):
        self.diff.history = ["SELECT 1"]
        self.diff.failed = "DROP TABLE x"
        self.assertEqual(self.diff.apply(["CREATE TABLE t (a)"]), True)
        self.assertEqual(self.diff.failed, "")
        self.assertEqual(self.diff.history, ["SELECT 1", "CREATE TABLE t (a)"])

    def test_empty_list(self):
        self.diff.failed = "DROP TABLE x"
        self.assertEqual(self.diff.apply([]), True)
        self.assertEqual(self.diff.failed, "")
        self.assertEqual(self.diff.history, [])

    def test_no_transaction_is_left_open(self):
        self.assertEqual(self.diff.apply(["CREATE TABLE t (a)"]), True)
        self.assertEqual(self.diff.connection.in_transaction, False)
        self.assertEqual(self.diff.apply(["INSERT INTO t VALUES (1)", "DROP TABLE x"]), False)
        self.assertEqual(self.diff.connection.in_transaction, False)

    def test_constraint_error(self):
        self.diff.connection.execute("CREATE TABLE t (a INTEGER UNIQUE)")
        self.assertEqual(self.diff.apply(["INSERT INTO t VALUES (3)", "INSERT INTO t VALUES (3)"]), False)
        self.assertEqual(self.diff.failed, "INSERT INTO t VALUES (3)")
        self.assertEqual(self.diff.connection.execute("SELECT count(*) FROM t").fetchone(), (0,))


class SchemaDiffTestTableColumns(unittest.TestCase):
    def setUp(self):
        self.diff = SchemaDiff({}, {})

    def tearDown(self):
        self.diff.connection.close()

    def test_order_of_declaration(self):
        self.diff.connection.execute("CREATE TABLE t (z TEXT, a INTEGER, m REAL)")
        self.assertEqual(self.diff.table_columns("t"), [("z", "TEXT"), ("a", "INTEGER"), ("m", "REAL")])

    def test_added_column_is_last(self):
        self.diff.connection.execute("CREATE TABLE t (z TEXT)")
        self.diff.connection.execute("ALTER TABLE t ADD COLUMN b DECIMAL(10,2)")
        self.assertEqual(self.diff.table_columns("t"), [("z", "TEXT"), ("b", "DECIMAL(10,2)")])

    def test_unusual_table_name(self):
        self.diff.connection.execute('CREATE TABLE "order items" ("unit price" REAL)')
        self.diff.connection.execute('CREATE TABLE "select" ("group" TEXT)')
        self.assertEqual(self.diff.table_columns("order items"), [("unit price", "REAL")])
        self.assertEqual(self.diff.table_columns("select"), [("group", "TEXT")])

    def test_missing_table(self):
        with self.assertRaises(KeyError) as caught:
            self.diff.table_columns("ghost")
        self.assertEqual(caught.exception.args, ("ghost",))

    def test_schema_is_not_the_database(self):
        self.diff.old = {"t": {"a": "int"}}
        self.diff.new = {"t": {"a": "int"}}
        self.assertRaises(KeyError, self.diff.table_columns, "t")

    def test_nothing_is_changed(self):
        self.diff.connection.execute("CREATE TABLE t (a TEXT)")
        self.diff.connection.execute("INSERT INTO t VALUES ('x')")
        self.assertEqual(self.diff.table_columns("t"), [("a", "TEXT")])
        self.assertEqual(self.diff.connection.execute("SELECT a FROM t").fetchall(), [("x",)])
        self.assertEqual(self.diff.history, [])


class SchemaDiffTestMain(unittest.TestCase):
    def setUp(self):
        self.diff = SchemaDiff({}, {"user": {"id": "int", "age": "text"}, "tmp": {"x": "blob"}})

    def tearDown(self):
        self.diff.connection.close()

    def test_two_migrations(self):
        self.assertEqual(self.diff.apply(self.diff.statements()), True)
        self.assertEqual(self.diff.table_columns("user"), [("id", "INTEGER"), ("age", "TEXT")])
        self.diff.connection.execute("INSERT INTO user VALUES (1, '42')")
        self.diff.old = self.diff.new
        self.diff.new = {"user": {"id": "bigint", "age": "int", "mail": "varchar(80)"}, "log": {"at": "real"}}
        self.assertEqual(
            self.diff.compare(),
            {
                "added": ["log"],
                "dropped": ["tmp"],
                "changed": {"user": {"added": ["mail"], "dropped": [], "retyped": ["age"]}},
            },
        )
        self.assertEqual(self.diff.apply(self.diff.statements()), True)
        self.assertEqual(self.diff.table_columns("user"), [("id", "INTEGER"), ("age", "INTEGER"), ("mail", "TEXT")])
        self.assertEqual(self.diff.connection.execute("SELECT * FROM user").fetchall(), [(1, 42, None)])
        self.assertEqual(len(self.diff.history), 8)
        self.assertRaises(KeyError, self.diff.table_columns, "tmp")

    def test_failed_migration(self):
        self.diff.new["bad"] = {}
        self.diff.connection.execute("CREATE TABLE old_data (n INTEGER)")
        self.assertEqual(self.diff.compare()["added"], ["bad", "tmp", "user"])
        self.assertEqual(self.diff.apply(self.diff.statements()), False)
        self.assertEqual(self.diff.failed, 'CREATE TABLE "bad" ()')
        self.assertEqual(self.diff.history, [])
        self.assertEqual(self.diff.table_columns("old_data"), [("n", "INTEGER")])
        self.diff.new["bad"] = {"v": SchemaDiff.normalize_type("string")}
        self.assertEqual(self.diff.apply(self.diff.statements()), True)
        self.assertEqual(self.diff.failed, "")
        self.assertEqual(self.diff.table_columns("bad"), [("v", "TEXT")])

    def test_types_and_columns_agree(self):
        self.diff.new = {"t": {"price": "numeric( 8,2 )", "name": "char(3)"}}
        self.assertEqual(self.diff.apply(self.diff.statements()), True)
        self.assertEqual(
            self.diff.table_columns("t"),
            [("price", "NUMERIC(8,2)"), ("name", "TEXT")],
        )
        self.assertEqual(SchemaDiff.normalize_type("numeric( 8,2 )"), "NUMERIC(8,2)")
        self.diff.old = self.diff.new
        self.assertEqual(self.diff.compare(), {"added": [], "dropped": [], "changed": {}})
