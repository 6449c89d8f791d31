/** `yyyyMMdd…` as `yyyy-MM-dd`; what is empty stays so. */
export const withDashes = (text: string | null) => text && `${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6, 8)}`

/** The day in China, today or in so many days, `yyyy-MM-dd`. */
export const today = (ahead = 0) => new Date(Date.now() + (8 + 24 * ahead) * 3600_000).toISOString().slice(0, 10)
