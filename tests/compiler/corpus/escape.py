"""Walk through a maze that is dug as you go: search by breadth finds how far the door is."""

from balancer.plain import Game, Persona, counter, ending, habit, knob

NORTH, EAST, SOUTH, WEST = (0, -1), (1, 0), (0, 1), (-1, 0)
DIRECTIONS = {"north": NORTH, "east": EAST, "south": SOUTH, "west": WEST}


class Escape(Game):
    seats = range(2, 5)
    max_rounds = 40
    size_of_maze = knob(5, range(3, 7), "Side of the maze.")
    walls = knob(6, range(0, 9), "Walls.")

    out_of_it = ending("Somebody escaped.", "escape")
    stuck = counter("Moves against a wall.", "moves")

    def setup(self):
        n = self.size_of_maze
        cells = [(x, y) for x in range(n) for y in range(n) if (x, y) not in ((0, 0), (n - 1, n - 1))]
        self.shuffle(cells)
        self.blocked = set(cells[: min(self.walls, n)])
        for p in self.players:
            p.at = (0, 0)
        self.door = (n - 1, n - 1)

    def inside(self, cell):
        return all(0 <= c < self.size_of_maze for c in cell)

    def distance(self, start):
        seen = {start: 0}
        queue = [start]
        while queue:
            cell = queue.pop(0)
            if cell == self.door:
                return seen[cell]
            x, y = cell
            for dx, dy in DIRECTIONS.values():
                step = (x + dx, y + dy)
                if self.inside(step) and step not in self.blocked and step not in seen:
                    seen[step] = seen[cell] + 1
                    queue.append(step)
        return None

    def turn(self, p):
        way = p.choose("walk", list(DIRECTIONS))
        dx, dy = DIRECTIONS[way]
        step = p.at[0] + dx, p.at[1] + dy
        if not self.inside(step) or step in self.blocked:
            self.stuck += 1
            if step in self.blocked and self.roll(6) == 6:
                self.blocked.discard(step)
            return
        p.at = step
        if p.at == self.door:
            self.end("out_of_it")

    def score(self, p):
        left = self.distance(p.at)
        return 0 if left is None else 50 - left


class Walker(Persona):
    """Takes the shortest way."""

    care = habit(1, range(0, 4), "How much it avoids walls.")

    def walk(self, game, me, way):
        dx, dy = DIRECTIONS[way]
        step = (me.at[0] + dx, me.at[1] + dy)
        if not game.inside(step):
            return -1000
        if step in game.blocked:
            return -20 - self.care
        left = game.distance(step)
        return -left if left is not None else -15
