/** Names the states of what a meeting decided (docs/spec/meetings.md#minutes). */
export const DecisionState = { dropped: '0', open: '1', done: '2' } as const
/** Names what the messages about something decided are about. */
export const aboutDecision = 'dec'
