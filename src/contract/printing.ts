import { type Access, actions, type Right } from './access.ts'

/** Lists the modules in which 打印 is a right of its own; `test/logic/printing.test.ts` compares it with all modules. */
export const printModules = ['stu', 'stuarch', 'emp', 'emparch', 'mtg', 'vst', 'reg', 'scharch', 'edcarch']

/** Lists the modules without it in which 导出 is one, which then stands for both ways to take a list along. */
export const exportModules = ['info', 'act', 'res', 'ptr', 'ptrarch', 'org', 'msg', 'hnd', 'lve']

/** Returns who may print what a call lists: of those who may read it, the holders of 打印, or else of 导出, where there is one. */
export function printAccess(access: Access): Access {
  if (typeof access === 'string') return access
  return access.map((right): Right => {
    const module = right.slice(0, right.indexOf(':'))
    if (printModules.includes(module)) return `${module}:${actions.print}`
    return exportModules.includes(module) ? `${module}:${actions.export}` : right
  })
}
