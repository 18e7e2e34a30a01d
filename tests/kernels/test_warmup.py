import ast
from pathlib import Path

import equipoise.kernels
from equipoise.kernels.warmup import compile_all


def test_every_kernel_is_warmed_up():
    """All functions under the kernel decorator, found in the sources."""
    found = set()
    for path in Path(equipoise.kernels.__file__).parent.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.FunctionDef) and any(
                isinstance(mark, ast.Name) and mark.id == "kernel" for mark in node.decorator_list
            ):
                found.add(node.name)
    seen = []
    names = compile_all(lambda done, total, doing="": seen.append((done, total, doing)))
    assert set(names) | {"count_values"} == found
    assert [name for _, _, name in seen] == names
