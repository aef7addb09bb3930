# canary: classeval-hf open label_editor 9f1bceeb-4cf0-427c-a545-977a914526d6

import json
import os


class LabelEditor:
    """
    Edits the label that a label printer prints, with a history of limited length. Each change of a field is a step;
    steps are numbered from 1 in the order in which they were made, and no number is used twice. The history is a line
    of points: the point 0 is the empty label at the beginning, and the point N is the label after step N. Undoing and
    redoing go along the line. A checkpoint is a name for a point and is lost with it.
    """

    def __init__(self, limit: int):
        """
        Start with an empty label at the point 0.
        The fields are:
        - self.limit: int, the largest number of steps that are kept, at least 1.
        - self.label: dict, from the name of each field to its text, the label as it is now. A field without text has
          no entry.
        - self.steps: list of tuples (number, field, old, new), the steps that are kept, in ascending order of their
          numbers; old and new are the texts of the field before and after the step, empty if it had or has none.
        - self.applied: int, how many of self.steps are in self.label: the first ones. The others were undone.
        - self.base: int, the point before the first of self.steps: 0, or the number of the step dropped last.
        - self.count: int, the highest step number that was given so far, 0 if none was.
        - self.sealed: bool, whether the latest applied step is complete, so that no change is merged into it.
        - self.checkpoints: dict, from the name of each checkpoint to its point, which is self.base or the number of
          one of self.steps.
        The present point is the number of the latest applied step, or self.base if no step is applied.
        :param limit: int, the largest number of steps that are kept.
        """
        self.limit = limit
        self.label = {}
        self.steps = []
        self.applied = 0
        self.base = 0
        self.count = 0
        self.sealed = True
        self.checkpoints = {}

    def set_field(self, field: str, text: str) -> int:
        """
        Give a field of the label a text; an empty text removes the field. If the field has this text already nothing
        at all happens. Otherwise:
        - The steps that were undone are dropped, and with them the checkpoints at their points.
        - If self.sealed is False and the latest applied step is of the same field, the change is merged into it: its
          new text becomes this one, and its number stays. If its new text then is its old one, the step is dropped,
          and self.sealed becomes True.
        - Otherwise a step with the next number is made and applied, and self.sealed becomes False. If there are more
          than self.limit steps now, the oldest one is dropped: its number becomes self.base, and the checkpoints at
          what was self.base before are lost.
        :param field: str, the name of the field.
        :param text: str, the text.
        :return: int, the present point afterwards.
        >>> editor = LabelEditor(10)
        >>> [editor.set_field("to", text) for text in ("A", "An", "Ann")], editor.set_field("city", "Bonn")
        ([1, 1, 1], 2)
        >>> editor.steps
        [(1, 'to', '', 'Ann'), (2, 'city', '', 'Bonn')]
        """

    def undo(self, count: int = 1) -> int:
        """
        Undo the latest applied steps, the latest first, as far as there are any. self.sealed becomes True, even if no
        step was undone.
        :param count: int, how many steps are to be undone, defaults to 1.
        :return: int, how many steps were undone.
        :raises ValueError: with the message "bad count: " and the count if it is less than 1; nothing is changed then.
        >>> editor = LabelEditor(10)
        >>> editor.steps = [(1, "to", "", "Ann"), (2, "to", "Ann", "Ben")]
        >>> editor.applied, editor.label = 2, {"to": "Ben"}
        >>> editor.undo(), editor.label
        (1, {'to': 'Ann'})
        >>> editor.undo(3), editor.label
        (1, {})
        """

    def redo(self, count: int = 1) -> int:
        """
        Apply steps again that were undone, in the order of their numbers, as far as there are any. self.sealed becomes
        True, even if no step was applied.
        :param count: int, how many steps are to be applied, defaults to 1.
        :return: int, how many steps were applied.
        :raises ValueError: with the message "bad count: " and the count if it is less than 1; nothing is changed then.
        >>> editor = LabelEditor(10)
        >>> editor.steps = [(1, "to", "", "Ann"), (2, "to", "Ann", "Ben")]
        >>> editor.redo(), editor.label, editor.applied
        (1, {'to': 'Ann'}, 1)
        """

    def checkpoint(self, name: str) -> int:
        """
        Set a checkpoint at the present point; a checkpoint of the same name is moved there. self.sealed becomes True.
        :param name: str, the name of the checkpoint.
        :return: int, the present point.
        :raises ValueError: with the message "no name" if the name is empty; nothing is changed then.
        >>> editor = LabelEditor(10)
        >>> editor.label, editor.steps, editor.applied = {"to": "Ann"}, [(4, "to", "", "Ann")], 1
        >>> editor.checkpoint("draft"), editor.checkpoints
        (4, {'draft': 4})
        """

    def go_to(self, name: str) -> int:
        """
        Go to the point of a checkpoint by undoing or applying steps. self.sealed becomes True. No checkpoint is lost.
        :param name: str, the name of the checkpoint.
        :return: int, the number of steps that were applied, or the negative number of those that were undone.
        :raises ValueError: with the message "no checkpoint: " and the name if there is none; nothing is changed then.
        >>> editor = LabelEditor(10)
        >>> editor.steps = [(1, "to", "", "Ann"), (2, "to", "Ann", "Ben")]
        >>> editor.applied, editor.label = 2, {"to": "Ben"}
        >>> editor.checkpoints = {"start": 0, "draft": 1}
        >>> editor.go_to("start"), editor.go_to("draft"), editor.label
        (-2, 1, {'to': 'Ann'})
        """

    def print_label(self, width: int) -> str:
        """
        Lay the label out for printing. There is one line for each field, in ascending order of the names: the name, a
        colon, a blank and the text. Lines longer than width are cut to width - 1 characters and end with "~" then.
        self.sealed becomes True.
        :param width: int, the largest length of a line, at least 2.
        :return: str, the lines joined by "\\n".
        :raises ValueError: with the message "empty label" if the label has no field; nothing is changed then.
        >>> editor = LabelEditor(10)
        >>> editor.label = {"to": "Ann Archer", "city": "Bonn"}
        >>> editor.print_label(10)
        'city: Bonn\\nto: Ann A~'
        """

    def describe(self) -> list[str]:
        """
        Describe the history. The lines are: one for self.base, namely its number; then one for each of self.steps,
        namely its number, a blank, its field, a colon, a blank, and its new text in the form of repr. To a line is
        added: for each checkpoint at its point, in ascending order of the names, a blank, "#" and the name; and after
        that, if it is the present point, " <-".
        :return: list of str, the lines.
        >>> editor = LabelEditor(10)
        >>> editor.label, editor.steps, editor.applied = {"to": "Ann"}, [(1, "to", "", "Ann"), (2, "to", "Ann", "")], 1
        >>> editor.checkpoints = {"sent": 1, "draft": 1}
        >>> editor.describe()
        ['0', "1 to: 'Ann' #draft #sent <-", "2 to: ''"]
        """

    def save(self, path: str) -> int:
        """
        Write the label and its history to a file in UTF-8: a JSON object with exactly the members label, steps,
        applied, base, count and checkpoints, which hold the fields of these names (a step being an array). The
        directory of the file is created, with its parents, if it does not exist; an existing file is replaced.
        :param path: str, the path of the file; it may be a file name alone.
        :return: int, the number of steps written.
        >>> editor = LabelEditor(10)
        >>> editor.save("saved_labels/first.json")
        0
        >>> os.path.exists("saved_labels/first.json")
        True
        """

    def load(self, path: str) -> int:
        """
        Read what save wrote, in place of what the editor holds; self.steps is a list of tuples again, and self.sealed
        becomes True. Of the members of the object only the names are checked. As long as there are more than
        self.limit steps, the oldest one is dropped as set_field does if at least one step is applied, otherwise the
        newest one; the checkpoints at lost points are lost.
        :param path: str, the path of the file.
        :return: int, the number of steps kept.
        :raises FileNotFoundError: if there is no such file; nothing is changed then.
        :raises ValueError: with the message "bad file: " and the path if the file is not UTF-8, or not a JSON object
            with exactly these six members; nothing is changed then.
        >>> editor = LabelEditor(10)
        >>> editor.set_field("to", "Ann"), editor.save("saved_labels/second.json")
        (1, 1)
        >>> other = LabelEditor(5)
        >>> other.load("saved_labels/second.json"), other.label, other.steps
        (1, {'to': 'Ann'}, [(1, 'to', '', 'Ann')])
        """
