let taken = 0

/** Four digits that no test of this process was given before. */
export const fresh = () => String(++taken).padStart(4, '0')
