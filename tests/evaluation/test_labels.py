from equipoise.evaluation.labels import labels


def test_names_lose_their_folders_unless_that_makes_them_alike(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for folder in ("a/soft", "b/soft", "b c/other"):
        (tmp_path / folder).mkdir(parents=True)
    assert labels(["a/soft:nd=yes", "naive-pa:strategy=b/soft", "b c/other"]) == {
        "a/soft:nd=yes": "soft:nd=yes",
        "naive-pa:strategy=b/soft": "naive-pa:strategy=soft",
        "b c/other": "other",
    }
    assert list(labels(["a/soft", "b/soft", "b c/other"]).values()) == ["a/soft", "b/soft", "other"]
    assert list(labels(["moved/away", "x:size=1/2"]).values()) == ["moved/away", "x:size=1/2"]
