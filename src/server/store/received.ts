/** Describes a received file that is not stored yet. */
export type Received = { path: string; name: string; size: number; sha256: string }
