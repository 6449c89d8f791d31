import * as z from 'zod'
import { permissions } from '#contract/access.ts'
import { get, resource } from '#contract/call.ts'

const Leaf = z.object({
  orgNo: z.string().meta({ title: '部门编号' }),
  orgName: z.string().meta({ title: '部门' }),
  prtNo: z.string().nullable().meta({ title: '上级部门' }),
  helpCode: z.string().nullable().meta({ title: '助记码' }),
  stt: z.string().meta({ title: '状态' }),
})

export type OrgNode = z.output<typeof Leaf> & { items: OrgNode[] }

/** A department with those below it in `items` (specification, section 3). */
export const OrgNode: z.ZodType<OrgNode> = z.lazy(() => Leaf.extend({ items: z.array(OrgNode) }))

/** Departments (specification, section 7). */
export const org = resource('/ent/org', {
  gettree: get(permissions('emp').view, z.object({}), z.array(OrgNode)),
})
