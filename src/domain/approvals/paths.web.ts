/** Returns the page of something that was handed in. */
export const processPath = (prcNo: string) => `/message/process?prcNo=${prcNo}`

/** Returns the place where something that a meeting decided is opened. */
export const decisionPath = (decNo: string) => `/user/tsk?decNo=${decNo}`
