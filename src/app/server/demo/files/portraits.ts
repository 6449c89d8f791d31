import { knownEnterprises } from '../enterprises.ts'
import type { NameSex } from '../names.ts'
import { makeRandom, type Random } from '../random.ts'
import { jpegOf } from './crayons.ts'

/** Describes whom a portrait shows; the same one is drawn whenever the seed is the same. */
export type Sitter = { seed: number; sex: NameSex; age: 'child' | 'adult' }

const skins = ['#f7d7bd', '#f3cdb0', '#edc2a2', '#f9dfca']
const hairs = ['#23201f', '#2b2523', '#3a2e29']
const grounds = ['#dbe7f3', '#e3eaf0', '#d5e3ea', '#e8e4ee']
const coats = ['#2f4858', '#4a5568', '#6b4f4f', '#3b5b4c', '#7a5c74', '#5b6b8c']
const shirts = ['#ffffff', '#f4f1ea', '#e3edf7']

/** Draws a passport photo of nobody: head and shoulders before a plain wall, 358 × 441 as the product cuts them. */
export const drawPortrait = ({ seed, sex, age }: Sitter): Promise<Buffer> => {
  const random = makeRandom(seed * 7907)
  const skin = random.pick(skins)
  const hair = random.pick(hairs)
  const head = headOf(age)
  const parts = [
    `<rect width="358" height="441" fill="${random.pick(grounds)}"/><g transform="translate(179 441) scale(1.16) translate(-179 -441)">`,
    longHair(random, { sex, age, hair, head }),
    age === 'child' ? uniform(skin) : suit(random, skin),
    face(random, skin, head),
    features(random, head, sex),
    fringe(random, { sex, age, hair, head }),
    age === 'adult' && random.chance(0.3) ? glasses(head) : '',
  ]
  return jpegOf(`<svg xmlns="http://www.w3.org/2000/svg" width="358" height="441">${parts.join('')}</g></svg>`)
}

type Head = { x: number; y: number; rx: number; ry: number }

/** Places the head: a child's is rounder, and lower before the same wall. */
const headOf = (age: Sitter['age']): Head =>
  age === 'child' ? { x: 179, y: 212, rx: 84, ry: 92 } : { x: 179, y: 190, rx: 78, ry: 96 }

/** Draws the neck and the uniform of a school, with its red scarf. */
const uniform = (skin: string) => `
  <path d="M152 280h54v64l-27 22-27-22z" fill="${shade(skin)}"/>
  <path d="M40 441c4-66 40-96 112-108l27 26 27-26c72 12 108 42 112 108z" fill="#f8fafc"/>
  <path d="M40 441c4-66 40-96 92-104l-6 104zM318 441c-4-66-40-96-92-104l6 104z" fill="#2f6fb5"/>
  <path d="M148 334l31 24-26 14zM210 334l-31 24 26 14z" fill="#d7352f"/>
  <path d="M179 356l-13 46 9 34 4-30 4 30 9-34z" fill="#c62828"/>`

/** Draws the neck, a shirt and what is worn over it. */
const suit = (random: Random, skin: string) => {
  const coat = random.pick(coats)
  const shirt = random.pick(shirts)
  return `
  <path d="M126 330h106l20 111H106z" fill="${shirt}"/>
  <path d="M150 262h58v58l-29 32-29-32z" fill="${shade(skin)}"/>
  <path d="M20 441c4-70 48-96 116-116l43 116zM338 441c-4-70-48-96-116-116l-43 116z" fill="${coat}"/>
  <path d="M136 325l-18 42 24 8-8 14 45 52zM222 325l18 42-24 8 8 14-45 52z" fill="${coat}" stroke="#0002" stroke-width="2"/>
  <path d="M150 318l29 34-20 22-24-46zM208 318l-29 34 20 22 24-46z" fill="${shirt}" stroke="#0001"/>`
}

const face = (random: Random, skin: string, { x, y, rx, ry }: Head) => {
  const jaw = random.between(56, 70) / 100
  return `
  <ellipse cx="${x - rx}" cy="${y + 14}" rx="11" ry="18" fill="${shade(skin)}"/>
  <ellipse cx="${x + rx}" cy="${y + 14}" rx="11" ry="18" fill="${shade(skin)}"/>
  <path d="M${x - rx} ${y - 10}c0-${ry} ${2 * rx}-${ry} ${2 * rx} 0c0 ${ry * 0.62}-${rx * (1 - jaw)} ${ry + 8}-${rx} ${ry + 8}c-${rx * jaw} 0-${rx}-${ry * 0.46}-${rx}-${ry + 8}z" fill="${skin}"/>`
}

function features(random: Random, { x, y, rx, ry }: Head, sex: NameSex) {
  const apart = rx * 0.42
  const brow = y - ry * 0.13
  const eye = y + ry * 0.06
  const smile = random.between(4, 12)
  const mouth = y + ry * 0.56
  const lip = sex === 'F' ? '#c4605a' : '#b5705f'
  const side = (sign: number) => `
  <path d="M${x + sign * apart - 17} ${brow}q17-${random.between(5, 9)} 34 ${sign * 2}" stroke="#3a302c" stroke-width="${sex === 'F' ? 3.4 : 5}" fill="none" stroke-linecap="round"/>
  <ellipse cx="${x + sign * apart}" cy="${eye}" rx="11" ry="7.5" fill="#fff"/>
  <circle cx="${x + sign * apart}" cy="${eye}" r="6.6" fill="#2d2320"/>
  <circle cx="${x + sign * apart + 2}" cy="${eye - 2}" r="1.8" fill="#fff"/>
  <path d="M${x + sign * apart - 13} ${eye - 3}q13-9 26 0" stroke="#2d2320" stroke-width="2.6" fill="none" stroke-linecap="round"/>
  <ellipse cx="${x + sign * rx * 0.6}" cy="${y + ry * 0.36}" rx="15" ry="9" fill="#ec8f7e" opacity=".22"/>`
  return `${side(-1)}${side(1)}
  <path d="M${x - 3} ${y + ry * 0.14}q-8 ${ry * 0.2} 2 ${ry * 0.2}q6 1 8-2" stroke="#b98a70" stroke-width="2.6" fill="none" stroke-linecap="round"/>
  <path d="M${x - 20} ${mouth}q20 ${smile} 40 0q-20 ${smile + 9}-40 0z" fill="${lip}" stroke="${lip}" stroke-width="2" stroke-linejoin="round"/>`
}

type Hair = Pick<Sitter, 'sex' | 'age'> & { hair: string; head: Head }

/** Draws the hair behind the head: long, tied in two or at the back, or none of it. */
function longHair(random: Random, { sex, age, hair, head: { x, y, rx, ry } }: Hair) {
  if (sex === 'M') return ''
  const way = random.pick(age === 'child' ? ['tails', 'tails', 'bob', 'pony'] : ['long', 'bob', 'pony', 'long'])
  const [top, bottom] = [y - ry, { long: y + ry * 1.75, bob: y + ry * 0.86, pony: y, tails: y }[way] ?? y]
  const tail = (sign: number) =>
    `<path d="M${x + sign * rx * 0.9} ${y - 6}c${sign * 46} 6 ${sign * 40} 90 ${sign * 26} 124c${-sign * 26}-6 ${-sign * 34}-60 ${-sign * 26}-124z" fill="${hair}"/><circle cx="${x + sign * (rx + 8)}" cy="${y + 4}" r="9" fill="#e35d6a"/>`
  if (way === 'tails') return tail(-1) + tail(1)
  if (way === 'pony') return `<ellipse cx="${x}" cy="${y - ry * 0.98}" rx="30" ry="24" fill="${hair}"/>`
  const [wide, deep] = [rx + 12, bottom - top]
  return `<path d="M${x} ${top}c-${wide * 0.7} 0-${wide} ${deep * 0.2}-${wide} ${deep * 0.5}l-4 ${deep * 0.44}q2 ${deep * 0.06} 14 ${deep * 0.06}h${2 * wide - 20}q12 0 14-${deep * 0.06}l-4-${deep * 0.44}c0-${deep * 0.3}-${wide * 0.3}-${deep * 0.5}-${wide}-${deep * 0.5}z" fill="${hair}"/>`
}

/** Draws the hair over the brow. */
function fringe(random: Random, { sex, age, hair, head: { x, y, rx, ry } }: Hair) {
  const crown = `M${x - rx - 5} ${y - 2}c-8-${ry * 1.5} ${2 * rx + 18}-${ry * 1.5} ${2 * rx + 10} 0`
  const short = [
    `c-6-${ry * 0.3}-14-${ry * 0.42}-26-${ry * 0.5}c-40 14-96 12-120-4c-10 12-16 30-18 ${ry * 0.5}z`,
    `c-4-${ry * 0.34}-10-${ry * 0.44}-20-${ry * 0.52}c-30 20-84 24-${rx * 1.3} 2c-10 14-14 30-16 ${ry * 0.5}z`,
    `c-8-${ry * 0.4}-26-${ry * 0.62}-48-${ry * 0.62}c-34 26-70 30-${rx * 0.96} 28c-8 8-12 20-14 ${ry * 0.36}z`,
  ]
  const even = `c-2-${ry * 0.2}-4-${ry * 0.26}-12-${ry * 0.34}q-${rx - 10} 16-${2 * rx - 14} 0c-8 ${ry * 0.1}-10 ${ry * 0.2}-12 ${ry * 0.34}z`
  const parted = `c-10-${ry * 0.36}-36-${ry * 0.6}-${rx * 0.8}-${ry * 0.66}c-10 ${ry * 0.3}-40 ${ry * 0.56}-${rx * 1.2} ${ry * 0.66}z`
  if (sex === 'M') return `<path d="${crown}${random.pick(short)}" fill="${hair}"/>`
  return `<path d="${crown}${random.pick(age === 'child' ? [even, even, parted] : [even, parted, parted])}" fill="${hair}"/>`
}

const glasses = ({ x, y, rx, ry }: Head) => {
  const [apart, eye] = [rx * 0.42, y + ry * 0.06]
  const lens = (sign: number) =>
    `<rect x="${x + sign * apart - 25}" y="${eye - 18}" width="50" height="36" rx="15" fill="#fff2" stroke="#2f3640" stroke-width="3.6"/>`
  return `${lens(-1)}${lens(1)}<path d="M${x - apart + 25} ${eye - 4}q${apart - 25}-7 ${2 * apart - 50} 0" stroke="#2f3640" stroke-width="3.6" fill="none"/>`
}

/** Returns the colour of skin that lies in shade. */
const shade = (skin: string) =>
  `#${[1, 3, 5]
    .map((at) =>
      Math.round(Number.parseInt(skin.slice(at, at + 2), 16) * 0.92)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`

// Suffices for a class in which no two look alike.
export const ofEach = 24
const sitters = (['child', 'adult'] as const).flatMap((age) =>
  (['M', 'F'] as const).flatMap((sex) => Array.from({ length: ofEach }, (_, seed): Sitter => ({ seed, sex, age }))),
)

/** Returns how the file of a portrait is called. */
export const portraitName = ({ age, sex, seed }: Sitter) => `证件照${age === 'child' ? '学生' : '员工'}${sex}${seed + 1}.jpg`

/** Lists the passport photos of the demo; people of one school share them, as nobody stands in front of a camera. */
export const portraits = sitters.map((sitter) => ({
  of: knownEnterprises.experimentalSchool,
  name: portraitName(sitter),
  type: 'jpg',
  file: () => drawPortrait(sitter),
}))
