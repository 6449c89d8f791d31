/** A file that arrived and is not kept yet. */
export type Received = { path: string; name: string; size: number; sha256: string }
