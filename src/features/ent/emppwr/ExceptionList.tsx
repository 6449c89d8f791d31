import { Button } from 'antd'
import { useState } from 'react'
import type * as z from 'zod'
import { useSend } from '#web/api/api.ts'
import { useMay } from '#web/api/me.tsx'
import { actionName } from '#domain/rights/rightsMatrix.web.ts'
import { emppwr, type Exception, type SourceNode } from './emppwr.contract.ts'
import { ExceptionModal } from './ExceptionModal.tsx'
import './emppwr.css'

type Line = z.output<typeof Exception>

/** Draws a person's exceptions module by module, to change or to remove. */
export function ExceptionList({ exceptions, modules }: { exceptions: Line[]; modules: SourceNode[] }) {
  const may = useMay()
  const [editing, setEditing] = useState<Line[]>()
  const remove = useSend(emppwr.deletemdlemppwr)
  const byModule = [...Map.groupBy(exceptions, ({ mdlCode }) => mdlCode).values()]
  if (byModule.length === 0) return null
  const said = (lines: Line[], flag: string) =>
    lines
      .filter(({ addDelFlag }) => addDelFlag === flag)
      .map(({ pwrNo }) => actionName(pwrNo))
      .join('、')
  return (
    <section>
      <h2 className="section-title">例外</h2>
      <ul className="plain-list">
        {byModule.map((lines) => {
          const [{ mdlCode, mdlName, empNo }] = lines as [Line]
          const [added, denied] = [said(lines, '1'), said(lines, '2')]
          return (
            <li key={mdlCode} className="spread">
              <span>
                <strong>{mdlName}</strong> {added && <span className="mark-add">增加 {added}</span>}{' '}
                {denied && <span className="mark-deny">去除 {denied}</span>}
              </span>
              <span className="row-actions">
                {may(emppwr.updatemdlemppwr) && (
                  <Button type="link" onClick={() => setEditing(lines)}>
                    修改
                  </Button>
                )}
                {may(emppwr.deletemdlemppwr) && (
                  <Button type="link" onClick={() => remove.mutate({ empNos: [empNo], mdlCode })}>
                    清除该模块
                  </Button>
                )}
              </span>
            </li>
          )
        })}
      </ul>
      {editing && <ExceptionModal lines={editing} modules={modules} onClose={() => setEditing(undefined)} />}
    </section>
  )
}
