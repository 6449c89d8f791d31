import type { Crayons, Point } from './crayons.ts'

export type Draw = (crayons: Crayons) => void

/** Returns the corners of a rectangle. */
export const box = (x: number, y: number, w: number, h: number): Point[] => [
  [x, y],
  [x + w, y],
  [x + w, y + h],
  [x, y + h],
]

export function sun({ line, round }: Crayons, at: Point) {
  const [x, y] = at
  for (let i = 0; i < 12; i++) {
    const [dx, dy] = [Math.cos((i / 6) * Math.PI), Math.sin((i / 6) * Math.PI)]
    line(
      [
        [x + dx * 7, y + dy * 9],
        [x + dx * 10, y + dy * 13],
      ],
      '#f59f00',
      9,
    )
  }
  round(at, [5.5, 5.5], '#ffd43b', { edge: '#f08c00' })
}

export function cloud({ round }: Crayons, [x, y]: Point) {
  for (const [dx, dy, size] of [
    [-4, 1, 3.4],
    [0, -1, 4.4],
    [4.5, 1, 3.6],
  ] as const)
    round([x + dx, y + dy], [size, size * 0.8], '#dbe9f6', { edge: '#a5bfd8', strokes: 12 })
}

export function tree(crayons: Crayons, [x, y]: Point, size: number, colours: readonly string[]) {
  const { fill, round, random } = crayons
  const trunk: Point[] = [
    [x - size * 0.09, y],
    [x - size * 0.05, y - size * 0.6],
    [x + size * 0.05, y - size * 0.6],
    [x + size * 0.1, y],
  ]
  fill(trunk, '#8b5e3c', { edge: '#5c3a21', strokes: 8 })
  for (let i = 0; i < 9; i++)
    round(
      [x + random.between(-22, 22) * size * 0.012, y - size * (0.72 + random.between(-16, 20) / 100)],
      [size * 0.15, size * 0.14],
      random.pick(colours),
      { strokes: 12 },
    )
}

export function child({ fill, line, round, random }: Crayons, [x, y]: Point, size: number) {
  const coat = random.pick(['#e03131', '#1c7ed6', '#f08c00', '#9c36b5', '#2f9e44'])
  for (const side of [-1, 1]) {
    line(
      [
        [x + side * size * 0.1, y - size * 0.3],
        [x + side * size * 0.16, y],
      ],
      '#364fc7',
      7,
    )
    line(
      [
        [x, y - size * 0.62],
        [x + side * size * 0.36, y - size * random.between(45, 85) * 0.01],
      ],
      coat,
      7,
    )
  }
  fill(
    [
      [x - size * 0.14, y - size * 0.72],
      [x + size * 0.14, y - size * 0.72],
      [x + size * 0.2, y - size * 0.28],
      [x - size * 0.2, y - size * 0.28],
    ],
    coat,
    { strokes: 8 },
  )
  round([x, y - size * 0.9], [size * 0.13, size * 0.13], '#ffd8a8', { edge: '#7c4a21', strokes: 8 })
}
