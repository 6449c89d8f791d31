import { Status } from '#contract/fields.ts'
import { unitTypes } from '#domain/units/units.contract.ts'
import { mayNameUnit } from '#domain/search/phrase.ts'
import { wordsOfUnit } from '#domain/units/schoolUnits.ts'
import { type At, lineOf, mostHits, type SearchKind } from '#domain/search/searching.ts'
import { edcunit } from './edcunit.contract.ts'

const typeNames: Record<string, string> = {
  [unitTypes.campus]: '校区',
  [unitTypes.period]: '学段',
  [unitTypes.grade]: '年级',
  [unitTypes.class]: '班级',
}

/** Searches campuses, grades and classes: by any of their names, by pinyin and by number. */
export const unitSearch: SearchKind = {
  kind: 'unit',
  call: edcunit.getlist,

  async byWord(word, { units }: At) {
    if (!units) return []
    const sought = word.toLowerCase().replace(/\s/g, '')
    const words = mayNameUnit(word) || /\d/.test(word) ? units.words() : undefined
    const meant = new Set([words?.classCalled(word), words?.gradeCalled(word)])
    const fits = units.all.filter(
      ({ unitNo, unitName, selfNo, unitType }) =>
        unitType in typeNames &&
        (meant.has(unitNo) ||
          [unitNo, selfNo ?? ''].some((no) => no.toLowerCase() === sought) ||
          wordsOfUnit(unitName).includes(sought)),
    )
    return fits
      .toSorted((one, other) => Number(meant.has(other.unitNo)) - Number(meant.has(one.unitNo)))
      .slice(0, mostHits)
      .map(({ unitNo, unitName, unitType, prtNo, waitFlag, grdtFlag, stt }) => {
        const above = units.byNo.get(prtNo ?? '')
        return {
          no: unitNo,
          name: waitFlag === '1' ? `${above?.unitName ?? ''}${unitName}` : unitName,
          note: lineOf(
            typeNames[unitType],
            above?.unitType !== unitTypes.school && above?.unitName,
            grdtFlag === '1' && '已毕业',
          ),
          tel: null,
          stt: stt === Status.enabled || grdtFlag === '1' ? null : stt,
          path: `/ent/edcunit?prtNo=${unitNo}`,
        }
      })
  },
}
