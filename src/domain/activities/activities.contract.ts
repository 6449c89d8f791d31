/**
 * Names the states of an activity as people see them (docs/spec/states.md); `soon`, `open`, `closed` and `underWay` follow from
 * its times.
 */
export const ActivityState = {
  deleted: '0',
  draft: '1',
  waiting: '2',
  soon: '3',
  open: '4',
  closed: '5',
  underWay: '6',
  ended: '7',
  cancelled: '8',
} as const
/** Names the one stored state of all that are published. */
export const published = ActivityState.open

/** Names the states of an enrolment. */
export const EnrolState = { deleted: '0', reviewing: '1', taken: '2', waiting: '3', refused: '4', cancelled: '5' } as const
/** Names the states of a work. */
export const WorkState = { deleted: '0', waiting: '1', shown: '2', refused: '3' } as const

/** Names whom an activity is for. */
export const For = { students: '1', employees: '2', both: '3' } as const
/** Names how places are counted: all together, or per grade. */
export const QuotaMode = { all: '1', grades: '2' } as const
/** Names what a work consists of. */
export const WorkKind = { pictures: '1', video: '2', either: '3' } as const

/** Limits the pictures of a work; of videos it has one. */
export const mostPictures = 9
