/** 20261121 as 2026-11-21; absent as a dash. */
export const formatDate = (date: string | null | undefined) =>
  date ? `${date.slice(0, 4)}-${date.slice(4, 6)}-${date.slice(6, 8)}` : '–'

/** 20261121090500 as 2026-11-21 09:05. */
export const formatTime = (time: string | null | undefined) =>
  time ? `${formatDate(time)} ${time.slice(8, 10)}:${time.slice(10, 12)}` : '–'

/** 1284 as 1,284. */
export const formatCount = (count: number) => count.toLocaleString('zh-CN')

/** 1284.5 as 1,284.50; absent as a dash. */
export const formatAmount = (amount: number | null | undefined) =>
  amount == null ? '–' : amount.toLocaleString('zh-CN', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
