import { knownEnterprises } from '../enterprises.ts'
import { type Drawing, drawScene } from '../files/scenes.ts'
import { plans } from './activityPlans.ts'
import { workPlans } from './workPlans.ts'

const usual = [960, 720] as const
const wide = [1000, 500] as const
const of = knownEnterprises.experimentalSchool

const pictureOf = (name: string, { scene, seed, size = usual }: Drawing) => ({
  of,
  name: `${name}.jpg`,
  type: 'jpg',
  file: () => drawScene(scene, seed, size),
})

/** Returns how the picture of an activity's cover is called. */
export const coverName = (title: string) => `${title}封面`
/** Returns how the pictures of a work are called. */
export const workPictureName = (title: string, i: number) => (i === 0 ? title : `${title}（${i + 1}）`)

/** Lists the pictures of the activities: their covers, and their works. */
export const activityPictures = [
  ...plans.flatMap(({ title, cover }) => (cover ? [pictureOf(coverName(title), { ...cover, size: wide })] : [])),
  ...workPlans.flatMap(({ title, drawings }) => drawings.map((drawing, i) => pictureOf(workPictureName(title, i), drawing))),
]
