"""Colours as eyes see them: contrast, difference, and what is left of them with other colour vision.

Contrast is that of WCAG 2. The difference is CIEDE2000 (Sharma, Wu and Dalal, 2005). The simulation is
that of Machado, Oliveira and Fernandes (2009) at full severity, applied to linear light.
"""

from math import atan2, cos, degrees, exp, hypot, radians, sin, sqrt

RGB = tuple[float, float, float]

SIMULATIONS: dict[str, tuple[RGB, RGB, RGB]] = {
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}


def linear(colour: str) -> RGB:
    """Return a colour like ``#f6eedc`` or ``#000`` as linear light, each part from 0 to 1."""
    digits = colour.lstrip("#")
    if len(digits) == 3:
        digits = "".join(digit * 2 for digit in digits)
    red, green, blue = (_lighten(int(digits[place : place + 2], 16) / 255) for place in (0, 2, 4))
    return red, green, blue


def simulate(colour: RGB, kind: str) -> RGB:
    """Return what is left of a colour for somebody with this kind of colour vision."""
    red, green, blue = (
        min(1.0, max(0.0, sum(weight * part for weight, part in zip(row, colour, strict=True))))
        for row in SIMULATIONS[kind]
    )
    return red, green, blue


def contrast(first: str, second: str) -> float:
    """Return the contrast of two colours, from 1 to 21."""
    lighter, darker = sorted((_luminance(linear(first)), _luminance(linear(second))), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def difference(first: RGB, second: RGB) -> float:
    """Return CIEDE2000 between two colours of linear light."""
    (l1, a1, b1), (l2, a2, b2) = _lab(first), _lab(second)
    mean_chroma = (hypot(a1, b1) + hypot(a2, b2)) / 2
    bend = (1 - sqrt(mean_chroma**7 / (mean_chroma**7 + 25**7))) / 2
    c1, h1 = _polar(a1 * (1 + bend), b1)
    c2, h2 = _polar(a2 * (1 + bend), b2)
    mean_c, mean_l = (c1 + c2) / 2, (l1 + l2) / 2
    step_h = 0.0 if c1 * c2 == 0 else (h2 - h1 + 180) % 360 - 180
    mean_h = h1 + h2 if c1 * c2 == 0 else (h1 + step_h / 2) % 360
    across_h = 2 * sqrt(c1 * c2) * sin(radians(step_h / 2))
    weight = (
        1
        - 0.17 * cos(radians(mean_h - 30))
        + 0.24 * cos(radians(2 * mean_h))
        + 0.32 * cos(radians(3 * mean_h + 6))
        - 0.20 * cos(radians(4 * mean_h - 63))
    )
    s_l = 1 + 0.015 * (mean_l - 50) ** 2 / sqrt(20 + (mean_l - 50) ** 2)
    s_c, s_h = 1 + 0.045 * mean_c, 1 + 0.015 * mean_c * weight
    turn = radians(60 * exp(-(((mean_h - 275) / 25) ** 2)))
    r_t = -2 * sqrt(mean_c**7 / (mean_c**7 + 25**7)) * sin(turn)
    d_l, d_c, d_h = (l2 - l1) / s_l, (c2 - c1) / s_c, across_h / s_h
    return sqrt(d_l**2 + d_c**2 + d_h**2 + r_t * d_c * d_h)


def _lighten(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else float(((part + 0.055) / 1.055) ** 2.4)


def _luminance(colour: RGB) -> float:
    red, green, blue = colour
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _lab(colour: RGB) -> RGB:
    red, green, blue = colour
    x = _root((0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.95047)
    y = _root(_luminance(colour))
    z = _root((0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.08883)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def _root(part: float) -> float:
    return float(part ** (1 / 3)) if part > 216 / 24389 else (24389 / 27 * part + 16) / 116


def _polar(a: float, b: float) -> tuple[float, float]:
    return hypot(a, b), degrees(atan2(b, a)) % 360
