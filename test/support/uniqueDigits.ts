let taken = 0

/** Returns four digits that no test of this process was given before. */
export const uniqueDigits = () => String(++taken).padStart(4, '0')
