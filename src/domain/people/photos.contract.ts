/**
 * Describes the photos of employees, students and guardians: their smallest measures, and the size they are cut to
 * (docs/spec/photos.md#kinds).
 */
export const photoKinds = {
  card: { name: '证件照', field: 'cardPht', least: { width: 295, height: 413 }, cut: { width: 358, height: 441 } },
  face: { name: '人脸照', field: 'facePht', least: { width: 480, height: 640 }, cut: { width: 600, height: 800 } },
} as const
export type PhotoKind = keyof typeof photoKinds

/** Names the states of an application: to be reviewed, passed, refused. */
export const PhotoState = { waiting: '1', passed: '2', refused: '3' } as const
