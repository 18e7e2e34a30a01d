"""``equipoise warmup``: compile all kernels now rather than at their first use."""

from __future__ import annotations

from time import perf_counter

from equipoise.interfaces.cli.output import JsonOption, print_json, progress, say


def warmup(as_json: JsonOption = False) -> None:
    """Compile all kernels now instead of at first use.

    Machine code is cached (equipoise cache). Without this, each kernel is compiled, about a second,
    the first time a command needs it.

    Examples:
      equipoise warmup

    """
    from equipoise.base.workers import available_cores
    from equipoise.kernels.machine_code import cache_directory
    from equipoise.kernels.warmup import compile_all

    started = perf_counter()
    with progress("compiling") as show:

        def report(done: float, total: float, doing: str = "") -> None:
            show(done, total, f"compiling {total:.0f} kernels, once: {doing}")

        names = compile_all(report, available_cores())
    seconds = perf_counter() - started
    directory = cache_directory()
    if as_json:
        print_json(
            {
                "kernels": names,
                "seconds": round(seconds, 3),
                "cache": None if directory is None else str(directory),
            }
        )
        return
    say(f"{len(names)} kernels ready in {seconds:.1f} s")
    if directory is None:
        say("no cache folder: later runs compile again")
    else:
        say(f"machine code in {directory}")
