"""Bucketings by what people write: built where missing, with a notice, loaded where not."""

from contextlib import contextmanager

import pytest

from equipoise.abstraction.buckets import build as bucket_build
from equipoise.abstraction.buckets.provide import BucketProvider
from equipoise.base.errors import InputError
from equipoise.base.progress import silent


def test_what_is_there_is_not_announced(tmp_path, monkeypatch):
    monkeypatch.setattr(bucket_build, "user_folder", lambda name: tmp_path / name)
    stages, announced = [], []

    @contextmanager
    def stage(title):
        stages.append(title)
        yield silent

    def provider():
        return BucketProvider(
            tmp_path / "none", 3, 1, stage=stage, announce=lambda what, _: announced.append(what)
        )

    (first,) = provider().bucketings("2.2.2.2")
    assert stages == ["strengths on the sampled flops", "2.2.2.2"]
    assert announced == ["building 2.2.2.2"]
    (again,) = provider().bucketings("2.2.2.2")
    assert announced == ["building 2.2.2.2"] and again.counts == first.counts


def test_errors_name_arguments(tmp_path):
    with pytest.raises(InputError, match=r"^flops '0': out of range"):
        BucketProvider(tmp_path, 0, 0)
    with pytest.raises(InputError, match=r"^bucketing './zz': no such folder"):
        BucketProvider(tmp_path, 0).bucketings("./zz")
