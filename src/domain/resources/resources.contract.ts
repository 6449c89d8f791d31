/**
 * How far a resource is seen (docs/spec/resources.md#visibility): in its own enterprise, by all below its bureau, by everybody.
 */
export const Scope = { own: '1', bureau: '2', everybody: '3' } as const
/** What became of sharing it beyond its own enterprise. */
export const ShareState = { none: '0', waiting: '1', shared: '2', refused: '3' } as const
