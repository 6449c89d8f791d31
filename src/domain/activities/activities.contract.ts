/**
 * States of an activity as people see them (docs/spec/states.md); `soon`, `open`, `closed` and `underWay` are told by its times.
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
/** The one state that is kept of all that are published. */
export const published = ActivityState.open

/** States of an enrolment. */
export const EnrolState = { deleted: '0', reviewing: '1', taken: '2', waiting: '3', refused: '4', cancelled: '5' } as const
/** States of a work. */
export const WorkState = { deleted: '0', waiting: '1', shown: '2', refused: '3' } as const

/** Whom an activity is for. */
export const For = { students: '1', employees: '2', both: '3' } as const
/** How places are counted: all together, or each grade by itself. */
export const QuotaMode = { all: '1', grades: '2' } as const
/** What a work is made of. */
export const WorkKind = { pictures: '1', video: '2', either: '3' } as const

/** So many pictures a work may have; of videos one. */
export const mostPictures = 9
