import type { Sex } from './idNumber.ts'

/** Tells whether a field holds a sex as it is stored. */
export const holdsSex = (field: string) => field === 'sex' || field.endsWith('Sex')

/** Returns the stored M, F, U as employees, students and guardians answer them: N is female (docs/spec/conventions.md#sex). */
export const sexOut = (stored: string): Sex => (stored === 'F' ? 'N' : stored === 'M' ? 'M' : 'U')

/** Returns the stored form of a sex however it is written (M, N, F, GB 1 and 2, 男, 女); undefined where it is none. */
export function sexIn(written: string): 'M' | 'F' | 'U' | undefined {
  return ({ M: 'M', 1: 'M', 男: 'M', N: 'F', F: 'F', 2: 'F', 女: 'F', U: 'U', 未说明: 'U' } as const)[written]
}
