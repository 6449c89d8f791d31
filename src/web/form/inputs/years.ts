/** This year and those before it, the latest first (specification, section 9: ten years back). */
export const yearsBack = (thisYear: number, back = 10) => Array.from({ length: back + 1 }, (_, at) => String(thisYear - at))
