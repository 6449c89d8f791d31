import { Status } from '#contract/fields.ts'
import { rootUnitOf } from '#domain/units/units.contract.ts'
import { requireRow } from '#server/database/rows.ts'
import { serve } from '#server/call/serve.ts'
import { treeOf } from '#server/database/tree.ts'
import { updateUnit } from './change/edcunit.change.ts'
import { edcunit } from './edcunit.contract.ts'
import { countsIn, noCounts } from './edcunit.counts.ts'
import { tickableUnits, listUnits, readUnit, treeOfUnits, unitsEx, selectUnits, withWays } from './edcunit.list.ts'
import { createClasses, createGrades, createUnit } from './make/edcunit.make.ts'
import { moveUnits, orderUnits } from './edcunit.place.ts'
import { heldUnits, unitsForSet, unitsThrough } from './edcunit.roles.ts'
import { deleteUnit, setStates } from './change/edcunit.state.ts'
import './edcunit.undo.ts'
import { graduateUnits, upgradeGrades } from '#domain/units/schoolYear.ts'
import { registerSearch } from '#domain/search/searchKinds.ts'
import { unitSearch } from './edcunit.search.ts'
import { registerRowName } from '#server/history/rowNames.ts'
import { unitPath } from '#domain/units/units.ts'
import './edcunit.table.ts'

registerSearch(unitSearch)
registerRowName('edcunit', unitPath)

export const edcunitHandlers = serve(edcunit, {
  getchktypelist: async (input, { db }) => (await tickableUnits(db, input)).filter(({ unitType }) => unitType === input.unitType),

  getchktypetree: async (input, { db }) => treeOf(await tickableUnits(db, input), 'unitNo', 'prtNo', (row) => row),

  gettree: (input, { db }) => treeOfUnits(db, input),

  getlist: (input, { db }) => listUnits(db, input),

  getexlist: (input, { db }) => unitsEx(db, input),

  getrolechdlist: ({ entNo, roleNo, unitNo }, context) => unitsThrough(context, entNo, roleNo, unitNo),

  get: ({ entNo, unitNo }, { db }) => readUnit(db, entNo, unitNo),

  getrolelist: ({ entNo }, context) => heldUnits(context, entNo),

  getrolelistforset: (input, { db }) => unitsForSet(db, input),

  async getstatis({ entNo, unitNo }, { db }) {
    const counts = (await countsIn(db, entNo)).get(unitNo ?? rootUnitOf(entNo))
    return unitNo ? requireRow(counts) : (counts ?? noCounts)
  },

  async getunitname({ entNo, unitNo }, { db }) {
    const unit = selectUnits(db, { entNo }).where('u.unitNo', '=', unitNo).select('u.unitNo')
    const [named] = await withWays(db, entNo, [requireRow(await unit.executeTakeFirst())])
    return requireRow(named).path
  },

  create: createUnit,

  delete: deleteUnit,

  update: updateUnit,

  disable: (input, context) => setStates(input, context, Status.disabled),

  enable: (input, context) => setStates(input, context, Status.enabled),

  creategradeandclass: createGrades,

  createclassmany: createClasses,

  setedcunitord: orderUnits,

  updateprtedcunit: moveUnits,

  graduate: graduateUnits,

  upgrade: upgradeGrades,
})
