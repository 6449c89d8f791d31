import type { Page } from 'playwright-core'
import type { Stage, Visitor } from './browser.ts'
import { menuLink } from './frameParts.ts'

/** Finds the employee who signs in as `teacher`. */
export async function teacherOf({ server }: Stage): Promise<{ name: string; empNo: string }> {
  const { rows } = await server.owner.query(
    `select e.emp_no as "empNo", e.emp_name as name from account a join identity i using (user_no)
     join emp e on e.emp_no = i.idnt_val and e.ent_no = i.ent_no where a.name = 'teacher'`,
  )
  return rows[0]
}

/** Opens a page and waits for the menu. */
export async function arriveAt(stage: Stage, path: string, name = 'school'): Promise<Visitor> {
  const visitor = await stage.arrive(path, name)
  visitor.page.setDefaultTimeout(15_000)
  await menuLink(visitor.page, '首页').waitFor()
  return visitor
}

/** Adds somebody in the picker that stands open. */
export async function pickPerson(page: Page, name: string, verb: string) {
  const picker = page.getByRole('dialog')
  await picker.getByLabel('姓名、拼音、工号或手机后四位').fill(name)
  await picker.locator('.table-row', { hasText: name }).first().getByRole('checkbox').check()
  await picker.getByRole('button', { name: `${verb} 1 人` }).click()
}
