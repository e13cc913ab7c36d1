"""What stands, lies and hangs at home, as somebody might draw it."""

import math

import numpy as np

from drawn_worn import clock_face


def clock(s):
    size = s.u(0.42, 0.5)
    if s.chance(0.2):
        for a in np.linspace(0, 2 * math.pi, 19)[:-1]:
            s.line([(0, 0), (size * 1.5 * math.cos(a), size * 1.5 * math.sin(a))], 0, 0.05, soft=0)
    s.oval(0, 0, size, size)
    s.oval(0, 0, size * s.u(0.8, 0.93), size * s.u(0.8, 0.93), 'white' if s.chance(0.7) else 0.3)
    clock_face(s, size * 0.75, 'dark')


def turned(s, half, **how):
    """As from a potter's wheel, with a rim that is seen from a little above."""
    s.sides(half, **how)
    (_, y), (x, _) = half[0], half[1]
    if s.chance(0.7):
        s.oval(0, y, x, x * s.u(0.1, 0.25), s.u(-0.5, 0.3))


def handle(s, x, y, size, thick):
    s.ring(x, y, size, size * s.u(1, 1.5), s.u(-0.3, 0.1), thick, -math.pi / 2, math.pi / 2)


def mug(s):
    wide, high = s.u(0.24, 0.34), s.u(0.4, 0.7)
    handle(s, wide * 0.95, high * 0.5, high * 0.25, s.u(0.04, 0.08))
    turned(s, [(0, 0), (wide, 0), (wide * s.u(0.9, 1.2), high * 0.5), (wide * s.u(0.6, 1), high), (0, high)], fabric=True)
    if s.chance(0.25):
        s.oval(0, high * 1.02, wide * 1.7, 0.06, -0.1)


def kettle(s):
    wide = s.u(0.32, 0.45)
    s.line([(wide * 0.7, 0.4), (wide * 1.3, s.u(0.1, 0.3)), (wide * 1.5, s.u(-0.1, 0.1))], 0, s.u(0.06, 0.14))
    if s.chance(0.5):
        s.ring(0, 0.05, wide * 0.7, s.u(0.25, 0.4), 'dark' if s.chance(0.6) else 'wood', 0.05, math.pi, 2 * math.pi)
    else:
        s.ring(-wide * 0.9, 0.28, 0.18, 0.2, s.u(-0.3, 0), 0.06, math.pi / 2, 3 * math.pi / 2)
    s.sides([(0, 0), (wide * 0.5, 0.02), (wide, s.u(0.25, 0.5)), (wide * s.u(0.7, 1), 0.6), (0, 0.6)], soft=2)
    s.oval(0, -0.03, 0.05, 0.05, 'dark' if s.chance(0.5) else 'metal')


def pot(s):
    wide, high = s.u(0.35, 0.48), s.u(0.22, 0.45)
    if s.chance(0.5):
        s.both(s.line, [(wide * 0.95, high * 0.3), (wide * 1.2, high * 0.3), (wide * 0.95, high * 0.45)], s.u(-0.3, 0.1), 0.04)
    else:
        s.line([(wide * 0.9, high * 0.2), (wide * 2, s.u(-0.1, 0.1))], s.random.choice(('dark', 'wood', 'metal')), s.u(0.05, 0.08))
    s.sides([(0, 0), (wide, 0), (wide * s.u(0.85, 1), high), (0, high)], soft=1)
    if s.chance(0.6):
        s.sides([(0, -s.u(0.06, 0.14)), (wide * 0.6, -0.06), (wide, 0.01), (0, 0.02)], s.u(-0.15, 0.25))
        s.oval(0, -0.12, 0.045, 0.035, 'metal' if s.chance(0.5) else 'dark')
    else:
        s.oval(0, 0, wide, wide * s.u(0.12, 0.25), s.u(-0.6, -0.2))


def pan(s):
    size, flat = s.u(0.34, 0.42), s.u(0.35, 1)
    s.line([(size * 0.8, 0.0), (size * s.u(2, 2.6), s.u(0, 0.35))], s.random.choice(('dark', 'wood', 'metal')), s.u(0.06, 0.09))
    s.oval(0, 0, size, size * flat)
    s.oval(0, 0, size * 0.86, size * flat * 0.86, s.u(-0.5, 0.3))


def bottle(s):
    wide, neck, high = s.u(0.13, 0.2), s.u(0.06, 0.12), s.u(0.7, 1)
    s.sides([(0, 0), (neck, 0), (neck, 0.08), (wide, s.u(0.18, 0.35)), (wide, high), (0, high)])
    s.box(-neck * 1.1, -s.u(0.06, 0.14), neck * 1.1, 0.02, s.random.choice(('dark', 'wood', 'metal', 'other')), soft=1)
    if s.chance(0.3):
        s.ring(0, -0.13, 0.06, 0.06, 'dark', 0.025, math.pi, 2 * math.pi)


def vase(s):
    neck, wide, high = s.u(0.05, 0.18), s.u(0.2, 0.4), s.u(0.6, 1)
    for _ in range(s.random.randint(0, 5)):
        x = s.u(-0.3, 0.3)
        s.line([(0, 0.05), (x * 0.6, -0.2), (x, -s.u(0.3, 0.5))], 'leaf', 0.015)
        s.oval(x, -s.u(0.3, 0.5), 0.05, 0.05, 'other')
    turned(s, [(0, 0), (neck * 1.1, 0), (neck, high * s.u(0.1, 0.35)), (wide, high * s.u(0.45, 0.75)), (wide * s.u(0.4, 0.8), high), (0, high)], fabric=True, soft=2)
    if s.chance(0.2):
        s.ring(0, high * 0.35, wide * 0.9, 0.15, 0, 0.03, 0, math.pi)


def plant_pot(s):
    wide, high = s.u(0.22, 0.38), s.u(0.3, 0.45)
    for _ in range(s.random.randint(6, 16)):
        x, y = s.u(-0.4, 0.4), -s.u(0.1, 0.6)
        s.fill([(0, 0), (x * 0.6 - 0.05, y * 0.6), (x, y), (x * 0.6 + 0.07, y * 0.5)], 'leaf' if s.chance(0.8) else 'flame')
    if s.chance(0.25):
        s.both(s.line, [(wide * 0.7, 0.1), (wide * 0.9, high + 0.25)], 'wood', 0.03)
    s.sides([(0, 0), (wide, 0), (wide * s.u(0.6, 1), high), (0, high)], fabric=True, soft=1)


def lamp(s):
    shade, high, wide = s.u(0.2, 0.35), s.u(0.5, 1.4), s.u(0.08, 0.24)
    if s.chance(0.25):
        s.line([(0, -s.u(0.3, 0.8)), (0, 0)], 'dark', 0.014)
    else:
        s.line([(0, 0), (0, high)], s.random.choice(('metal', 'gold', 'dark', 'wood', 0)), s.u(0.02, 0.06))
        s.sides([(0, high - 0.04), (wide, high - 0.03), (wide * 1.1, high), (0, high)], s.random.choice(('metal', 'dark', 'wood', 0)), soft=1)
        if high < 0.8 and s.chance(0.6):
            s.oval(0, high * 0.7, wide, high * 0.28, 'other')
    s.sides([(0, -0.05), (shade * s.u(0.3, 1), -0.05), (shade, 0.25), (0, 0.25)], s.u(0, 0.5), fabric=True, soft=s.random.randint(0, 2))


def candle(s):
    wide, high = s.u(0.15, 0.35), s.u(0.25, 0.8)
    s.line([(0, 0), (0, -0.08)], 'dark', 0.012)
    s.fill([(0, -0.28), (0.05, -0.14), (0, -0.06), (-0.05, -0.14)], 'flame')
    turned(s, [(0, 0), (wide, 0), (wide, high), (0, high)], soft=1)
    if s.chance(0.5):
        s.box(-wide * 0.6, high * 0.4, wide * 0.6, high * 0.75, 'white', soft=0)


def rug(s):
    wide, high = s.u(0.3, 0.5), s.u(0.4, 0.6)
    if s.chance(0.25):
        for share in (1, 0.8, 0.6, 0.4)[:s.random.randint(2, 4)]:
            s.oval(0, 0, 0.5 * share, 0.5 * share, s.u(-0.4, 0.4))
        return
    s.box(-wide, -high, wide, high, soft=0, fabric=True)
    if s.chance(0.5):
        s.box(-wide * 0.85, -high * 0.88, wide * 0.85, high * 0.88, s.u(-0.3, 0.4), soft=0)
    for y in np.linspace(-high * 0.9, high * 0.9, s.random.randint(4, 16)) if s.chance(0.5) else ():
        s.line([(-wide, y), (wide, y)], 'other' if s.chance(0.5) else s.u(-0.4, 0.4), s.u(0.01, 0.04))
    if s.chance(0.4):
        for x in np.linspace(-wide, wide, 20):
            s.line([(x, high), (x, high + 0.06)], 0.3, 0.01)


def cushion(s):
    wide, high = s.u(0.35, 0.5), s.u(0.25, 0.5)
    s.fill([(-wide, -high), (0, -high * 0.88), (wide, -high), (wide * 0.9, 0), (wide, high), (0, high * 0.88), (-wide, high), (-wide * 0.9, 0)], fabric=True, soft=2)
    if s.chance(0.4):
        s.oval(0, 0, 0.03, 0.03, -0.4)


def towels(s):
    high, wide = s.u(0.12, 0.2), s.u(0.35, 0.5)
    for at in range(s.random.randint(1, 4)):
        s.box(-wide * s.u(0.95, 1), at * high, wide * s.u(0.95, 1), (at + 0.93) * high, s.u(-0.15, 0.15), soft=2, fabric=True)
        s.line([(-wide * 0.9, (at + 0.5) * high), (wide * 0.9, (at + 0.5) * high)], -0.25, 0.01)


def sofa(s, wide=None):
    wide, seat = wide or s.u(0.6, 0.9), s.u(0.3, 0.4)
    s.both(s.line, [(wide * 0.85, seat + 0.15), (wide * 0.9, seat + s.u(0.25, 0.35))], 'wood' if s.chance(0.6) else 'dark', 0.04)
    s.sides([(0, 0), (wide * 0.9, 0), (wide * 0.92, seat + 0.2), (0, seat + 0.2)], -0.08, fabric=True)
    s.sides([(0, seat * 0.75), (wide * 0.85, seat * 0.75), (wide * 0.85, seat + 0.1), (0, seat + 0.1)], s.u(-0.1, 0.2), soft=1)
    s.both(s.fill, [(wide * 0.82, seat * 0.45), (wide, seat * 0.45), (wide, seat + 0.22), (wide * 0.82, seat + 0.22)], s.u(-0.2, 0.1))
    for x in np.linspace(-wide, wide, s.random.randint(3, 5))[1:-1] if wide > 0.5 else ():
        s.line([(x, 0.03), (x, seat + 0.1)], -0.3, 0.012)


def armchair(s):
    sofa(s, s.u(0.32, 0.42))


def table(s):
    wide, high = s.u(0.35, 0.6), s.u(0.3, 0.6)
    s.main = s.tone('wood') if s.chance(0.6) else s.main
    legs = s.random.choice((0.9, 0.75, 0))
    if legs:
        s.both(s.line, [(wide * legs * 0.9, 0.03), (wide * legs, high)], -0.2, s.u(0.03, 0.06))
        if s.chance(0.6):
            s.both(s.line, [(wide * legs * 0.5, 0.03), (wide * legs * 0.55, high * 0.85)], -0.3, 0.035)
    else:
        s.line([(0, 0.03), (0, high)], -0.15, 0.1)
        s.oval(0, high, wide * 0.4, 0.04, -0.2)
    if s.chance(0.5):
        s.oval(0, 0, wide, s.u(0.05, 0.16))
    else:
        s.box(-wide, -s.u(0.02, 0.08), wide, 0.05, soft=0)


def bed(s):
    s.box(-0.6, -s.u(0.2, 0.35), 0.6, 0.4, 'wood' if s.chance(0.6) else 0, soft=1)
    s.both(s.fill, [(0.05, -0.08), (0.5, -0.08), (0.5, 0.12), (0.05, 0.12)], 'white')
    s.sides([(0, 0.08), (0.58, 0.08), (0.68, 0.48), (0, 0.5)], 0.0 if s.chance(0.7) else 'other', fabric=True)
    s.sides([(0, 0.08), (0.58, 0.08), (0.6, 0.2), (0, 0.2)], 'white' if s.chance(0.5) else 0.3)


def bowl(s):
    wide = s.u(0.35, 0.5)
    turned(s, [(0, 0), (wide, 0), (wide * 0.8, 0.22), (wide * 0.4, s.u(0.28, 0.4)), (0, 0.35)], fabric=True)


def carton(s):
    """A packet or a book."""
    wide, high, depth = s.u(0.2, 0.45), s.u(0.3, 0.6), s.u(0.03, 0.15)
    s.box(-wide, -high, wide, high, soft=0, fabric=True)
    s.fill([(wide, -high), (wide + depth, -high - depth * 0.6), (wide + depth, high - depth * 0.6), (wide, high)], -0.3, soft=0)
    s.box(-wide * 0.7, -high * 0.7, wide * 0.7, -high * s.u(-0.3, 0.4), 'other' if s.chance(0.6) else 'white', soft=0)


def telephone(s):
    wide, high = s.u(0.22, 0.28), s.u(0.45, 0.55)
    s.box(-wide, -high, wide, high, soft=2)
    s.box(-wide * 0.9, -high * 0.88, wide * 0.9, high * 0.88, 'dark' if s.chance(0.5) else 'other', soft=0)
