"""Vectors of sixteen float32 as values inside kernels.

Numba cannot know that arrays do not overlap, so loops that read and write several of them are not
vectorised, or only behind many checks; and running sums over sorted hands never are, although
sixteen nodes side by side could be. With explicit vectors both are. LLVM splits them into the
processor's registers (one AVX-512 register, two of AVX2, four of SSE or NEON), and results do not
depend on the split: every operation is rounded once, none are fused.
"""

from __future__ import annotations

import operator
from typing import Any

from llvmlite import ir
from numba.core import cgutils, types
from numba.core.typing.templates import AbstractTemplate, infer_global, signature
from numba.extending import intrinsic as _intrinsic
from numba.extending import lower_builtin, models, register_model

WIDTH = 16
_HALF = WIDTH // 2
_FLOATS = ir.VectorType(ir.FloatType(), WIDTH)
_INT32 = ir.IntType(32)
_INT64 = ir.IntType(64)


def intrinsic(function: Any) -> Any:
    """Decorator for functions that kernels call and that emit LLVM directly."""
    return _intrinsic(function)


class _Vector(types.Type):
    def __init__(self) -> None:
        super().__init__(name="float32x16")


vector = _Vector()


@register_model(_Vector)
class _VectorModel(models.PrimitiveModel):
    def __init__(self, manager, kind):
        super().__init__(manager, kind, _FLOATS)


def _operation(symbol, build):
    """Register an operator on two vectors with Numba."""

    @infer_global(symbol)
    class _Typing(AbstractTemplate):
        key = symbol

        def generic(self, arguments, keywords):
            if not keywords and tuple(arguments) == (vector, vector):
                return signature(vector, vector, vector)
            return None

    lower_builtin(symbol, vector, vector)(
        lambda context, builder, kinds, arguments: getattr(builder, build)(*arguments)
    )


for _symbol, _build in (
    (operator.add, "fadd"), (operator.iadd, "fadd"), (operator.sub, "fsub"),
    (operator.isub, "fsub"), (operator.mul, "fmul"), (operator.imul, "fmul"),
    (operator.truediv, "fdiv"), (operator.itruediv, "fdiv"),
):  # fmt: skip
    _operation(_symbol, _build)


def _pointer(context, builder, kind, array, index, count=WIDTH, element=None):
    data = cgutils.create_struct_proxy(kind)(context, builder, value=array).data
    place = builder.gep(data, [index])
    return builder.bitcast(place, ir.VectorType(element or ir.FloatType(), count).as_pointer())


def _load(builder, pointer, align=4):
    loaded = builder.load(pointer)
    loaded.align = align
    return loaded


def _spread(builder, scalar):
    nothing = ir.Constant(_FLOATS, ir.Undefined)
    one = builder.insert_element(nothing, scalar, ir.Constant(_INT32, 0))
    return builder.shuffle_vector(
        one, nothing, ir.Constant(ir.VectorType(_INT32, WIDTH), [0] * WIDTH)
    )


@intrinsic
def load(typing, array, index):
    """Load sixteen numbers of a float32 array, starting at an index."""

    def generate(context, builder, kinds, arguments):
        return _load(builder, _pointer(context, builder, kinds.args[0], *arguments))

    return vector(array, types.uint64), generate


@intrinsic
def store(typing, array, index, value):
    """Store sixteen numbers into a float32 array."""

    def generate(context, builder, kinds, arguments):
        array, index, value = arguments
        pointer = _pointer(context, builder, kinds.args[0], array, index)
        builder.store(value, pointer).align = 4
        return context.get_dummy_value()

    return types.void(array, types.uint64, vector), generate


@intrinsic
def spread(typing, number):
    """A vector with one number in all lanes."""

    def generate(context, builder, kinds, arguments):
        return _spread(builder, arguments[0])

    return vector(types.float32), generate


def _mask(builder, left):
    """A mask of the lanes below ``left``."""
    count = builder.trunc(left, _INT32)
    kind = ir.VectorType(_INT32, WIDTH)
    one = builder.insert_element(ir.Constant(kind, ir.Undefined), count, ir.Constant(_INT32, 0))
    everywhere = builder.shuffle_vector(
        one, ir.Constant(kind, ir.Undefined), ir.Constant(kind, [0] * WIDTH)
    )
    return builder.icmp_signed("<", ir.Constant(kind, list(range(WIDTH))), everywhere)


def _masked(builder, name, kind, returned, arguments):
    called = ir.FunctionType(returned, [argument.type for argument in arguments])
    full = f"llvm.masked.{name}.v{WIDTH}{kind}.p0"
    return builder.call(cgutils.get_or_insert_function(builder.module, called, full), arguments)


_ELEMENTS = {
    types.float32: (ir.FloatType(), "f32", 4),
    types.int16: (ir.IntType(16), "i16", 2),
    types.uint16: (ir.IntType(16), "i16", 2),
}


@intrinsic
def load_some(typing, array, index, left):
    """Load the first ``left`` of sixteen float32 or 16-bit integers; the other lanes are zero."""

    def generate(context, builder, kinds, arguments):
        array, index, left = arguments
        kind = kinds.args[0]
        element, short, align = _ELEMENTS[kind.dtype]
        many = ir.VectorType(element, WIDTH)
        pointer = _pointer(context, builder, kind, array, index, element=element)
        enough = builder.icmp_unsigned(">=", left, ir.Constant(_INT64, WIDTH))
        with builder.if_else(enough, likely=True) as (whole, part):
            with whole:
                all_of_it = _load(builder, pointer, align)
                first = builder.block
            with part:
                some = _masked(
                    builder, "load", short, many,
                    [pointer, ir.Constant(_INT32, align), _mask(builder, left),
                     ir.Constant(many, None)],
                )  # fmt: skip
                second = builder.block
        loaded = builder.phi(many)
        loaded.add_incoming(all_of_it, first)
        loaded.add_incoming(some, second)
        if kind.dtype == types.float32:
            return loaded
        return (builder.sitofp if kind.dtype.signed else builder.uitofp)(loaded, _FLOATS)

    return vector(array, types.uint64, types.uint64), generate


@intrinsic
def store_some(typing, array, index, value, left):
    """Store the first ``left`` of sixteen numbers, truncated towards 0 for integer arrays."""

    def generate(context, builder, kinds, arguments):
        array, index, value, left = arguments
        kind = kinds.args[0]
        element, short, align = _ELEMENTS[kind.dtype]
        if kind.dtype != types.float32:
            many = ir.VectorType(element, WIDTH)
            wide = ir.VectorType(_INT32, WIDTH)
            value = builder.trunc(builder.fptosi(value, wide), many)
        pointer = _pointer(context, builder, kind, array, index, element=element)
        enough = builder.icmp_unsigned(">=", left, ir.Constant(_INT64, WIDTH))
        with builder.if_else(enough, likely=True) as (whole, part):
            with whole:
                builder.store(value, pointer).align = align
            with part:
                _masked(
                    builder, "store", short, ir.VoidType(),
                    [value, pointer, ir.Constant(_INT32, align), _mask(builder, left)],
                )  # fmt: skip
        return context.get_dummy_value()

    return types.void(array, types.uint64, vector, types.uint64), generate


@intrinsic
def first_of(typing, value, left):
    """The first ``left`` of sixteen numbers; the other lanes are zero."""

    def generate(context, builder, kinds, arguments):
        value, left = arguments
        return builder.select(_mask(builder, left), value, ir.Constant(_FLOATS, [0.0] * WIDTH))

    return vector(vector, types.uint64), generate


@intrinsic
def larger(typing, first, second):
    """The larger number in each lane."""

    def generate(context, builder, kinds, arguments):
        return builder.select(builder.fcmp_ordered(">", *arguments), *arguments)

    return vector(vector, vector), generate


@intrinsic
def where_above(typing, value, bound, then, other):
    """In each lane ``then`` if ``value`` is above ``bound``, else ``other``."""

    def generate(context, builder, kinds, arguments):
        value, bound, then, other = arguments
        return builder.select(builder.fcmp_ordered(">", value, bound), then, other)

    return vector(vector, vector, vector, vector), generate


@intrinsic
def largest(typing, value):
    """The largest of the sixteen numbers."""

    def generate(context, builder, kinds, arguments):
        found = arguments[0]
        count = WIDTH
        while count > 1:  # compare halves
            count //= 2
            mask = list(range(count))
            upper = [k + count for k in range(count)]
            parts = [
                builder.shuffle_vector(
                    found, found, ir.Constant(ir.VectorType(_INT32, count), chosen)
                )
                for chosen in (mask, upper)
            ]
            found = builder.select(builder.fcmp_ordered(">", *parts), *parts)
        return builder.extract_element(found, ir.Constant(_INT32, 0))

    return types.float32(vector), generate


def _turned(builder, rows):
    """Transpose eight vectors of eight: pairs of vectors are interleaved three times."""
    for _ in range(3):
        mixed = []
        for number in range(_HALF // 2):
            for first in (0, _HALF // 2):
                places = [k + part for k in range(first, first + _HALF // 2) for part in (0, _HALF)]
                mask = ir.Constant(ir.VectorType(_INT32, _HALF), places)
                mixed.append(builder.shuffle_vector(rows[number], rows[number + _HALF // 2], mask))
        rows = mixed
    return rows


@intrinsic
def rows_to_lanes(typing, rows, starts, first, hand, lanes, place):
    """Transpose eight numbers of eight rows into lanes: the numbers of one hand side by side.

    Row k starts at ``starts[first + k]`` of ``rows``; its number ``hand + i`` goes to
    ``lanes[place + 16 i + k]``.
    """

    def generate(context, builder, kinds, arguments):
        rows, starts, first, hand, lanes, place = arguments
        data = cgutils.create_struct_proxy(kinds.args[1])(context, builder, value=starts).data
        taken = []
        for k in range(_HALF):
            where = builder.add(first, ir.Constant(_INT64, k))
            index = builder.add(builder.load(builder.gep(data, [where])), hand)
            taken.append(
                _load(builder, _pointer(context, builder, kinds.args[0], rows, index, _HALF))
            )
        for i, column in enumerate(_turned(builder, taken)):
            index = builder.add(place, ir.Constant(_INT64, WIDTH * i))
            pointer = _pointer(context, builder, kinds.args[4], lanes, index, _HALF)
            builder.store(column, pointer).align = 4
        return context.get_dummy_value()

    return types.void(rows, starts, types.uint64, types.uint64, lanes, types.uint64), generate


@intrinsic
def lanes_to_rows(typing, lanes, place, rows, starts, first, hand):
    """The inverse of ``rows_to_lanes``."""

    def generate(context, builder, kinds, arguments):
        lanes, place, rows, starts, first, hand = arguments
        data = cgutils.create_struct_proxy(kinds.args[3])(context, builder, value=starts).data
        taken = []
        for i in range(_HALF):
            index = builder.add(place, ir.Constant(_INT64, WIDTH * i))
            taken.append(
                _load(builder, _pointer(context, builder, kinds.args[0], lanes, index, _HALF))
            )
        for k, row in enumerate(_turned(builder, taken)):
            where = builder.add(first, ir.Constant(_INT64, k))
            index = builder.add(builder.load(builder.gep(data, [where])), hand)
            pointer = _pointer(context, builder, kinds.args[2], rows, index, _HALF)
            builder.store(row, pointer).align = 4
        return context.get_dummy_value()

    return types.void(lanes, types.uint64, rows, starts, types.uint64, types.uint64), generate
