"""Points with logarithmic axes as an SVG, without any library."""
import math

COLOURS = ["#1b6ca8", "#5aa9e6", "#2e8b57", "#8fbc8f", "#c0392b", "#e08e0b"]
WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 860, 520, 70, 190, 30, 50


def ticks(low, high):
    """Round numbers between the two, six to a power of ten."""
    powers = range(math.floor(math.log10(low)), math.ceil(math.log10(high)) + 1)
    return [step * 10.0**power for power in powers for step in (1, 1.5, 2, 3, 5, 7)
            if low <= step * 10.0**power <= high]


class Frame:
    """Where a point is on the drawing."""

    def __init__(self, points):
        self.spans = [(min(point[axis] for point in points) / 1.3, max(point[axis] for point in points) * 1.3)
                      for axis in (0, 1)]

    def place(self, axis, value):
        low, high = map(math.log, self.spans[axis])
        share = (math.log(value) - low) / (high - low)
        return (LEFT + share * (WIDTH - LEFT - RIGHT) if axis == 0
                else HEIGHT - BOTTOM - share * (HEIGHT - TOP - BOTTOM))


def axes(frame, across, up):
    lines = []
    for tick in ticks(*frame.spans[0]):
        x = frame.place(0, tick)
        lines.append(f'<line x1="{x:.1f}" y1="{TOP}" x2="{x:.1f}" y2="{HEIGHT - BOTTOM}" stroke="#ddd"/>'
                     f'<text x="{x:.1f}" y="{HEIGHT - BOTTOM + 18}" text-anchor="middle">{tick:,.0f}</text>')
    for tick in ticks(*frame.spans[1]):
        y = frame.place(1, tick)
        lines.append(f'<line x1="{LEFT}" y1="{y:.1f}" x2="{WIDTH - RIGHT}" y2="{y:.1f}" stroke="#ddd"/>'
                     f'<text x="{LEFT - 8}" y="{y + 4:.1f}" text-anchor="end">{tick:g}</text>')
    lines.append(f'<text x="{(LEFT + WIDTH - RIGHT) / 2:.0f}" y="{HEIGHT - 10}" '
                 f'text-anchor="middle">{across}</text>')
    lines.append(f'<text x="16" y="{HEIGHT / 2:.0f}" text-anchor="middle" '
                 f'transform="rotate(-90 16 {HEIGHT / 2:.0f})">{up}</text>')
    return lines


def draw(series, across, up):
    """The SVG of {name: [(x, y, title)]}; nothing where there is no point."""
    points = [point for row in series.values() for point in row]
    if not points:
        return None
    frame = Frame(points)
    svg = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" '
           'font-family="sans-serif" font-size="12">',
           f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>', *axes(frame, across, up)]
    for number, (name, row) in enumerate(series.items()):
        colour = COLOURS[number % len(COLOURS)]
        for x, y, title in sorted(row):
            svg.append(f'<circle cx="{frame.place(0, x):.1f}" cy="{frame.place(1, y):.1f}" r="4" '
                       f'fill="{colour}"><title>{title}</title></circle>')
        y = TOP + 20 + 20 * number
        svg.append(f'<circle cx="{WIDTH - RIGHT + 20}" cy="{y}" r="4" fill="{colour}"/>'
                   f'<text x="{WIDTH - RIGHT + 32}" y="{y + 4}">{name}</text>')
    return "\n".join([*svg, "</svg>", ""])
