/**
 * The photos that employees and students have: what one must measure at least, and the size it is cut to
 * (docs/spec/photos.md#kinds).
 */
export const photoKinds = {
  card: { name: '证件照', field: 'cardPht', least: { width: 295, height: 413 }, cut: { width: 358, height: 441 } },
  face: { name: '人脸照', field: 'facePht', least: { width: 480, height: 640 }, cut: { width: 600, height: 800 } },
} as const
export type PhotoKind = keyof typeof photoKinds

/** States of an application: to be reviewed, passed, refused. */
export const PhotoState = { waiting: '1', passed: '2', refused: '3' } as const
