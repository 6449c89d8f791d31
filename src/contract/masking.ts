/** 138****5678 (domain, 5.4). */
export const maskPhone = (phone: string) => `${phone.slice(0, 3)}****${phone.slice(-4)}`

/** 1101**********123X: the first four and the last four stay (domain, 5.4). */
export const maskIdNo = (idNo: string) => `${idNo.slice(0, 4)}${'*'.repeat(Math.max(0, idNo.length - 8))}${idNo.slice(-4)}`
