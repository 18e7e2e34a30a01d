import pytest

from equipoise.base.workers import run_blocks


@pytest.mark.parametrize("workers", [1, 3])
def test_results_come_in_order_and_are_reported(workers):
    heard = []
    squares = run_blocks(
        lambda x: x * x, range(50), lambda done, total, doing="": heard.append(done), workers
    )
    assert squares == [x * x for x in range(50)]
    assert heard == list(range(1, 51))


def test_blocks_are_handed_out_as_workers_become_free():
    """A sequence far too long to be queued, left at its first failure."""

    def work(block):
        if block == 100:
            raise ValueError("enough")
        return block

    with pytest.raises(ValueError, match="enough"):
        run_blocks(work, range(10**12), workers=2)
