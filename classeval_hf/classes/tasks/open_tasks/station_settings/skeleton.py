# canary: classeval-hf open station_settings c873acb5-b611-4fa0-89c8-18e6c8e0fddf

import re


class StationSettings:
    """
    The settings of a measuring station in layers, each of which can override those below it. A key is one or more
    words of the letters a to z, joined by full stops. In a layer a key has a text or is hidden: then it is missing,
    even if layers below have it. The deciding layer of a key is the one to which it is pinned, otherwise the topmost
    layer that has it (with a text or hidden), if there is one.
    """

    def __init__(self):
        """
        Set up settings without layers.
        The fields are:
        - self.layers: list of str, the names of the layers, the topmost one last.
        - self.values: dict, from the name of each layer to a dict from each of its keys to its text, or to None if the
          key is hidden in it. A text has no "\\n" and no "\\r", and no blank at its beginning or end.
        - self.pins: dict, from each pinned key to the name of the layer to which it is pinned, which has the key.
        """
        self.layers = []
        self.values = {}
        self.pins = {}

    def load(self, layer: str, path: str) -> int:
        """
        Read a layer from a file in UTF-8. A new layer is put on top; of a known one the keys are replaced and the
        place stays, and a pin to it goes if it no longer has the key. A line ends with "\\n", "\\r\\n" or
        "\\r". From each line the blanks at both ends are ignored; then it is empty or begins with "#" and is ignored;
        or it is a key, blanks if any, "=", blanks if any and a text, possibly empty; or it is a key, blanks if any and
        "!", which hides the key.
        :param layer: str, the name of the layer, not empty.
        :param path: str, the path of the file.
        :return: int, the number of keys that the layer has.
        :raises FileNotFoundError: if there is no such file; nothing is changed then.
        :raises ValueError: with the message "line ", the number of the line, counted from 1, and ": bad line" for the
            first line that is none of these, or ": key twice" for the first one with a key that a line before has;
            whichever line is earlier counts. Nothing is changed then.
        >>> settings = StationSettings()
        >>> with open("first_layer.txt", "w", encoding="utf-8") as file:
        ...     file.write("# base\\nname = North 1\\n  fan.speed=40\\nlog.path !\\n")
        48
        >>> settings.load("base", "first_layer.txt"), settings.values
        (3, {'base': {'name': 'North 1', 'fan.speed': '40', 'log.path': None}})
        """

    def save(self, layer: str, path: str) -> int:
        """
        Write a layer to a file in UTF-8, which is replaced if it exists: for each key, in ascending order, a line with
        the key, " = " and its text, or the key and " !" if it is hidden, and "\\n" at the end of each line.
        :param layer: str, the name of the layer.
        :param path: str, the path of the file; its directory exists.
        :return: int, the number of lines.
        :raises KeyError: with the name of the layer if there is none of that name; nothing is written then.
        >>> settings = StationSettings()
        >>> settings.layers, settings.values = ["base"], {"base": {"name": "North 1", "fan": None}}
        >>> settings.save("base", "second_layer.txt")
        2
        >>> with open("second_layer.txt", encoding="utf-8") as file:
        ...     file.read()
        'fan !\\nname = North 1\\n'
        """

    def put(self, layer: str, key: str, text: str | None) -> bool:
        """
        Give a key a text in a layer, or hide it there, whether or not the layer has the key.
        :param layer: str, the name of the layer.
        :param key: str, the key.
        :param text: str or None, the text; None hides the key.
        :return: bool, whether this layer is the deciding one of the key.
        :raises KeyError: with the name of the layer if there is none of that name.
        :raises ValueError: else with the message "bad key" if it is no key; else with "bad text" if the text is not as
            described for self.values. Nothing is changed then.
        >>> settings = StationSettings()
        >>> settings.layers, settings.values = ["base", "site"], {"base": {}, "site": {"name": "South"}}
        >>> settings.put("base", "name", "North"), settings.put("base", "fan.speed", "40"), settings.values["base"]
        (False, True, {'name': 'North', 'fan.speed': '40'})
        """

    def drop(self, layer: str, key: str) -> str:
        """
        Remove a key from a layer, with a pin of the key to this layer. The layer stays, even without keys.
        :param layer: str, the name of the layer.
        :param key: str, the key.
        :return: str, the name of the deciding layer of the key afterwards, empty if there is none.
        :raises KeyError: with the name of the layer if there is none of that name; else with the key if the layer does
            not have it. Nothing is changed then.
        >>> settings = StationSettings()
        >>> settings.layers, settings.values = ["base", "site"], {"base": {"name": "N"}, "site": {"name": "S"}}
        >>> settings.drop("site", "name"), settings.values
        ('base', {'base': {'name': 'N'}, 'site': {}})
        """

    def pin(self, key: str, layer: str) -> str:
        """
        Pin a key to a layer, in place of a pin that it has, or only remove the pin that it has, if it has one.
        :param key: str, the key.
        :param layer: str, the name of the layer; empty to remove the pin.
        :return: str, the name of the deciding layer of the key before, empty if there was none.
        :raises KeyError: with the name of the layer if that is not empty and there is none of that name; else with the
            key if the layer does not have it. Nothing is changed then.
        >>> settings = StationSettings()
        >>> settings.layers, settings.values = ["base", "site"], {"base": {"name": "N"}, "site": {"name": "S"}}
        >>> settings.pin("name", "base"), settings.get("name"), settings.pin("name", ""), settings.pins
        ('site', 'N', 'base', {})
        """

    def origin(self, key: str) -> str:
        """
        Find the deciding layer of a key.
        :param key: str, the key.
        :return: str, the name of the layer, empty if there is none. A layer that hides the key can be the deciding
            one.
        >>> settings = StationSettings()
        >>> settings.layers = ["base", "site"]
        >>> settings.values = {"base": {"fan": "1", "log": "x"}, "site": {"fan": None}}
        >>> settings.origin("fan"), settings.origin("log"), settings.origin("name")
        ('site', 'base', '')
        """

    def get(self, key: str) -> str:
        """
        Compute the value of a key: the text that it has in its deciding layer, in which, from left to right, is
        replaced:
        - "$$" by "$".
        - "${" + KEY + "}" by the value of that key.
        - "${^}" by the value that the key itself has in the topmost layer below the one whose text this is that has
          the key, pins not counting; what is in that text is replaced in the same way.
        - "${" + KEY + "|" + DEFAULT + "}" and "${^|" + DEFAULT + "}" as without the default, except that they are
          replaced by it if that key is missing (for "^": no layer below has the key, or the topmost one that has it
          hides it). The default is a text, possibly empty, without "$", "{", "}" and "|".
        Every other "$" stays, and what was put in is not looked at again.
        :param key: str, the key.
        :return: str, the value.
        :raises KeyError: with the key that is missing: no layer has it, or it is hidden in the deciding one (for "^":
            below, as said for the default). A missing key for which a default is used is no error.
        :raises ValueError: with the message "circle: " and the key whose value is needed to compute itself, in the
            same layer; of several the one at which this is noticed first when the places are replaced in their order.
        >>> settings = StationSettings()
        >>> settings.layers = ["base", "site"]
        >>> settings.values = {"base": {"dir": "/data", "log": "${dir}/log"}, "site": {"dir": "${^}/${name|x}"}}
        >>> settings.get("log"), settings.get("dir")
        ('/data/x/log', '/data/x')
        """

    def trace(self, key: str) -> list[tuple[str, str]]:
        """
        Find out of which texts the value of a key is made.
        :param key: str, the key.
        :return: list of tuples (key, layer), in ascending order and each once: the key with its deciding layer, and
            all keys, with the layers of their texts, that are needed to compute its value as described for get.
        :raises KeyError: as described for get.
        :raises ValueError: as described for get.
        >>> settings = StationSettings()
        >>> settings.layers = ["base", "site"]
        >>> settings.values = {"base": {"dir": "/data", "log": "${dir}/log"}, "site": {"dir": "${^}/${name|x}"}}
        >>> settings.trace("log")
        [('dir', 'base'), ('dir', 'site'), ('log', 'base')]
        """
