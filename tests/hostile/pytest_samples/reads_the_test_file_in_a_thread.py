"""Has a thread read the test file, without code of its own."""
import pathlib
import queue
import threading


def text():
    path = pathlib.Path(__file__).parents[1] / "tests/test_money.py"
    found = queue.Queue()
    pieces = map(pathlib.Path.read_text, [path])
    thread = threading.Thread(target=lambda: found.put(next(pieces)))
    thread.start()
    return found.get()
