# canary: classeval-hf open schema_diff b38f2d0e-f0c1-409a-a58e-148ed476cef6

import sqlite3


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
        aliases = {
            "INTEGER": ("INT", "BIGINT", "SMALLINT"),
            "TEXT": ("VARCHAR", "CHAR", "STRING"),
            "REAL": ("DOUBLE", "FLOAT"),
        }
        for target, names in aliases.items():
            if base in names:
                return target
        return base + "".join((bracket + rest).split())

    def compare(self) -> dict:
        changed = {}
        for table in sorted(self.old.keys() & self.new.keys()):
            before, after = self.old[table], self.new[table]
            shared = [name for name in after if name in before]
            entry = {
                "added": [name for name in after if name not in before],
                "dropped": [name for name in before if name not in after],
                "retyped": [
                    name for name in shared if self.normalize_type(before[name]) != self.normalize_type(after[name])
                ],
            }
            if any(entry.values()):
                changed[table] = entry
        return {
            "added": sorted(self.new.keys() - self.old.keys()),
            "dropped": sorted(self.old.keys() - self.new.keys()),
            "changed": changed,
        }

    def statements(self) -> list[str]:
        diff = self.compare()
        result = [f'DROP TABLE "{table}"' for table in diff["dropped"]]
        for table in diff["added"] + list(diff["changed"]):
            types = {name: self.normalize_type(kind) for name, kind in self.new[table].items()}
            columns = ", ".join(f'"{name}" {kind}' for name, kind in types.items())
            entry = diff["changed"].get(table)
            if entry is None:
                result.append(f'CREATE TABLE "{table}" ({columns})')
                continue
            if not entry["dropped"] and not entry["retyped"]:
                result.extend(f'ALTER TABLE "{table}" ADD COLUMN "{name}" {types[name]}' for name in entry["added"])
                continue
            result.append(f'CREATE TABLE "{table}__new" ({columns})')
            kept = [name for name in types if name not in entry["added"]]
            if kept:
                names = ", ".join(f'"{name}"' for name in kept)
                values = ", ".join(
                    f'CAST("{name}" AS {types[name]})' if name in entry["retyped"] else f'"{name}"' for name in kept
                )
                result.append(f'INSERT INTO "{table}__new" ({names}) SELECT {values} FROM "{table}"')
            result.append(f'DROP TABLE "{table}"')
            result.append(f'ALTER TABLE "{table}__new" RENAME TO "{table}"')
        return result

    def apply(self, statements: list[str]) -> bool:
        self.failed = ""
        self.connection.execute("BEGIN")
        for statement in statements:
            try:
                self.connection.execute(statement)
            except sqlite3.Error:
                self.connection.execute("ROLLBACK")
                self.failed = statement
                return False
        self.connection.execute("COMMIT")
        self.history.extend(statements)
        return True

    def table_columns(self, table: str) -> list[tuple[str, str]]:
        rows = self.connection.execute(f'PRAGMA table_info("{table}")').fetchall()
        if not rows:
            raise KeyError(table)
        return [(row[1], row[2]) for row in rows]
