"""The ClassEval dataset for `datasets`: class-level Python code generation tasks."""

from collections.abc import Iterator
from typing import Any

import datasets

from classeval_hf.core.tasks import ClassTask
from classeval_hf.tasks.classeval_data import CLASSEVAL, read_classeval
from classeval_hf.tasks.features import task_features
from classeval_hf.tasks.folders import load_open_tasks

_DESCRIPTION = """
Tasks of class-level Python code generation: a class skeleton with a contract per method, unit tests per method and for
the class, and a reference. Split `test`: the 100 tasks of ClassEval (CC BY-NC 4.0), where its data is at hand. Split
`open`: tasks written for this package (Apache-2.0).
"""


class ClassEval(datasets.GeneratorBasedBuilder):
    """
    Builds both splits. `data_files={"test": "ClassEval_data.json"}` names a local copy of ClassEval's data; otherwise
    the copy that `classeval-hf install` keeps is used.
    """

    VERSION = datasets.Version("1.0.0")

    def _info(self) -> datasets.DatasetInfo:
        return datasets.DatasetInfo(
            description=_DESCRIPTION,
            features=task_features(),
            homepage="https://github.com/FudanSELab/ClassEval",
            license="open: Apache-2.0; test: CC BY-NC 4.0",
        )

    def _split_generators(self, dl_manager: datasets.DownloadManager) -> list[datasets.SplitGenerator]:
        files = (self.config.data_files or {}).get("test") or [CLASSEVAL.cached]
        splits = [datasets.SplitGenerator(name="open", gen_kwargs={"tasks": load_open_tasks()})]
        tests = [task for file in files if file is not None for task in read_classeval(file)]
        if tests:
            splits.insert(0, datasets.SplitGenerator(name=datasets.Split.TEST, gen_kwargs={"tasks": tests}))
        return splits

    def _generate_examples(self, tasks: list[ClassTask]) -> Iterator[tuple[int, dict[str, Any]]]:
        for index, task in enumerate(tasks):
            yield index, task.to_row()
