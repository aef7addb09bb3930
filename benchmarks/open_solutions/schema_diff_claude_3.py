import sqlite3

ALIASES = {
    "INT": "INTEGER",
    "BIGINT": "INTEGER",
    "SMALLINT": "INTEGER",
    "VARCHAR": "TEXT",
    "CHAR": "TEXT",
    "STRING": "TEXT",
    "DOUBLE": "REAL",
    "FLOAT": "REAL",
}


class SchemaDiff:
    def __init__(self, old: dict[str, dict[str, str]], new: dict[str, dict[str, str]]) -> None:
        self.old = old
        self.new = new
        self.history = []
        self.failed = ""
        self.connection = sqlite3.connect(":memory:", isolation_level=None)

    @staticmethod
    def normalize_type(column_type: str) -> str:
        base, bracket, rest = column_type.upper().partition("(")
        base = " ".join(base.split())
        if not base:
            raise ValueError("empty column type")
        if base in ALIASES:
            return ALIASES[base]
        return base + "".join((bracket + rest).split())

    def compare(self) -> dict:
        changed = {}
        for table in sorted(self.old.keys() & self.new.keys()):
            old = self.old[table]
            new = self.new[table]
            entry = {
                "added": [column for column in new if column not in old],
                "dropped": [column for column in old if column not in new],
                "retyped": [
                    column
                    for column in new
                    if column in old and self.normalize_type(old[column]) != self.normalize_type(new[column])
                ],
            }
            if any(entry.values()):
                changed[table] = entry
        return {
            "added": sorted(self.new.keys() - self.old.keys()),
            "dropped": sorted(self.old.keys() - self.new.keys()),
            "changed": changed,
        }

    def _create(self, name, table):
        columns = ", ".join(f'"{column}" {self.normalize_type(kind)}' for column, kind in self.new[table].items())
        return f'CREATE TABLE "{name}" ({columns})'

    def statements(self) -> list[str]:
        differences = self.compare()
        result = [f'DROP TABLE "{table}"' for table in differences["dropped"]]
        result += [self._create(table, table) for table in differences["added"]]
        for table, entry in differences["changed"].items():
            columns = self.new[table]
            if not entry["dropped"] and not entry["retyped"]:
                for column in entry["added"]:
                    kind = self.normalize_type(columns[column])
                    result.append(f'ALTER TABLE "{table}" ADD COLUMN "{column}" {kind}')
                continue
            result.append(self._create(table + "__new", table))
            common = [column for column in columns if column in self.old[table]]
            if common:
                names = ", ".join(f'"{column}"' for column in common)
                sources = ", ".join(
                    f'CAST("{column}" AS {self.normalize_type(columns[column])})'
                    if column in entry["retyped"]
                    else f'"{column}"'
                    for column in common
                )
                result.append(f'INSERT INTO "{table}__new" ({names}) SELECT {sources} FROM "{table}"')
            result.append(f'DROP TABLE "{table}"')
            result.append(f'ALTER TABLE "{table}__new" RENAME TO "{table}"')
        return result

    def apply(self, statements: list[str]) -> bool:
        self.connection.execute("BEGIN")
        for statement in statements:
            try:
                self.connection.execute(statement).fetchall()
            except (sqlite3.Error, sqlite3.Warning):
                if self.connection.in_transaction:
                    self.connection.execute("ROLLBACK")
                self.failed = statement
                return False
        self.connection.execute("COMMIT")
        self.history.extend(statements)
        self.failed = ""
        return True

    def table_columns(self, table: str) -> list[tuple[str, str]]:
        quoted = table.replace('"', '""')
        rows = self.connection.execute(f'PRAGMA table_info("{quoted}")').fetchall()
        if not rows:
            raise KeyError(table)
        return [(row[1], row[2]) for row in rows]
