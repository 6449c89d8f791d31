import { Plus } from 'lucide-react'
import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Progress, theme } from 'antd'
import { useState } from 'react'
import type * as z from 'zod'
import { nearlyUsed } from '#contract/values/numbering.ts'
import { query, useSend } from '#web/api/api.ts'
import { column } from '#web/list/columns/columns.tsx'
import { formatCount } from '#web/page/format.ts'
import { useListState } from '#web/list/listState.ts'
import { useMay } from '#web/api/me.tsx'
import { type ActionMenu, menuOf } from '#web/menu/menuOf.ts'
import { PageTable } from '#web/list/PageTable.tsx'
import { useConfirm } from '#web/feedback/useConfirm.tsx'
import { codegnrt, NumberRule } from './codegnrt.contract.ts'
import { actionsColumn } from '#web/list/columns/actionsColumn.tsx'
import './codegnrt.css'
import { lazyWindow } from '#web/feedback/lazyPart.tsx'
import { PageHead } from '#web/head/PageHead.tsx'
import { BuiltInMark } from '#web/theme/BuiltInMark.tsx'

const RuleForm = lazyWindow(() => import('./RuleForm.tsx'))

type Row = z.output<typeof NumberRule>

/** Draws the number rules, and the progress of each. */
export default function NumberRuleScreen() {
  const may = useMay()
  const list = useListState(codegnrt.getpage)
  const [editing, setEditing] = useState<Row | 'new'>()
  const { ask, dialog } = useConfirm()
  const remove = useSend(codegnrt.delete, { said: ({ gnrtCode }) => `编号规则“${gnrtCode}”已删除` })
  const create = may(codegnrt.create) && (
    <Button type="primary" icon={<Plus />} onClick={() => setEditing('new')}>
      新建编号规则
    </Button>
  )
  const menuFor = (row: Row): ActionMenu =>
    menuOf([
      may(codegnrt.update) && { key: 'edit', label: '修改', act: () => setEditing(row) },
      may(codegnrt.delete) &&
        row.fixFlag === '0' && {
          key: 'delete',
          label: '删除',
          danger: true,
          act: () =>
            ask({
              title: `删除“${row.gnrtCode}”`,
              touches: '删除后不再给出编号，已有的编号不变。再建同一编码时从已用到的值接着编。',
              verb: '删除',
              act: () => remove.mutateAsync({ gnrtCode: row.gnrtCode }),
            }),
        },
    ])
  const actions = actionsColumn<Row>(menuFor, (row) => row.gnrtCode)
  return (
    <div className="page touch">
      <PageHead title="编号规则" />
      <Nearly />
      <PageTable
        call={codegnrt.getpage}
        list={list}
        rowKey="gnrtCode"
        search="编码、前缀或说明"
        empty={{ hint: '还没有编号规则', action: create }}
        actions={create}
        columns={[
          column<Row>(NumberRule, 'gnrtCode', {
            width: 130,
            fixed: 'left',
            render: (gnrtCode: string, { fixFlag }) => (
              <>
                {gnrtCode} {fixFlag === '1' && <BuiltInMark hint="内置，不能删除" />}
              </>
            ),
          }),
          column<Row>(NumberRule, 'nextVals', {
            width: 260,
            // Shows the first and the last of consecutive numbers.
            render: (next: string[]) => [...new Set([next[0], next.at(-1)])].filter(Boolean).join(' 至 ') || '–',
          }),
          column<Row>(NumberRule, 'usedRate', { width: 120, align: 'left', render: (rate: number) => <Used rate={rate} /> }),
          column<Row>(NumberRule, 'prfx', { width: 140, minor: true }),
          column<Row>(NumberRule, 'fixBit', { width: 56, minor: true }),
          column<Row>(NumberRule, 'sufx', { width: 80, minor: true }),
          column<Row>(NumberRule, 'curVal', { width: 110, render: formatCount, minor: true }),
          column<Row>(NumberRule, 'maxVal', { width: 150, render: formatCount, minor: true }),
          column<Row>(NumberRule, 'rstCyc', { width: 96, minor: true }),
          ...(may(codegnrt.update) || may(codegnrt.delete) ? [actions] : []),
        ]}
      />
      {editing && <RuleForm rule={editing === 'new' ? undefined : editing} onClose={() => setEditing(undefined)} />}
      {dialog}
    </div>
  )
}

// Draws no bar where numbers last for long.
const leastDrawn = 20

function Used({ rate }: { rate: number }) {
  const { colorWarning, colorError, colorPrimary } = theme.useToken().token
  if (rate < leastDrawn) return <span className="grey">{rate}%</span>
  const color = rate >= 100 ? colorError : rate >= nearlyUsed ? colorWarning : colorPrimary
  return (
    <span className="used-bar">
      <Progress percent={rate} size="small" showInfo={false} strokeColor={color} aria-label="已用" />
      <span>{rate}%</span>
    </span>
  )
}

// Warns of segments that end soon, whatever page or keyword the list shows.
function Nearly() {
  const { data } = useQuery(query(codegnrt.getpage, { pageSize: 100 }))
  const full = data?.datas.filter(({ usedRate }) => usedRate >= nearlyUsed) ?? []
  if (full.length === 0) return null
  const words = full.map(({ gnrtCode, usedRate }) => `${gnrtCode} ${usedRate >= 100 ? '号段已用完' : `已用 ${usedRate}%`}`)
  const isOver = full.some(({ usedRate }) => usedRate >= 100)
  return (
    <Alert type={isOver ? 'error' : 'warning'} showIcon title={`${words.join('，')}。请增加位数和截止值，用完后不能再新建。`} />
  )
}
