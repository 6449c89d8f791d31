import { box, child, cloud, type Draw, sun, tree } from './figures.ts'

const leaves = ['#e8590c', '#f08c00', '#ffd43b', '#c92a2a', '#a9a32b']

export const autumn: Draw = (crayons) => {
  const { fill, line, random } = crayons
  fill(box(-2, -2, 104, 62), '#cfe8fa', { strokes: 40 })
  fill(box(-2, 58, 104, 44), random.pick(['#c9d66b', '#e0c97a']), { edge: '#8a8f3c', strokes: 44 })
  if (random.chance(0.7))
    fill(
      [
        [-2, 76],
        [30, 70],
        [65, 78],
        [102, 70],
        [102, 84],
        [60, 90],
        [28, 82],
        [-2, 88],
      ],
      '#74c0fc',
      { edge: '#1971c2', strokes: 44 },
    )
  sun(crayons, [random.pick([14, 86]), 15])
  cloud(crayons, [random.between(35, 60), 14])
  for (const x of random.pick([[24, 72], [50], [18, 47, 80]]))
    tree(crayons, [x + random.between(-4, 4), random.between(66, 72)], random.between(46, 58), leaves)
  for (let i = 0; i < 26; i++) {
    const [x, y] = [random.between(4, 96), random.between(60, 97)]
    fill(box(x, y, 1.4, 1.8), random.pick(leaves), { strokes: 3 })
  }
  for (const x of [random.between(30, 40), random.between(55, 66)])
    line(
      [
        [x - 3, 30],
        [x - 1.4, 27],
        [x, 30],
        [x + 1.6, 27],
        [x + 3, 30],
      ],
      '#495057',
      4,
    )
  if (random.chance(0.6)) child(crayons, [random.between(20, 80), 94], 18)
}

export const space: Draw = (crayons) => {
  const { fill, line, round, random } = crayons
  fill(box(-2, -2, 104, 104), random.pick(['#1b2a6b', '#32226b', '#10324f']), { strokes: 60 })
  for (let i = 0; i < 46; i++) round([random.between(2, 98), random.between(2, 98)], [0.5, 0.5], '#ffe066', { strokes: 2 })
  for (const [x, y] of [
    [random.between(12, 22), random.between(16, 28)],
    [random.between(76, 88), random.between(60, 78)],
    [random.between(14, 26), random.between(72, 86)],
  ] as const) {
    const size = random.between(6, 12)
    round([x, y], [size, size], random.pick(['#ff922b', '#f06595', '#69db7c', '#4dabf7', '#e599f7']), { edge: '#fff3bf' })
    if (random.chance(0.6))
      line(
        [
          [x - size * 1.7, y + 4],
          [x - size, y + 7],
          [x + size, y - 3],
          [x + size * 1.7, y - 7],
        ],
        '#fff3bf',
        12,
      )
  }
  const [x, y] = [random.between(44, 58), random.between(34, 42)]
  fill(
    [
      [x - 5, y + 24],
      [x, y + 44],
      [x + 5, y + 24],
    ],
    '#ff922b',
    { edge: '#ffd43b', strokes: 10 },
  )
  for (const side of [-1, 1])
    fill(
      [
        [x + side * 6, y + 10],
        [x + side * 12, y + 28],
        [x + side * 6, y + 24],
      ],
      '#e03131',
      { strokes: 8 },
    )
  fill(
    [
      [x, y - 22],
      [x + 6, y - 8],
      [x + 7, y + 25],
      [x - 7, y + 25],
      [x - 6, y - 8],
    ],
    '#e9ecef',
    { edge: '#868e96' },
  )
  round([x, y], [3.4, 3.4], '#4dabf7', { edge: '#c92a2a', strokes: 10 })
  if (random.chance(0.7)) child(crayons, [random.between(74, 86), random.between(30, 40)], 20)
}

export const campus: Draw = (crayons) => {
  const { fill, line, random } = crayons
  fill(box(-2, -2, 104, 66), '#d6ecfb', { strokes: 44 })
  fill(box(-2, 62, 104, 40), '#a9d18e', { edge: '#5c940d', strokes: 50 })
  sun(crayons, [88, 13])
  cloud(crayons, [18, 14])
  cloud(crayons, [58, 10])
  const wall = random.pick(['#f4a582', '#f7c873', '#ef9a9a', '#c5b3e6'])
  fill(box(20, 26, 60, 40), wall, { edge: '#8b4a2b', strokes: 44 })
  fill(
    [
      [16, 27],
      [50, 12],
      [84, 27],
    ],
    '#c0392b',
    { edge: '#7b241c' },
  )
  for (let row = 0; row < 2; row++)
    for (let i = 0; i < 6; i++)
      if (row === 0 || (i !== 2 && i !== 3))
        fill(box(24 + i * 9, 31 + row * 16, 6, 9), '#eaf6ff', { edge: '#1971c2', strokes: 6 })
  fill(box(45, 49, 10, 17), '#8b5e3c', { edge: '#5c3a21', strokes: 10 })
  line(
    [
      [9, 72],
      [9, 24],
    ],
    '#868e96',
    8,
  )
  fill(box(9, 24, 9, 9), '#e03131', { strokes: 10 })
  tree(crayons, [91, 72], 34, ['#2f9e44', '#40c057', '#74b816'])
  for (let i = 0; i < random.between(3, 5); i++)
    child(crayons, [random.between(15 + i * 16, 22 + i * 16), random.between(86, 96)], 20)
}

export const sea: Draw = (crayons) => {
  const { fill, line, round, random } = crayons
  fill(box(-2, -2, 104, 104), '#4dabf7', { edge: '#1971c2', strokes: 60 })
  fill(box(-2, 86, 104, 16), '#f1d39a', { edge: '#b08d4a', strokes: 40 })
  for (let i = 0; i < 6; i++) {
    const x = random.between(4, 96)
    line(
      [
        [x, 92],
        [x - 2, 80],
        [x + 2, 70],
        [x - 1, 60],
      ],
      '#2b8a3e',
      12,
    )
  }
  for (let i = 0; i < 7; i++) {
    const [x, y, size] = [random.between(12, 88), random.between(12, 76), random.between(4, 8)]
    const colour = random.pick(['#ff922b', '#f06595', '#ffd43b', '#e03131', '#9775fa'])
    fill(
      [
        [x + size * 0.8, y],
        [x + size * 1.7, y - size],
        [x + size * 1.7, y + size],
      ],
      colour,
      { strokes: 6 },
    )
    round([x, y], [size, size * 0.55], colour, { edge: '#343a40', strokes: 14 })
    round([x - size * 0.55, y - size * 0.2], [0.7, 0.7], '#212529', { strokes: 2 })
  }
  for (let i = 0; i < 14; i++) round([random.between(4, 96), random.between(6, 80)], [0.9, 0.9], '#e7f5ff', { strokes: 3 })
}
