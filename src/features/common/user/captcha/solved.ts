/** What shows that a person is here: the proof of a slide, or a code that was read. */
export type Solved = { codeToken: string } | { codeId: string; code: string }
