# canary: classeval-hf open work_orders 63766f7c-3db7-4e3e-b838-3042106b515f


class WorkOrders:
    """
    The jobs of a workshop, some of which need others. A job needs another one directly, or indirectly if it needs one
    that needs the other. A job can be begun when all jobs that it needs are finished. Times are minutes since the
    opening of the workshop. Any number of jobs can be in work at the same time.
    """

    def __init__(self):
        """
        Set up a workshop without jobs.
        The fields are:
        - self.jobs: dict, from the name of each job to a tuple (minutes, ready): how long it will take, at least 1,
          and the time before which it must not begin.
        - self.needs: dict, from the name of each job to the set of the names of the jobs that it needs directly. No
          job needs itself, directly or indirectly. The sets are as small as possible: a job that is needed indirectly
          is never in the set too.
        - self.begun: dict, from the name of each job that was begun to the time at which it was.
        - self.finished: dict, from the name of each job that was finished to the time at which it was.
        """
        self.jobs = {}
        self.needs = {}
        self.begun = {}
        self.finished = {}

    def enter(self, job: str, minutes: int, needs: list[str], ready: int = 0) -> None:
        """
        Enter a job.
        :param job: str, the name of the job.
        :param minutes: int, how long it will take.
        :param needs: list of str, the jobs that it needs; one may be there twice, or be needed indirectly as well.
        :param ready: int, the time before which it must not begin, defaults to 0.
        :return: None.
        :raises ValueError: with the message "bad minutes" if the minutes are less than 1; else with "job exists" if
            there is a job of that name. Nothing is changed then.
        :raises KeyError: else with the name of the first of the needed jobs that does not exist; nothing is changed
            then.
        >>> orders = WorkOrders()
        >>> orders.enter("saw", 30, [])
        >>> orders.enter("glue", 15, ["saw"])
        >>> orders.enter("paint", 20, ["saw", "glue"], 60)
        >>> orders.needs, orders.jobs["paint"]
        ({'saw': set(), 'glue': {'saw'}, 'paint': {'glue'}}, (20, 60))
        """

    def link(self, job: str, need: str) -> bool:
        """
        Make a job need another one. The sets of all jobs are as small as possible afterwards.
        :param job: str, the name of the job.
        :param need: str, the name of the job that is needed; it may be begun or finished.
        :return: bool, False if the job needed it before, directly or indirectly, and nothing is changed therefore.
        :raises KeyError: with the name of the first of the two, in the order of the parameters, that is no job.
        :raises ValueError: else with the message "is begun" if the job was begun; else with "circle" if both are the
            same job, or the other one needs the job. Nothing is changed then.
        >>> orders = WorkOrders()
        >>> for name in ("saw", "glue", "paint"):
        ...     orders.enter(name, 30, [])
        >>> orders.link("paint", "saw"), orders.link("paint", "glue"), orders.link("glue", "saw"), orders.needs
        (True, True, True, {'saw': set(), 'glue': {'saw'}, 'paint': {'glue'}})
        """

    def retract(self, job: str) -> list[str]:
        """
        Remove a job. The jobs that needed it directly need the jobs that it needed directly instead. The sets of all
        jobs are as small as possible afterwards.
        :param job: str, the name of the job.
        :return: list of str, the names of the jobs that needed it directly, in ascending order.
        :raises KeyError: with the name if there is no such job.
        :raises ValueError: else with the message "is begun" if the job was begun; nothing is changed then.
        >>> orders = WorkOrders()
        >>> orders.enter("saw", 30, [])
        >>> orders.enter("glue", 15, ["saw"])
        >>> orders.enter("paint", 20, ["glue"])
        >>> orders.retract("glue"), orders.needs
        (['paint'], {'saw': set(), 'paint': {'saw'}})
        """

    def start_of(self, job: str) -> int:
        """
        Say when a job was begun, or can be begun at the earliest. The latter is the largest of the time before which
        it must not begin and of the ends of all jobs that it needs. The end of a job is the time at which it was
        finished, or, if it is not finished, its start (in the sense of this method) and its minutes together.
        :param job: str, the name of the job.
        :return: int, the time.
        :raises KeyError: with the name if there is no such job.
        >>> orders = WorkOrders()
        >>> orders.enter("saw", 30, [], 5)
        >>> orders.enter("glue", 15, ["saw"])
        >>> orders.start_of("saw"), orders.start_of("glue")
        (5, 35)
        """

    def begin(self, job: str, time: int) -> int:
        """
        Take note that a job is begun.
        :param job: str, the name of the job.
        :param time: int, the time.
        :return: int, how many minutes after its earliest start that is.
        :raises KeyError: with the name if there is no such job.
        :raises ValueError: else with the message "is begun" if the job was begun; else with "needs " and the name of
            the job that it needs directly and that is not finished, the first one in ascending order if there are
            several; else with "too early" if the time is before its earliest start. Nothing is changed then.
        >>> orders = WorkOrders()
        >>> orders.enter("saw", 30, [], 5)
        >>> orders.begin("saw", 12), orders.begun
        (7, {'saw': 12})
        """

    def finish(self, job: str, time: int) -> list[str]:
        """
        Take note that a job is finished, whether or not it took as long as its minutes say.
        :param job: str, the name of the job.
        :param time: int, the time.
        :return: list of str, the names of the jobs that need it directly and of which all that they need is finished
            now, in ascending order.
        :raises KeyError: with the name if there is no such job.
        :raises ValueError: else with the message "not begun" if the job was not begun; else with "is finished" if it
            was finished; else with "too early" if the time is before the one at which it was begun. Nothing is changed
            then.
        >>> orders = WorkOrders()
        >>> orders.enter("saw", 30, [])
        >>> orders.enter("glue", 15, ["saw"])
        >>> orders.begin("saw", 0), orders.finish("saw", 25), orders.start_of("glue")
        (0, ['glue'], 25)
        """

    def chain(self, job: str) -> list[str]:
        """
        Find the jobs that decide when a job can start. The last one is the job itself. In front of a job that was
        not begun stands, of the jobs that it needs directly, the one with the latest end as described for start_of,
        of several the one whose name comes first in ascending order, unless this end is earlier than the time before
        which the job must not begin. Nothing stands in front of a job that was begun or needs none.
        :param job: str, the name of the job.
        :return: list of str, the names.
        :raises KeyError: with the name if there is no such job.
        >>> orders = WorkOrders()
        >>> orders.enter("saw", 30, [])
        >>> orders.enter("oil", 5, [])
        >>> orders.enter("glue", 15, ["saw", "oil"])
        >>> orders.chain("glue")
        ['saw', 'glue']
        """

    def plan(self) -> list[tuple[int, str]]:
        """
        List the jobs that were not begun with their earliest starts.
        :return: list of tuples (start, name), in ascending order.
        >>> orders = WorkOrders()
        >>> orders.enter("saw", 30, [])
        >>> orders.enter("glue", 15, ["saw"])
        >>> orders.plan()
        [(0, 'saw'), (30, 'glue')]
        """
