import { afterAll, beforeAll, expect, test } from 'vitest'
import { signin } from '#contract/shell/signin.contract.ts'
import { districtsOf, meanSuccess } from '../support/guesser.ts'
import { exported, exportsOf, told } from '../support/toldOfPeople.ts'
import { clientOn } from '../start/scenes.ts'
import { cleanUp, makeFolder, open, type Run } from '../start/startup.ts'

// Measures in the proof alone, since the demo data take a while to load; npm test measures a school of its own.
const isHere = Boolean(process.env.WHOLE)

let server: Run
beforeAll(async () => {
  if (isHere) server = await open({ dataDir: makeFolder(), env: { DEMO: '1', RATE_LIMITS: '0' } })
}, 120_000)
afterAll(cleanUp)

const signedIn = async (name: string) => {
  const client = clientOn(server)
  return clientOn(server, (await client.call(signin.login, { name, pwd: 'Campus2026' })).token)
}

test.skipIf(!isHere)(
  'of the pupils, staff and guardians of the demo school nobody guesses the hidden number of one in fifty',
  async () => {
    const schoolNo = '0300000001'
    const school = await signedIn('school')
    const numbers = new Map<string, string>()
    for (const one of exportsOf)
      for (const { no, idNo } of await exported(school, schoolNo, { ...one, mask: '0' }))
        if (/^\d{17}[\dX]$/.test(idNo)) numbers.set(no, idNo)
    expect(numbers.size).toBeGreaterThan(500)
    const districts = districtsOf([...numbers.values()])
    for (const name of ['bureau', 'teacher', 'school']) {
      const rows = await told(await signedIn(name), schoolNo)
      const beside = rows.filter(({ no, brth }) => brth && numbers.has(no))
      expect(beside.length, name).toBeGreaterThan(30)
      expect(meanSuccess(beside, numbers, districts), name).toBeLessThan(1 / 50)
      const clear = rows.filter(
        ({ no, texts }) => numbers.has(no) && texts.some((text) => text.includes(String(numbers.get(no)))),
      )
      expect(clear, name).toEqual([])
    }
  },
  180_000,
)
