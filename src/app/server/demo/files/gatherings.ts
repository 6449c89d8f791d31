import { box, child, cloud, type Draw, sun } from './figures.ts'

/** Draws a run on the sports field. */
export const track: Draw = (crayons) => {
  const { fill, line, random } = crayons
  fill(box(-2, -2, 104, 50), '#d6ecfb', { strokes: 40 })
  fill(box(-2, 44, 104, 12), '#8ccf7e', { edge: '#5c940d', strokes: 44 })
  fill(box(-2, 55, 104, 48), '#e8735a', { edge: '#a33b26', strokes: 60 })
  for (let lane = 0; lane < 4; lane++)
    line(
      [
        [-2, 62 + lane * 11],
        [50, 61 + lane * 11],
        [102, 62 + lane * 11],
      ],
      '#fff5f0',
      7,
    )
  sun(crayons, [86, 15])
  cloud(crayons, [22, 16])
  for (let i = 0; i < 7; i++)
    fill(box(6 + i * 13, 32, 8, 7), random.pick(['#e03131', '#ffd43b', '#1c7ed6', '#2f9e44']), { strokes: 6 })
  for (let i = 0; i < 5; i++) child(crayons, [12 + i * 17 + random.between(0, 6), random.between(74, 94)], 26)
}

/** Draws a choir on its stage. */
export const stage: Draw = (crayons) => {
  const { fill, line, round, random } = crayons
  fill(box(-2, -2, 104, 78), '#fff3bf', { edge: '#f59f00', strokes: 50 })
  fill(box(-2, 74, 104, 30), '#b08968', { edge: '#6b4f36', strokes: 50 })
  for (const x of [-2, 84]) fill(box(x, -2, 18, 78), '#c92a2a', { edge: '#7b1818', strokes: 16 })
  for (let i = 0; i < 5; i++) {
    const [x, y] = [random.between(22, 78), random.between(8, 34)]
    round([x, y], [1.6, 1.3], '#5f3dc4', { strokes: 5 })
    line(
      [
        [x + 1.5, y],
        [x + 1.5, y - 11],
        [x + 4, y - 8],
      ],
      '#5f3dc4',
      7,
    )
  }
  for (let row = 0; row < 2; row++) for (let i = 0; i < 5; i++) child(crayons, [22 + row * 6 + i * 13, 74 + row * 16], 25)
}

/** Draws a robot and those who built it. */
export const robot: Draw = (crayons) => {
  const { fill, line, round, random } = crayons
  fill(box(-2, -2, 104, 74), '#e7f5ff', { edge: '#74c0fc', strokes: 44 })
  fill(box(-2, 70, 104, 34), '#ced4da', { edge: '#868e96', strokes: 50 })
  const colour = random.pick(['#4dabf7', '#ffa94d', '#69db7c'])
  fill(box(37, 38, 26, 34), colour, { edge: '#1864ab' })
  fill(box(41, 14, 18, 19), colour, { edge: '#1864ab' })
  line(
    [
      [50, 14],
      [50, 5],
    ],
    '#1864ab',
    8,
  )
  round([50, 5], [1.6, 1.6], '#e03131', { strokes: 4 })
  for (const side of [-1, 1]) {
    round([50 + side * 4, 21], [2, 2], '#fff', { edge: '#212529', strokes: 3 })
    fill(box(50 + side * 17 - 3, 40, 6, 26), colour, { edge: '#1864ab', strokes: 8 })
    fill(box(50 + side * 7 - 4, 72, 8, 16), '#868e96', { edge: '#343a40', strokes: 8 })
  }
  line(
    [
      [45, 28],
      [50, 30],
      [55, 28],
    ],
    '#212529',
    7,
  )
  for (let i = 0; i < 3; i++) round([43 + i * 7, 48], [2, 2], random.pick(['#e03131', '#ffd43b', '#2f9e44']), { strokes: 4 })
  child(crayons, [18, 92], 34)
  child(crayons, [82, 92], 34)
}
