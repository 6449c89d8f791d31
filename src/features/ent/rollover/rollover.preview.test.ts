import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  className,
  entryYearOf,
  gradeName,
  type Naming,
  StudentState,
  studyPeriods,
  usualAge,
  yearsOf,
} from '#domain/units/units.contract.ts'
import { entryKey, type Plan } from './rollover.contract.ts'
import { rolloverPreviewOf, usualPlan } from './rollover.preview.ts'
import type { State } from './rollover.state.ts'

const naming: fc.Arbitrary<Naming> = fc.record({
  system: fc.constantFrom('6-3-3' as const, '5-4-3' as const),
  style: fc.constantFrom('number' as const, 'text' as const, 'cohort' as const),
  pattern: fc.constantFrom('{grade}（{n}）班', '{grade}{n}班'),
})
const period = fc.constantFrom(...Object.values(studyPeriods))
const gradeNumbers = (stdyPrd: string, rule: Naming) => Array.from({ length: yearsOf(stdyPrd, rule) }, (_, i) => i + 1)

test('the grades of a period have names of their own in every year, and a grade takes the name of the one above it', () => {
  fc.assert(
    fc.property(naming, period, fc.integer({ min: 1980, max: 2090 }), (rule, stdyPrd, schYear) => {
      const nameIn = (year: number, curGrade: number) =>
        gradeName({ stdyPrd, curGrade, entrYear: entryYearOf(year, curGrade) }, rule)
      const names = gradeNumbers(stdyPrd, rule).map((grade) => nameIn(schYear, grade))
      expect(new Set(names).size).toBe(names.length)
      if (rule.style === 'cohort') expect(nameIn(schYear + 1, 2)).toBe(nameIn(schYear, 1))
      else expect(gradeNumbers(stdyPrd, rule).map((grade) => nameIn(schYear + 1, grade))).toEqual(names)
      const classes = names.flatMap((name) => [1, 2, 12].map((clsNo) => className(name, clsNo, rule)))
      expect(new Set(classes).size).toBe(classes.length)
    }),
  )
})

test('the number of a grade and its year of entry tell each other, over all years', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1980, max: 2090 }), fc.integer({ min: 1, max: 9 }), (schYear, grade) => {
      const entrYear = entryYearOf(schYear, grade)
      expect(schYear - entrYear + 1).toBe(grade)
      expect(entryYearOf(schYear + 1, grade + 1)).toBe(entrYear)
    }),
  )
})

test('children grow a year older with each grade, from one period into the next', () => {
  for (const system of ['6-3-3', '5-4-3'] as const) {
    const ages = [studyPeriods.primary, studyPeriods.lower, studyPeriods.upper].flatMap((stdyPrd) =>
      gradeNumbers(stdyPrd, { system, style: 'number', pattern: '' }).map((grade) => usualAge(stdyPrd, grade, { system })),
    )
    expect(ages).toEqual([6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17])
  }
})

const schYear = 2026

/** Draws a primary school of six grades, each with some classes, some of whose students are away. */
const school: fc.Arbitrary<State> = fc
  .tuple(
    naming,
    fc.array(fc.array(fc.tuple(fc.nat(40), fc.nat(2)), { minLength: 1, maxLength: 3 }), { minLength: 6, maxLength: 6 }),
  )
  .map(([rule, sizes]) => {
    const grades = sizes.slice(0, yearsOf('1', rule)).map((_, i) => {
      const [curGrade, entrYear] = [i + 1, schYear - i]
      const unitName = gradeName({ stdyPrd: '1', curGrade, entrYear }, rule)
      return { unitNo: `G${curGrade}`, unitName, prtNo: 'U', stdyPrd: '1', entrYear, grdtYear: null, curGrade, nameLock: '0' }
    })
    const classes = grades.flatMap(({ unitNo, unitName, curGrade }, i) =>
      (sizes[i] ?? []).map(([cnt, awayCnt], c) => ({
        unitNo: `C${curGrade}-${c + 1}`,
        unitName: className(unitName, c + 1, rule),
        prtNo: unitNo,
        clsNo: c + 1,
        waitFlag: '0' as const,
        nameLock: '0',
        cnt,
        awayCnt,
        heads: null,
      })),
    )
    return {
      day: '2026-07-15',
      schYear,
      calendarYear: schYear,
      naming: rule,
      parents: [{ unitNo: 'U', unitName: '学校', prtNo: null, unitType: '1' }],
      grades,
      classes,
      names: [
        ...grades.map((one) => ({ ...one, unitType: '4', clsNo: null })),
        ...classes.map((one) => ({ ...one, unitType: '5', stdyPrd: '1' })),
      ],
      strays: [],
      away: classes.flatMap(({ unitNo, unitName, awayCnt }) =>
        Array.from({ length: awayCnt }, (_, i) => ({
          stuNo: `A${unitNo}-${i}`,
          stuName: '小休',
          unitNo,
          unitName,
          stt: StudentState.suspended,
        })),
      ),
      named: [],
      openImports: [],
      oddAges: 0,
      classMax: 55,
    }
  })

/** Draws some of a school's students with a valid move of their own. */
const withMoves = school.chain((state) => {
  const plan = usualPlan(state)
  const key = entryKey(plan.entries[0] ?? { prtNo: 'U', stdyPrd: '1' })
  const here = state.classes.flatMap(({ unitNo, unitName, cnt, prtNo }) =>
    Array.from({ length: Math.min(cnt, 2) }, (_, i) => ({ stuNo: `S${unitNo}-${i}`, stuName: '小明', unitNo, unitName, prtNo })),
  )
  const possible = [
    ...here.flatMap((one): { student: (typeof here)[number]; move: Plan['moves'][number] }[] => {
      const grade = Number(one.prtNo.slice(1))
      const below = grade === 1 ? { entry: key } : { gradeNo: `G${grade - 1}` }
      const isTop = grade === state.grades.length
      return [
        { student: one, move: { stuNo: one.stuNo, kind: 'repeat', to: below, rsn: '试' } },
        { student: one, move: { stuNo: one.stuNo, kind: 'transfer', rsn: '试' } },
        ...(isTop
          ? []
          : [
              { student: one, move: { stuNo: one.stuNo, kind: 'suspend' as const, rsn: '试' } },
              { student: one, move: { stuNo: one.stuNo, kind: 'reclass' as const, to: { gradeNo: one.prtNo }, rsn: '试' } },
            ]),
      ]
    }),
    ...state.away.map((one) => ({ student: one, move: { stuNo: one.stuNo, kind: 'transfer' as const, rsn: '试' } })),
  ]
  return fc.subarray(possible).map((chosen) => {
    const once = chosen.filter(({ move }, i) => chosen.findIndex((other) => other.move.stuNo === move.stuNo) === i)
    const named = once.map(({ student, move }) => ({
      ...student,
      stt: move.stuNo.startsWith('A') ? StudentState.suspended : StudentState.learning,
    }))
    return { state: { ...state, named }, plan: { ...plan, moves: once.map(({ move }) => move) } }
  })
})

test('nobody is lost and nobody is there twice: who was at school stays, graduates, leaves or stays away', () => {
  fc.assert(
    fc.property(withMoves, ({ state, plan }) => {
      const { now, next, counts, blocks } = rolloverPreviewOf(state, plan)
      expect(blocks.map(({ code }) => code)).not.toContain('moves')
      const before = now.reduce((sum, { cnt }) => sum + cnt, 0)
      const after = next.reduce((sum, { cnt }) => sum + cnt, 0)
      const leaving = plan.moves.filter(({ kind, stuNo }) => kind === 'transfer' && !stuNo.startsWith('A')).length
      expect(after).toBe(before - counts.graduateCnt - leaving - counts.suspendCnt)
      for (const grade of next) expect(grade.cnt).toBe(grade.classes.reduce((sum, { cnt }) => sum + cnt, 0))
      expect(next.flatMap(({ classes }) => classes).every(({ cnt }) => cnt >= 0)).toBe(true)
    }),
  )
})

test('what is shown stands for itself: the same school and plan give the same sign, any change another one', () => {
  fc.assert(
    fc.property(withMoves, ({ state, plan }) => {
      const { sign } = rolloverPreviewOf(state, plan)
      expect(rolloverPreviewOf(structuredClone(state), structuredClone(plan)).sign).toBe(sign)
      const [first, ...others] = state.classes
      if (first)
        expect(rolloverPreviewOf({ ...state, classes: [{ ...first, cnt: first.cnt + 1 }, ...others] }, plan).sign).not.toBe(sign)
    }),
  )
})
