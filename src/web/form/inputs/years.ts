/** Lists this year and those before it, the latest first (docs/spec/page.md#constants: ten years back). */
export const yearsBack = (thisYear: number, back = 10) => Array.from({ length: back + 1 }, (_, at) => String(thisYear - at))
