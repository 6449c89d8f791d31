import { skipToken, useQuery } from '@tanstack/react-query'
import { Form } from 'antd'
import type { ReactNode } from 'react'
import type * as z from 'zod'
import { idNo as anyIdNo, mobile } from '#contract/fields.ts'
import { query } from '#web/api/api.ts'
import { Label } from '#web/api/dictionary.tsx'
import { send } from '#web/api/send.ts'
import './ptr.css'
import { type Holder, ptr } from './ptr.contract.ts'
import type { Child } from './ptr.fields.ts'

export type HolderOf = z.output<typeof Holder>
type ChildOf = Pick<z.output<typeof Child>, 'stuNo' | 'stuName' | 'unitName' | 'relt'>

/** Draws a child with its class and the guardian's relation: 三年级（2）班王小明的父亲. */
export const Whose = ({ child: { unitName, stuName, relt } }: { child: ChildOf }) => (
  <>
    {unitName}
    {stuName}的<Label type="RELT" value={relt} />
  </>
)

/** Names a guardian by the children. */
export const WhoseGuardian = ({ of }: { of: ChildOf[] }) =>
  of.length === 0
    ? '没有孩子'
    : of.map((child, i) => (
        <span key={child.stuNo}>
          {i > 0 && '、'}
          <Whose child={child} />
        </span>
      ))

/**
 * Returns who has the phone or the ID number typed into the surrounding form, asked as soon as either is complete; undefined for
 * nobody.
 */
export function useHolder(): HolderOf | undefined {
  const authTel = wholeOf(mobile, Form.useWatch('authTel'))
  const idNo = wholeOf(anyIdNo, Form.useWatch('idNo'))
  const sought = { ...(authTel && { authTel }), ...(idNo && { idNo }) }
  const isAsked = authTel !== undefined || idNo !== undefined
  const { data } = useQuery({
    ...query(ptr.find, sought),
    // Reads it fresh, for others may save meanwhile.
    staleTime: 0,
    queryFn: isAsked ? () => send(ptr.find, sought).then(({ result }) => result) : skipToken,
  })
  return isAsked ? (data ?? undefined) : undefined
}

const wholeOf = (schema: z.ZodType<string>, typed: unknown) => schema.safeParse(typed).data

/** Draws the found person with the actions on it. */
export const HolderCard = ({ holder, children }: { holder: HolderOf; children?: ReactNode }) => (
  <div className="holder touch" role="status">
    <p>
      这个{holder.byIdNo ? '身份证号' : '手机'}是 <b>{holder.ptrName}</b> 的
    </p>
    <p className="grey">
      {holder.authTel} · <WhoseGuardian of={holder.stus} />
    </p>
    {children}
  </div>
)
