import { AxeBuilder } from '@axe-core/playwright'
import { afterAll, beforeAll } from 'vitest'
import { openStage, type Stage, type Visitor } from '../browser.ts'
import { buildInputs } from './build.ts'

/** Opens the page of the inputs for the tests of a file, which share it; one value of a dictionary is out of use there. */
export function openInputs() {
  let stage: Stage
  let visitor: Visitor
  beforeAll(async () => {
    stage = await openStage(await buildInputs())
    visitor = await stage.visit()
    visitor.page.setDefaultTimeout(10_000)
    await visitor.page.route(/ent\/info\/getlist/, async (route) => {
      const response = await route.fetch()
      const { result, ...envelope } = (await response.json()) as { result: { typeCode: string; infoNo: string }[] }
      const isOut = ({ typeCode, infoNo }: { typeCode: string; infoNo: string }) => typeCode === 'NTNL' && infoNo === '01'
      await route.fulfill({ json: { ...envelope, result: result.map((one) => (isOut(one) ? { ...one, showFlag: '0' } : one)) } })
    })
    await visitor.page.reload()
    await visitor.page.getByRole('heading', { name: '输入控件' }).waitFor()
  })
  afterAll(async () => {
    await visitor.page.unrouteAll({ behavior: 'ignoreErrors' })
    await stage.close()
  })
  const field = (label: string) => visitor.page.locator('form').first().getByLabel(label, { exact: true })
  const section = (label: string) => visitor.page.getByRole('region', { name: label, exact: true })
  return {
    visitor: () => visitor,
    field,
    section,
    /** Returns the values that the form would send. */
    sent: async () => JSON.parse((await visitor.page.getByLabel('表单的值').textContent()) ?? '') as Record<string, unknown>,
    /** Returns the state of an input on its own. */
    told: async (label: string) => section(label).locator('pre').textContent(),
    /** Pastes into a field, in place of what is in it. */
    async paste(label: string, text: string) {
      await field(label).focus()
      await visitor.page.keyboard.press('Control+a')
      await visitor.page.keyboard.insertText(text)
    },
    /** Lists the accessibility faults of a part of the page. */
    async stumbles(inside = 'body') {
      const axe = new AxeBuilder({ page: visitor.page }).setLegacyMode().options({ resultTypes: ['violations'] })
      const { violations } = await axe.include(inside).analyze()
      return violations.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html)])
    },
    /** Leaves a field, and waits until the page has drawn what follows from it. */
    async leave() {
      await visitor.page.keyboard.press('Tab')
      await visitor.page.evaluate(
        () => new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))),
      )
    },
  }
}
