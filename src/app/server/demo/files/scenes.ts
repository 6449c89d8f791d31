import { jpegOf, openCrayons } from './crayons.ts'
import { robot, stage, track } from './gatherings.ts'
import { autumn, campus, sea, space } from './landscapes.ts'

const scenes = { autumn, space, campus, sea, track, stage, robot } as const
export type Scene = keyof typeof scenes

/** Describes a drawing, which its number tells from all others of the scene. */
export type Drawing = { scene: Scene; seed: number; size?: readonly [number, number] }

const drawn = new Map<string, Promise<Buffer>>()

/** Draws what a child would: the same scene and seed are the same picture, which is drawn once and used in several files. */
export function drawScene(scene: Scene, seed: number, [width, height]: readonly [number, number]): Promise<Buffer> {
  const key = [scene, seed, width, height].join()
  const known = drawn.get(key)
  if (known) return known
  const crayons = openCrayons({ width, height, paper: '#fdfcf7', seed: seed * 7919 })
  scenes[scene](crayons)
  const drawing = jpegOf(crayons.text())
  drawn.set(key, drawing)
  return drawing
}

/** Forgets the pictures, when all files are made. */
export const forgetScenes = () => drawn.clear()
