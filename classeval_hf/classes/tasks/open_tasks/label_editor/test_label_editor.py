# canary: classeval-hf open label_editor 9f1bceeb-4cf0-427c-a545-977a914526d6

import json
import os
import shutil
import unittest

from solution import LabelEditor

STEPS = [(3, "to", "", "Ann"), (5, "city", "", "Bonn"), (6, "to", "Ann", "Ben"), (8, "city", "Bonn", "")]


def prepare(editor, applied):
    """Gives an editor the four steps, so many of which are applied."""
    editor.steps = list(STEPS)
    editor.base, editor.count, editor.applied = 2, 9, applied
    for _, field, _, new in STEPS[:applied]:
        editor.label[field] = new
    editor.label = {field: text for field, text in editor.label.items() if text}
    return editor


class LabelEditorTestSetField(unittest.TestCase):
    def test_set_field_new_steps(self):
        editor = LabelEditor(10)
        self.assertEqual(
            [editor.set_field("to", "Ann"), editor.set_field("city", "Bonn"), editor.set_field("to", "Ben")], [1, 2, 3]
        )
        self.assertEqual(editor.steps, [(1, "to", "", "Ann"), (2, "city", "", "Bonn"), (3, "to", "Ann", "Ben")])
        self.assertEqual((editor.label, editor.applied, editor.count), ({"to": "Ben", "city": "Bonn"}, 3, 3))

    def test_set_field_merges(self):
        editor = LabelEditor(10)
        self.assertEqual([editor.set_field("to", text) for text in ("A", "An", "Ann")], [1, 1, 1])
        self.assertEqual((editor.steps, editor.count), ([(1, "to", "", "Ann")], 1))
        self.assertEqual((editor.label, editor.sealed), ({"to": "Ann"}, False))

    def test_set_field_sealed(self):
        editor = LabelEditor(10)
        prepare(editor, 4)
        self.assertEqual([editor.set_field("city", "Ulm"), editor.set_field("city", "Ulm 7")], [10, 10])
        self.assertEqual(editor.steps, [*STEPS, (10, "city", "", "Ulm 7")])
        self.assertEqual((editor.applied, editor.label), (5, {"to": "Ben", "city": "Ulm 7"}))

    def test_set_field_merged_to_nothing(self):
        editor = LabelEditor(10)
        prepare(editor, 4)
        editor.sealed = False
        self.assertEqual(editor.set_field("city", "Bonn"), 6)
        self.assertEqual((editor.steps, editor.applied, editor.count), (STEPS[:3], 3, 9))
        self.assertEqual((editor.sealed, editor.label), (True, {"to": "Ben", "city": "Bonn"}))
        self.assertEqual(editor.set_field("to", "Cy"), 10)
        self.assertEqual(editor.steps[2:], [(6, "to", "Ann", "Ben"), (10, "to", "Ben", "Cy")])

    def test_set_field_merged_first_step_to_nothing(self):
        editor = LabelEditor(10)
        prepare(editor, 0)
        editor.steps = [(3, "to", "", "Ann")]
        editor.applied, editor.label, editor.sealed = 1, {"to": "Ann"}, False
        editor.checkpoints = {"start": 2}
        self.assertEqual(editor.set_field("to", ""), 2)
        self.assertEqual((editor.steps, editor.applied, editor.label), ([], 0, {}))
        self.assertEqual(editor.checkpoints, {"start": 2})

    def test_set_field_same_text(self):
        editor = LabelEditor(10)
        prepare(editor, 2)
        editor.sealed = False
        self.assertEqual([editor.set_field("to", "Ann"), editor.set_field("zip", "")], [5, 5])
        self.assertEqual((editor.steps, editor.applied, editor.sealed, editor.count), (STEPS, 2, False, 9))
        self.assertEqual(prepare(LabelEditor(10), 0).set_field("to", ""), 2)

    def test_set_field_drops_undone(self):
        editor = LabelEditor(10)
        prepare(editor, 2)
        editor.checkpoints = {"start": 2, "a": 3, "b": 5, "c": 6, "d": 8}
        self.assertEqual(editor.set_field("zip", "53111"), 10)
        self.assertEqual(editor.steps, [*STEPS[:2], (10, "zip", "", "53111")])
        self.assertEqual(editor.checkpoints, {"start": 2, "a": 3, "b": 5})
        self.assertEqual((editor.applied, editor.label), (3, {"to": "Ann", "city": "Bonn", "zip": "53111"}))

    def test_set_field_drops_oldest(self):
        editor = LabelEditor(4)
        prepare(editor, 4)
        editor.checkpoints = {"start": 2, "a": 3, "b": 8}
        self.assertEqual(editor.set_field("to", ""), 10)
        self.assertEqual(editor.steps, [*STEPS[1:], (10, "to", "Ben", "")])
        self.assertEqual((editor.base, editor.applied, editor.label), (3, 4, {}))
        self.assertEqual(editor.checkpoints, {"a": 3, "b": 8})

    def test_set_field_limit_one(self):
        editor = LabelEditor(1)
        self.assertEqual(
            [editor.set_field("to", "A"), editor.set_field("city", "B"), editor.set_field("city", "C")], [1, 2, 2]
        )
        self.assertEqual((editor.steps, editor.base, editor.applied), ([(2, "city", "", "C")], 1, 1))
        self.assertEqual(editor.label, {"to": "A", "city": "C"})

    def test_set_field_unsealed_without_applied_step(self):
        editor = LabelEditor(10)
        prepare(editor, 0)
        editor.sealed = False
        self.assertEqual(editor.set_field("to", "Cy"), 10)
        self.assertEqual((editor.steps, editor.applied), ([(10, "to", "", "Cy")], 1))

    def test_set_field_undone_make_room(self):
        editor = LabelEditor(4)
        prepare(editor, 3)
        self.assertEqual(editor.set_field("city", "Ulm"), 10)
        self.assertEqual((editor.base, len(editor.steps)), (2, 4))


class LabelEditorTestUndo(unittest.TestCase):
    def test_undo_one(self):
        editor = LabelEditor(10)
        prepare(editor, 3)
        editor.sealed = False
        self.assertEqual(editor.undo(), 1)
        self.assertEqual((editor.label, editor.applied, editor.sealed), ({"to": "Ann", "city": "Bonn"}, 2, True))
        self.assertEqual(editor.steps, STEPS)

    def test_undo_brings_field_back(self):
        editor = LabelEditor(10)
        prepare(editor, 4)
        self.assertEqual(editor.undo(), 1)
        self.assertEqual(editor.label, {"to": "Ben", "city": "Bonn"})

    def test_undo_several(self):
        editor = LabelEditor(10)
        prepare(editor, 4)
        self.assertEqual(editor.undo(3), 3)
        self.assertEqual((editor.label, editor.applied), ({"to": "Ann"}, 1))

    def test_undo_more_than_there_are(self):
        editor = LabelEditor(10)
        prepare(editor, 2)
        self.assertEqual([editor.undo(5), editor.undo(5)], [2, 0])
        self.assertEqual((editor.label, editor.applied, editor.base), ({}, 0, 2))

    def test_undo_nothing_seals(self):
        editor = LabelEditor(10)
        prepare(editor, 0)
        editor.sealed = False
        editor.checkpoints = {"d": 8}
        self.assertEqual(editor.undo(), 0)
        self.assertEqual((editor.sealed, editor.steps, editor.checkpoints), (True, STEPS, {"d": 8}))

    def test_undo_bad_count(self):
        editor = LabelEditor(10)
        prepare(editor, 3)
        editor.sealed = False
        for count in (0, -2):
            with self.assertRaises(ValueError) as caught:
                editor.undo(count)
            self.assertEqual(str(caught.exception), f"bad count: {count}")
        self.assertEqual((editor.applied, editor.sealed), (3, False))


class LabelEditorTestRedo(unittest.TestCase):
    def test_redo_one(self):
        editor = LabelEditor(10)
        prepare(editor, 1)
        editor.sealed = False
        self.assertEqual(editor.redo(), 1)
        self.assertEqual((editor.label, editor.applied, editor.sealed), ({"to": "Ann", "city": "Bonn"}, 2, True))

    def test_redo_several(self):
        editor = LabelEditor(10)
        prepare(editor, 0)
        self.assertEqual(editor.redo(3), 3)
        self.assertEqual((editor.label, editor.applied), ({"to": "Ben", "city": "Bonn"}, 3))

    def test_redo_removes_field(self):
        editor = LabelEditor(10)
        prepare(editor, 3)
        self.assertEqual(editor.redo(1), 1)
        self.assertEqual(editor.label, {"to": "Ben"})

    def test_redo_more_than_there_are(self):
        editor = LabelEditor(10)
        prepare(editor, 2)
        self.assertEqual([editor.redo(9), editor.redo()], [2, 0])
        self.assertEqual((editor.label, editor.applied, editor.steps), ({"to": "Ben"}, 4, STEPS))

    def test_redo_nothing_seals(self):
        editor = LabelEditor(10)
        prepare(editor, 4)
        editor.sealed = False
        self.assertEqual(editor.redo(2), 0)
        self.assertEqual((editor.sealed, editor.applied), (True, 4))

    def test_redo_bad_count(self):
        editor = LabelEditor(10)
        prepare(editor, 1)
        editor.sealed = False
        for count in (0, -1):
            with self.assertRaises(ValueError) as caught:
                editor.redo(count)
            self.assertEqual(str(caught.exception), f"bad count: {count}")
        self.assertEqual((editor.applied, editor.sealed), (1, False))


class LabelEditorTestCheckpoint(unittest.TestCase):
    def test_checkpoint_present_point(self):
        editor = LabelEditor(10)
        prepare(editor, 3)
        editor.sealed = False
        self.assertEqual(editor.checkpoint("draft"), 6)
        self.assertEqual((editor.checkpoints, editor.sealed), ({"draft": 6}, True))

    def test_checkpoint_at_base(self):
        editor = LabelEditor(10)
        prepare(editor, 0)
        self.assertEqual([editor.checkpoint("start"), LabelEditor(4).checkpoint("start")], [2, 0])
        self.assertEqual(editor.checkpoints, {"start": 2})

    def test_checkpoint_moves(self):
        editor = LabelEditor(10)
        prepare(editor, 1)
        editor.checkpoints = {"draft": 8, "sent": 3}
        self.assertEqual(editor.checkpoint("draft"), 3)
        self.assertEqual(editor.checkpoints, {"draft": 3, "sent": 3})

    def test_checkpoint_last_step(self):
        editor = LabelEditor(10)
        prepare(editor, 4)
        self.assertEqual([editor.checkpoint("a"), editor.checkpoint("b")], [8, 8])
        self.assertEqual(editor.checkpoints, {"a": 8, "b": 8})

    def test_checkpoint_no_name(self):
        editor = LabelEditor(10)
        prepare(editor, 1)
        editor.sealed = False
        with self.assertRaises(ValueError) as caught:
            editor.checkpoint("")
        self.assertEqual(str(caught.exception), "no name")
        self.assertEqual((editor.checkpoints, editor.sealed), ({}, False))


class LabelEditorTestGoTo(unittest.TestCase):
    def setUp(self):
        self.editor = LabelEditor(10)
        prepare(self.editor, 3)
        self.editor.sealed = False
        self.editor.checkpoints = {"start": 2, "first": 3, "here": 6, "end": 8}

    def test_go_to_back(self):
        self.assertEqual(self.editor.go_to("first"), -2)
        self.assertEqual((self.editor.label, self.editor.applied, self.editor.sealed), ({"to": "Ann"}, 1, True))

    def test_go_to_one_step_back(self):
        self.editor.checkpoints["second"] = 5
        self.assertEqual(self.editor.go_to("second"), -1)
        self.assertEqual((self.editor.label, self.editor.applied), ({"to": "Ann", "city": "Bonn"}, 2))

    def test_go_to_start(self):
        self.assertEqual(self.editor.go_to("start"), -3)
        self.assertEqual((self.editor.label, self.editor.applied), ({}, 0))
        self.assertEqual(len(self.editor.checkpoints), 4)

    def test_go_to_forward(self):
        self.assertEqual(self.editor.go_to("end"), 1)
        self.assertEqual((self.editor.label, self.editor.applied), ({"to": "Ben"}, 4))

    def test_go_to_same_point(self):
        self.assertEqual(self.editor.go_to("here"), 0)
        self.assertEqual((self.editor.applied, self.editor.sealed), (3, True))

    def test_go_to_there_and_back(self):
        self.assertEqual([self.editor.go_to(name) for name in ("start", "end", "first")], [-3, 4, -3])
        self.assertEqual((self.editor.label, self.editor.steps), ({"to": "Ann"}, STEPS))

    def test_go_to_unknown(self):
        with self.assertRaises(ValueError) as caught:
            self.editor.go_to("draft")
        self.assertEqual(str(caught.exception), "no checkpoint: draft")
        self.assertEqual((self.editor.applied, self.editor.sealed), (3, False))


class LabelEditorTestPrintLabel(unittest.TestCase):
    def setUp(self):
        self.editor = LabelEditor(3)
        self.editor.label = {"to": "Ann Archer", "city": "Bonn", "Zip": "53111"}

    def test_print_label_sorted(self):
        self.assertEqual(self.editor.print_label(40), "Zip: 53111\ncity: Bonn\nto: Ann Archer")

    def test_print_label_cut(self):
        self.assertEqual(self.editor.print_label(10), "Zip: 53111\ncity: Bonn\nto: Ann A~")
        self.assertEqual(self.editor.print_label(9), "Zip: 531~\ncity: Bo~\nto: Ann ~")

    def test_print_label_narrow(self):
        self.assertEqual(self.editor.print_label(2), "Z~\nc~\nt~")

    def test_print_label_seals(self):
        self.editor.sealed = False
        self.assertEqual(self.editor.print_label(3), "Zi~\nci~\nto~")
        self.assertEqual((self.editor.sealed, self.editor.label["city"]), (True, "Bonn"))

    def test_print_label_empty(self):
        self.editor.label = {}
        self.editor.sealed = False
        with self.assertRaises(ValueError) as caught:
            self.editor.print_label(10)
        self.assertEqual(str(caught.exception), "empty label")
        self.assertEqual(self.editor.sealed, False)


class LabelEditorTestDescribe(unittest.TestCase):
    def test_describe_empty(self):
        self.assertEqual(LabelEditor(3).describe(), ["0 <-"])

    def test_describe_steps(self):
        editor = LabelEditor(10)
        prepare(editor, 2)
        self.assertEqual(editor.describe(), ["2", "3 to: 'Ann'", "5 city: 'Bonn' <-", "6 to: 'Ben'", "8 city: ''"])
        self.assertEqual((editor.applied, editor.sealed), (2, True))

    def test_describe_checkpoints(self):
        editor = LabelEditor(10)
        prepare(editor, 0)
        editor.checkpoints = {"x": 8, "start": 2, "b": 3, "a": 3, "B": 3}
        self.assertEqual(
            editor.describe(),
            ["2 #start <-", "3 to: 'Ann' #B #a #b", "5 city: 'Bonn'", "6 to: 'Ben'", "8 city: '' #x"],
        )

    def test_describe_last_point(self):
        editor = LabelEditor(10)
        prepare(editor, 4)
        editor.checkpoints = {"x": 8}
        self.assertEqual(editor.describe()[4:], ["8 city: '' #x <-"])

    def test_describe_repr(self):
        editor = LabelEditor(4)
        editor.steps = [(1, "to", "", "O'Neil"), (2, "to", "O'Neil", "a\nb")]
        self.assertEqual(editor.describe(), ["0 <-", '1 to: "O\'Neil"', "2 to: 'a\\nb'"])


class LabelEditorTestSave(unittest.TestCase):
    def tearDown(self):
        shutil.rmtree("label_editor_save", ignore_errors=True)

    def read(self, path):
        with open(path, encoding="utf-8") as file:
            return json.load(file)

    def test_save_content(self):
        editor = LabelEditor(10)
        prepare(editor, 3)
        editor.checkpoints = {"draft": 5}
        self.assertEqual(editor.save("label_editor_save/one.json"), 4)
        self.assertEqual(
            self.read("label_editor_save/one.json"),
            {
                "label": {"to": "Ben", "city": "Bonn"},
                "steps": [
                    [3, "to", "", "Ann"],
                    [5, "city", "", "Bonn"],
                    [6, "to", "Ann", "Ben"],
                    [8, "city", "Bonn", ""],
                ],
                "applied": 3,
                "base": 2,
                "count": 9,
                "checkpoints": {"draft": 5},
            },
        )

    def test_save_empty(self):
        self.assertEqual(LabelEditor(3).save("label_editor_save/a/b/two.json"), 0)
        self.assertEqual(
            self.read("label_editor_save/a/b/two.json"),
            {"label": {}, "steps": [], "applied": 0, "base": 0, "count": 0, "checkpoints": {}},
        )

    def test_save_replaces(self):
        os.makedirs("label_editor_save")
        with open("label_editor_save/three.json", "w", encoding="utf-8") as file:
            file.write("x" * 5000)
        self.assertEqual(prepare(LabelEditor(10), 1).save("label_editor_save/three.json"), 4)
        self.assertEqual(self.read("label_editor_save/three.json")["label"], {"to": "Ann"})

    def test_save_letters(self):
        editor = LabelEditor(3)
        editor.label = {"an": "Zoë Ł"}
        self.assertEqual(editor.save("label_editor_save/four.json"), 0)
        self.assertEqual(self.read("label_editor_save/four.json")["label"], {"an": "Zoë Ł"})

    def test_save_changes_nothing(self):
        editor = LabelEditor(10)
        prepare(editor, 2)
        editor.sealed = False
        self.assertEqual(editor.save("label_editor_save/five.json"), 4)
        self.assertEqual((editor.sealed, editor.steps, editor.applied), (False, STEPS, 2))

    def test_save_file_name_alone(self):
        try:
            self.assertEqual(prepare(LabelEditor(10), 4).save("label_editor_save.json"), 4)
            self.assertEqual(self.read("label_editor_save.json")["applied"], 4)
        finally:
            os.remove("label_editor_save.json")


class LabelEditorTestLoad(unittest.TestCase):
    def setUp(self):
        os.makedirs("label_editor_load")
        self.content = {
            "label": {"to": "Ann", "city": "Bonn"},
            "steps": [list(step) for step in STEPS],
            "applied": 2,
            "base": 2,
            "count": 9,
            "checkpoints": {"start": 2, "a": 3, "b": 5, "c": 6, "d": 8},
        }

    def tearDown(self):
        shutil.rmtree("label_editor_load", ignore_errors=True)

    def write(self, content):
        with open("label_editor_load/file.json", "w", encoding="utf-8") as file:
            json.dump(content, file)
        return "label_editor_load/file.json"

    def test_load_all(self):
        editor = LabelEditor(4)
        editor.label, editor.sealed, editor.checkpoints = {"x": "y"}, False, {"old": 0}
        self.assertEqual(editor.load(self.write(self.content)), 4)
        self.assertEqual((editor.label, editor.steps), ({"to": "Ann", "city": "Bonn"}, STEPS))
        self.assertEqual((editor.applied, editor.base, editor.count, editor.sealed), (2, 2, 9, True))
        self.assertEqual(editor.checkpoints, {"start": 2, "a": 3, "b": 5, "c": 6, "d": 8})

    def test_load_drops_oldest(self):
        editor = LabelEditor(3)
        self.assertEqual(editor.load(self.write(self.content)), 3)
        self.assertEqual((editor.steps, editor.base, editor.applied), (STEPS[1:], 3, 1))
        self.assertEqual(editor.checkpoints, {"a": 3, "b": 5, "c": 6, "d": 8})

    def test_load_drops_at_both_ends(self):
        editor = LabelEditor(1)
        self.assertEqual(editor.load(self.write(self.content)), 1)
        self.assertEqual((editor.steps, editor.base, editor.applied), ([STEPS[2]], 5, 0))
        self.assertEqual(editor.checkpoints, {"b": 5, "c": 6})
        self.assertEqual((editor.label, editor.count), ({"to": "Ann", "city": "Bonn"}, 9))

    def test_load_drops_newest(self):
        editor = LabelEditor(2)
        self.assertEqual(editor.load(self.write({**self.content, "applied": 0, "label": {}})), 2)
        self.assertEqual((editor.steps, editor.base, editor.applied), (STEPS[:2], 2, 0))
        self.assertEqual(editor.checkpoints, {"start": 2, "a": 3, "b": 5})

    def test_load_bad_file(self):
        editor = LabelEditor(10)
        prepare(editor, 3)
        editor.sealed = False
        missing = {name: value for name, value in self.content.items() if name != "base"}
        for content in (missing, {**self.content, "limit": 4}, list(self.content), "label", None):
            path = self.write(content)
            with self.assertRaises(ValueError) as caught:
                editor.load(path)
            self.assertEqual(str(caught.exception), "bad file: label_editor_load/file.json")
        self.assertEqual((editor.applied, editor.sealed, editor.steps), (3, False, STEPS))

    def test_load_no_json(self):
        editor = LabelEditor(10)
        prepare(editor, 3)
        for data in (b"", b"{label: 1}", b'{"label": "\xff"}'):
            with open("label_editor_load/raw.json", "wb") as file:
                file.write(data)
            with self.assertRaises(ValueError) as caught:
                editor.load("label_editor_load/raw.json")
            self.assertEqual(str(caught.exception), "bad file: label_editor_load/raw.json")
        self.assertEqual(editor.applied, 3)

    def test_load_missing(self):
        editor = LabelEditor(10)
        prepare(editor, 3)
        with self.assertRaises(FileNotFoundError):
            editor.load("label_editor_load/none.json")
        self.assertEqual((editor.applied, editor.steps), (3, STEPS))


class LabelEditorTestMain(unittest.TestCase):
    def tearDown(self):
        shutil.rmtree("label_editor_main", ignore_errors=True)

    def test_main_history(self):
        editor = LabelEditor(3)
        self.assertEqual([editor.set_field("to", text) for text in ("A", "Ann")], [1, 1])
        self.assertEqual(editor.checkpoint("named"), 1)
        self.assertEqual([editor.set_field("to", "Anna"), editor.set_field("city", "Bonn")], [2, 3])
        self.assertEqual(editor.print_label(8), "city: B~\nto: Anna")
        self.assertEqual(editor.set_field("city", "Ulm"), 4)
        self.assertEqual(editor.describe(), ["1 #named", "2 to: 'Anna'", "3 city: 'Bonn'", "4 city: 'Ulm' <-"])
        self.assertEqual(editor.go_to("named"), -3)
        self.assertEqual(editor.label, {"to": "Ann"})
        self.assertEqual(editor.redo(2), 2)
        self.assertEqual((editor.checkpoint("sent"), editor.undo()), (3, 1))
        self.assertEqual(editor.set_field("city", "Köln"), 5)
        self.assertEqual(editor.describe(), ["1 #named", "2 to: 'Anna'", "5 city: 'Köln' <-"])
        self.assertEqual(
            [editor.set_field("zip", "5"), editor.set_field("zip", "53"), editor.set_field("to", "")], [6, 6, 7]
        )
        self.assertEqual((editor.base, editor.checkpoints), (2, {}))

    def test_main_saved(self):
        editor = LabelEditor(5)
        self.assertEqual([editor.set_field(field, "x") for field in "abcd"], [1, 2, 3, 4])
        self.assertEqual((editor.undo(2), editor.checkpoint("half")), (2, 2))
        self.assertEqual(editor.save("label_editor_main/file.json"), 4)
        other = LabelEditor(3)
        self.assertEqual(other.load("label_editor_main/file.json"), 3)
        self.assertEqual(other.describe(), ["1", "2 b: 'x' #half <-", "3 c: 'x'", "4 d: 'x'"])
        self.assertEqual([other.redo(), other.undo(9), other.redo()], [1, 2, 1])
        self.assertEqual(other.label, {"a": "x", "b": "x"})
        self.assertEqual(other.set_field("b", "y"), 5)
        self.assertEqual(other.set_field("b", "x"), 2)
        self.assertEqual((other.go_to("half"), other.print_label(9)), (0, "a: x\nb: x"))
