import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { type ReactNode, useState } from 'react'
import { emppwr, type SourceNode } from '#features/ent/emppwr/emppwr.contract.ts'
import { query } from '#web/api/api.ts'
import { useIsSchool } from '#web/api/me.tsx'
import { actionName } from '#domain/rights/rightsMatrix.web.ts'
import { reason } from './reason.contract.ts'

type RecType = 'emp' | 'org' | 'unit' | 'stu'
export type AskedRight = { empNo?: string | undefined; mdlCode?: string; pwrNo?: string; recType?: RecType; recNo?: string }

type Props = { empNo: string; asked: AskedRight; onAsk: (asked: AskedRight) => void; children: ReactNode }

const flat = (nodes: readonly SourceNode[]): SourceNode[] => nodes.flatMap((node) => [node, ...flat(node.items)])
const view = '000004'

/** Draws the question about a person: an action of a module, and if wanted a record. */
export function Question({ empNo, asked, onAsk, children }: Props) {
  const isSchool = useIsSchool()
  const [keyWord, setKeyWord] = useState('')
  const { data: tree } = useQuery(query(emppwr.getmdltree, { empNo }))
  const modules = flat(tree ?? []).filter(({ func }) => func !== '')
  const chosen = modules.find(({ mdlCode }) => mdlCode === asked.mdlCode)
  const { data: targets = [] } = useQuery({
    ...query(reason.gettargets, { recType: asked.recType ?? 'emp', keyWord }),
    enabled: asked.recType !== undefined,
    placeholderData: keepPreviousData,
  })
  const types: { value: RecType; label: string }[] = [
    { value: 'emp', label: '员工' },
    { value: 'org', label: '部门' },
    ...(isSchool
      ? ([
          { value: 'unit', label: '年级班级' },
          { value: 'stu', label: '学生' },
        ] as const)
      : []),
  ]
  return (
    <div className="page-tools">
      <Select
        aria-label="模块"
        style={{ width: 160 }}
        placeholder="模块"
        showSearch={{ optionFilterProp: 'label' }}
        value={asked.mdlCode ?? null}
        options={modules.map(({ mdlCode, mdlName }) => ({ value: mdlCode, label: mdlName }))}
        onChange={(mdlCode: string | null) => {
          const codes = modules.find((one) => one.mdlCode === mdlCode)?.func.split(',') ?? []
          const pwrNo = codes.includes(view) ? view : codes[0]
          const { mdlCode: _, pwrNo: __, ...rest } = asked
          onAsk({ ...rest, ...(mdlCode && { mdlCode }), ...(pwrNo && { pwrNo }) })
        }}
      />
      <Select
        aria-label="操作"
        style={{ width: 120 }}
        placeholder="操作"
        value={asked.pwrNo ?? null}
        options={(chosen?.func.split(',') ?? []).map((code) => ({ value: code, label: actionName(code) }))}
        onChange={(pwrNo: string | null) => pwrNo && onAsk({ ...asked, pwrNo })}
      />
      <Select
        aria-label="记录类型"
        allowClear
        style={{ width: 112 }}
        placeholder="不限记录"
        value={asked.recType ?? null}
        options={types}
        onChange={(recType: RecType | null | undefined) => {
          const { recNo: _, recType: __, ...rest } = asked
          onAsk(recType ? { ...rest, recType } : rest)
        }}
      />
      {asked.recType && (
        <Select
          aria-label="记录"
          style={{ width: 200 }}
          placeholder="名称、拼音或编号"
          showSearch={{ filterOption: false, onSearch: setKeyWord }}
          value={asked.recNo ?? null}
          options={targets.map(({ recNo, recName, note }) => ({ value: recNo, label: note ? `${recName}（${note}）` : recName }))}
          onChange={(recNo: string | null) => recNo && onAsk({ ...asked, recNo })}
        />
      )}
      <div className="end">{children}</div>
    </div>
  )
}
