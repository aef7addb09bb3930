# canary: classeval-hf open orchid_house af6db55f-26ba-4d47-9786-0ad289590b91


class OrchidHouse:
    """
    The controller of a greenhouse for orchids. Devices are switched by the values of sensors, unless the gardener
    overrides them for a while. A sensor that is silent for too long raises an alarm. Minutes are numbered; nothing
    happens by itself, so a method that is told a minute first makes up for what was due until then.
    """

    def __init__(self, patience: int):
        """
        Start in minute 0, without devices and readings.
        The fields are:
        - self.patience: int, after how many minutes without a reading a sensor is silent, at least 1.
        - self.now: int, the minute up to which everything has been done.
        - self.devices: dict, from the name of each device to a tuple (sensor, low, high, cools), in the order in which
          they were added; low is less than high, and cools is a bool.
        - self.readings: dict, from each sensor that was read to a tuple (minute, value), its latest reading.
        - self.silent: set of str, the sensors that are silent.
        - self.wish: set of str, the devices that ought to be on by the readings.
        - self.overrides: dict, from the name of each device that is overridden to a tuple (state, end): the state that
          it has as long, a bool, and the minute at which this ends, which is later than self.now.
        - self.log: list of tuples (minute, device, state), all switchings in the order in which they happened; devices
          are off at first, and each switching changes the state of its device.
        A device that is overridden has the state of the override, any other is on if it is in self.wish and off if
        not; the last entry for it in self.log says the same after each call.
        :param patience: int, the patience.
        """
        self.patience = patience
        self.now = 0
        self.devices = {}
        self.readings = {}
        self.silent = set()
        self.wish = set()
        self.overrides = {}
        self.log = []

    def adjust(self, device: str) -> bool:
        """
        Bring a device into the state that self.overrides and self.wish demand. If it has the other state by self.log,
        it is switched in the minute self.now, which adds an entry to self.log.
        :param device: str, the name of a device.
        :return: bool, whether it was switched.
        >>> house = OrchidHouse(60)
        >>> house.devices, house.wish, house.now = {"fan": ("air", 200, 260, True)}, {"fan"}, 7
        >>> house.adjust("fan"), house.adjust("fan"), house.log
        (True, False, [(7, 'fan', True)])
        """

    def advance(self, minute: int) -> list[tuple[int, str, bool]]:
        """
        Do all that is due up to and including a minute, in the order of time; self.now is the minute of each event
        while it is done, and the given minute in the end. Two kinds of events are due. A sensor that is not silent
        yet becomes silent self.patience minutes after its latest reading: all its devices are no longer in self.wish,
        and are adjusted in the order of self.devices. An override ends in its minute: its device is adjusted. In the
        same minute sensors come before overrides, sensors and devices each in ascending order of their names.
        :param minute: int, the minute.
        :return: list of tuple, the entries that were added to self.log.
        :raises ValueError: with the message "time runs back" if the minute is before self.now; nothing is changed
            then.
        >>> house = OrchidHouse(60)
        >>> house.devices, house.wish, house.log = {"fan": ("air", 200, 260, True)}, {"fan"}, [(5, "fan", True)]
        >>> house.readings, house.overrides = {"air": (5, 270)}, {"fan": (True, 90)}
        >>> house.advance(100), house.silent, house.wish, house.overrides, house.now
        ([(90, 'fan', False)], {'air'}, set(), {}, 100)
        """

    def add_device(self, device: str, sensor: str, low: int, high: int, cools: bool) -> bool:
        """
        Add a device in the minute self.now. A device that cools ought to be on from the moment at which the value of
        its sensor is high or more, until it is low or less. One that does not cool ought to be on from the moment at
        which the value is low or less, until it is high or more. It starts off; if its sensor has been read and is not
        silent, its latest value applies at once, and the device is adjusted.
        :param device: str, the name of the device.
        :param sensor: str, the name of its sensor.
        :param low: int, the lower value.
        :param high: int, the upper value.
        :param cools: bool, whether it cools.
        :return: bool, whether it is on now.
        :raises ValueError: by the first of these that applies, and then nothing is changed: "device exists: " and the
            name of the device; "bad band" if low is not less than high.
        >>> house = OrchidHouse(60)
        >>> house.readings, house.now = {"air": (3, 180)}, 9
        >>> house.add_device("fan", "air", 200, 260, True), house.add_device("oven", "air", 180, 220, False), house.log
        (False, True, [(9, 'oven', True)])
        """

    def read(self, minute: int, sensor: str, value: int) -> list[tuple[int, str, bool]]:
        """
        Advance to a minute, and then take a reading of a sensor, which is not silent any more. The value applies to
        all devices of the sensor, overridden ones included, as described for add_device; between low and high a device
        ought to be what it ought to have been before. The devices of the sensor are adjusted, in the order of
        self.devices.
        :param minute: int, the minute.
        :param sensor: str, the name of the sensor, which need not have devices.
        :param value: int, the value.
        :return: list of tuple, the entries that were added to self.log, those of advancing included.
        :raises ValueError: with the message "time runs back" if the minute is before self.now; nothing is changed
            then.
        >>> house = OrchidHouse(60)
        >>> house.devices = {"fan": ("air", 200, 260, True), "oven": ("air", 180, 220, False)}
        >>> house.read(5, "air", 170), house.read(8, "air", 210), house.read(8, "air", 260)
        ([(5, 'oven', True)], [], [(8, 'fan', True), (8, 'oven', False)])
        """

    def override(self, minute: int, device: str, state: bool, duration: int) -> list[tuple[int, str, bool]]:
        """
        Advance to a minute, and then give a device a state for a number of minutes, whatever the readings are. This
        replaces an override that the device still has then. With a duration of 0 that override ends now and there is
        no new one. The device is adjusted.
        :param minute: int, the minute.
        :param device: str, the name of the device.
        :param state: bool, whether it is to be on.
        :param duration: int, the number of minutes.
        :return: list of tuple, the entries that were added to self.log, those of advancing included.
        :raises KeyError: with the name, if there is no such device; nothing is changed then.
        :raises ValueError: by the first of these that applies, if there is such a device, and then nothing is changed:
            "bad duration" if the duration is less than 0; "time runs back" if the minute is before self.now.
        >>> house = OrchidHouse(60)
        >>> house.devices = {"fan": ("air", 200, 260, True)}
        >>> house.override(4, "fan", True, 10), house.overrides
        ([(4, 'fan', True)], {'fan': (True, 14)})
        >>> house.override(20, "fan", False, 5)
        [(14, 'fan', False)]
        """

    def runtime(self, device: str, begin: int, end: int) -> int:
        """
        Say how long a device was on, by self.log. A device that is switched on in minute a and off in minute b is on
        for b - a minutes.
        :param device: str, the name of the device.
        :param begin: int, the minute from which on it is counted.
        :param end: int, the minute at which counting ends.
        :return: int, how many of the minutes from begin to end - 1 the device was on.
        :raises KeyError: with the name, if there is no such device.
        :raises ValueError: with the message "bad span" if there is such a device, and begin is after end or end is
            after self.now.
        >>> house = OrchidHouse(60)
        >>> house.devices, house.now = {"fan": ("air", 200, 260, True)}, 50
        >>> house.log = [(4, "fan", True), (14, "fan", False), (40, "fan", True)]
        >>> house.runtime("fan", 0, 50), house.runtime("fan", 10, 13)
        (20, 3)
        """
