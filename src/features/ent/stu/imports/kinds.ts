import { basicImport } from './basics/basics.import.ts'
import { classImport } from './classes.import.ts'
import { guardianPhoneImport } from './guardians/guardianPhones.import.ts'
import { labelImport } from './labels.import.ts'
import { newcomerImport } from './newcomers/newcomers.import.ts'
import { phoneImport } from './phones.import.ts'
import { unitImport } from './units/units.import.ts'

/** Lists the imports about students and their classes. */
export const studentImports = [
  newcomerImport,
  basicImport,
  guardianPhoneImport,
  phoneImport,
  labelImport,
  classImport,
  unitImport,
]
