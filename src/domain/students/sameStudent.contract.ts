/** Names why two records may be of one student (docs/spec/students.md#duplicates), the surest first. */
export const sameReasons = { idNo: '同证件号', nameBrth: '同名同生日', phone: '同手机' } as const
export type SameReason = keyof typeof sameReasons
export const reasonCodes = Object.keys(sameReasons) as SameReason[]
