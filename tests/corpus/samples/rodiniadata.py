"""Small inputs for Rodinia's programs, whose repository does not have theirs: each in the
form that the program reads, with numbers of a fixed seed."""

import os
import random
import struct


def lines(path, values):
    with open(path, "w", encoding="ascii") as file:
        for value in values:
            file.write(f"{value}\n")


def grid(place, name, count, lowest, highest, draw):
    lines(
        os.path.join(place, name),
        (f"{draw.uniform(lowest, highest):.6f}" for _ in range(count)),
    )


def bfs(place, draw):
    """Nodes with (first edge, edges), the source, and edges with (node, cost)."""
    nodes, degree = 4096, 6
    text = [str(nodes)]
    text += [f"{node * degree} {degree}" for node in range(nodes)]
    text += ["", "0", "", str(nodes * degree)]
    text += [
        f"{draw.randrange(nodes)} {draw.randrange(1, 10)}"
        for _ in range(nodes * degree)
    ]
    lines(os.path.join(place, "bfs.txt"), text)


def tree(place, draw):
    numbers = list(range(10000))
    draw.shuffle(numbers)
    lines(os.path.join(place, "mil.txt"), [len(numbers)] + numbers)
    lines(os.path.join(place, "command.txt"), ["j 600 300", "", "k 1000", ""])


def cfd(place, draw):
    """Cells with their area and, for each side, neighbour and normal."""
    cells = 1024
    text = [str(cells)]
    for cell in range(cells):
        values = [f"{draw.uniform(0.5, 1.5):.6f}"]
        for side in range(4):
            neighbour = cell + (1, -1, 32, -32)[side]
            values.append(str(neighbour + 1 if 0 <= neighbour < cells else -1))
            values += [f"{draw.uniform(-0.1, 0.1):.6f}" for _ in range(3)]
        text.append(" ".join(values))
    lines(os.path.join(place, "fvcorr.txt"), text)


def kmeans(place, draw):
    lines(
        os.path.join(place, "kdd_cup"),
        (
            f"{i} " + " ".join(f"{draw.uniform(0, 100):.3f}" for _ in range(8))
            for i in range(4096)
        ),
    )


def records(place, draw):
    """Hurricanes at fixed columns: year, month, day, hour, number, name, place, wind and pressure."""
    os.makedirs(os.path.join(place, "nn"))
    for number in range(4):
        lines(
            os.path.join(place, "nn", f"cane4_{number}.db"),
            (
                f"{draw.randrange(1950, 2005)} {draw.randrange(1, 13):2d} {draw.randrange(1, 29):2d}"
                f" {draw.randrange(0, 24, 6):2d} {draw.randrange(1, 28):2d} ALBERTO    "
                f"{draw.uniform(7, 64):4.1f} {draw.uniform(7, 359):5.1f} {draw.randrange(10, 165):4d}"
                f" {draw.randrange(0, 400):4d}"
                for _ in range(2048)
            ),
        )


def picture(place, draw):
    """A bitmap of 192 x 192 with three bytes for each point."""
    side = 192
    header = struct.pack("<2sIHHI", b"BM", 54 + 3 * side * side, 0, 0, 54)
    header += struct.pack("<IiiHHIIiiII", 40, side, side, 1, 24, 0, 0, 2835, 2835, 0, 0)
    os.makedirs(os.path.join(place, "dwt2d"))
    with open(os.path.join(place, "dwt2d", "rgb.bmp"), "wb") as file:
        file.write(header + draw.randbytes(3 * side * side))


def genome(place, draw):
    letters = "".join(draw.choice("ACGT") for _ in range(4000))
    rows = [letters[at:][:70] for at in range(0, len(letters), 70)]
    lines(os.path.join(place, "reference.fna"), [">reference"] + rows)
    queries = []
    for number in range(64):
        at = draw.randrange(len(letters) - 100)
        queries += [f">query{number}", letters[at:][:100]]
    lines(os.path.join(place, "query.fna"), queries)


def write_data(name, place):
    """What the sample `name` reads, below `place`."""
    os.makedirs(place, exist_ok=True)
    draw = random.Random(1)
    name = name.removeprefix("rodinia ")
    if name == "bfs":
        bfs(place, draw)
    elif name == "b+tree":
        tree(place, draw)
    elif name == "cfd":
        cfd(place, draw)
    elif name == "hotspot":
        grid(place, "temp_64", 64 * 64, 320, 340, draw)
        grid(place, "power_64", 64 * 64, 0, 0.001, draw)
    elif name == "hotspot3D":
        grid(place, "temp_64x8", 64 * 64 * 8, 320, 340, draw)
        grid(place, "power_64x8", 64 * 64 * 8, 0, 0.001, draw)
    elif name == "huffman":
        with open(os.path.join(place, "huffman.in"), "wb") as file:
            file.write(bytes(int(draw.gauss(128, 20)) & 255 for _ in range(65536)))
    elif name == "kmeans":
        kmeans(place, draw)
    elif name == "dwt2d":
        picture(place, draw)
    elif name == "nn":
        records(place, draw)
    elif name == "mummergpu":
        genome(place, draw)
