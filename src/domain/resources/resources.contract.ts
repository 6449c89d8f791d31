/**
 * Names how far a resource is visible (docs/spec/resources.md#visibility): in its own enterprise, to all below its bureau, to
 * everybody.
 */
export const ResourceScope = { own: '1', bureau: '2', everybody: '3' } as const
/** Names the states of sharing it beyond its own enterprise. */
export const ShareState = { none: '0', waiting: '1', shared: '2', refused: '3' } as const
