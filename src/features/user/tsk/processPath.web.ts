/** Returns the page of something that was handed in. */
export const processPath = (prcNo: string) => `/message/process?prcNo=${prcNo}`
