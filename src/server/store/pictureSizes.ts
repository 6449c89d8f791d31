/** Maps the stored sizes of pictures, beside the whole one, to the longest side in pixels. */
export const sizes = { s: 200, m: 800 } as const
export type PictureSize = keyof typeof sizes

/** Returns the name of a size of a file in the store. */
export const sizeName = (fileNo: string, size: PictureSize) => `${fileNo}.${size}`
