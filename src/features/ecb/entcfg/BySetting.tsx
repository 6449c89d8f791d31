import { useQuery } from '@tanstack/react-query'
import { Button, Spin } from 'antd'
import { useMemo, useState } from 'react'
import type * as z from 'zod'
import { pbccfg, type Setting } from '#features/ecb/pbccfg/pbccfg.contract.ts'
import { query, useSend } from '#web/api/api.ts'
import { column } from '#web/list/columns/columns.tsx'
import { ListTable } from '#web/list/ListTable.tsx'
import { EmptyState, ReadFailed } from '#web/list/EmptyState.tsx'
import { shownValue } from '#web/form/inputs/ValueInput.tsx'
import { formatCount } from '#web/page/format.ts'
import { useMay } from '#web/api/me.tsx'
import { SideList } from '#web/tree/SideList.tsx'
import { Split } from '#web/layout/Split.tsx'
import { useConfirm } from '#web/feedback/useConfirm.tsx'
import { enterpriseSettings, SettingHolder } from './entcfg.contract.ts'
import { SetMany } from './SetMany.tsx'
import { RowButton } from '#web/menu/RowButton.tsx'

type Offered = z.output<typeof Setting>
type Row = z.output<typeof SettingHolder>

/** Lists the settings that enterprises may have of their own, each once, with how many do. */
const codesOf = (all: Offered[]): Offered[] =>
  [...Map.groupBy(all, ({ cfgCode }) => cfgCode).values()].flatMap(([first, ...more]) =>
    first?.ownFlag === '1' ? [{ ...first, difCnt: more.reduce((sum, { difCnt }) => sum + difCnt, first.difCnt) }] : [],
  )

/** Draws the settings on the left, the enterprises with a value of their own on the right. */
export function BySetting() {
  const { data, error, refetch } = useQuery(query(pbccfg.getlist, {}))
  const [code, setCode] = useState<string>()
  const settings = useMemo(() => data && codesOf(data), [data])
  const chosen = settings?.find(({ cfgCode }) => cfgCode === code) ?? settings?.[0]
  if (error && !data) return <ReadFailed message={error.message} onRetry={() => void refetch()} />
  if (!settings) return <Spin delay={200} />
  if (!chosen) return <EmptyState hint="参数目录里还没有企业可以单独设置的参数" />
  return (
    <Split
      width={300}
      label={chosen.cfgDesc}
      side={(close) => (
        <SideList
          label="参数"
          items={settings.map(({ cfgCode, cfgDesc, difCnt }) => ({
            key: cfgCode,
            title: cfgDesc,
            ...(difCnt > 0 && { count: formatCount(difCnt) }),
          }))}
          chosen={chosen.cfgCode}
          onChoose={(key) => {
            setCode(key)
            close()
          }}
        />
      )}
    >
      <Holders key={chosen.cfgCode} setting={chosen} />
    </Split>
  )
}

function Holders({ setting }: { setting: Offered }) {
  const { cfgCode, cfgDesc, dftlVal } = setting
  const may = useMay()
  const { data, error, refetch } = useQuery(query(enterpriseSettings.getentlist, { cfgCode }))
  const [ticked, setTicked] = useState<string[]>([])
  const [many, setMany] = useState(false)
  const { ask, dialog } = useConfirm()
  const remove = useSend(enterpriseSettings.deletecfgent, { said: () => `“${cfgDesc}”已恢复默认` })
  const mayRemove = may(enterpriseSettings.deletecfgent)
  const askRemove = (rows: Row[]) =>
    ask({
      title:
        `${rows.length === 1 ? `“${rows[0]?.entName}”` : ` ${formatCount(rows.length)} 个企业`}的“${cfgDesc}”恢复默认`.trim(),
      touches: '立即生效，可以撤销。',
      verb: '恢复默认',
      isHarmless: true,
      act: () => remove.mutateAsync({ cfgCode, entNos: rows.map(({ entNo }) => entNo) }).then(() => setTicked([])),
    })
  const open = may(enterpriseSettings.createcfgent) && (
    <Button type="primary" onClick={() => setMany(true)}>
      批量设置
    </Button>
  )
  if (error && !data) return <ReadFailed message={error.message} onRetry={() => void refetch()} />
  return (
    <>
      <div className="page-tools">
        <strong>{cfgDesc}</strong>
        <span className="grey">默认：{shownValue(setting, dftlVal)}</span>
        {ticked.length > 0 ? (
          <Button onClick={() => askRemove(data?.filter(({ entNo }) => ticked.includes(entNo)) ?? [])}>
            {formatCount(ticked.length)} 个企业恢复默认
          </Button>
        ) : (
          open
        )}
      </div>
      <ListTable<Row>
        rowKey="entNo"
        rows={data}
        empty={<EmptyState hint="没有企业使用不同的值" />}
        localPage={50}
        ticks={mayRemove ? { ticked, onTick: setTicked } : undefined}
        columns={[
          column<Row>(SettingHolder, 'entName', { width: 240 }),
          column<Row>(SettingHolder, 'idntNo', { width: 104 }),
          column<Row>(SettingHolder, 'curVal', { width: 160, render: (value: string) => shownValue(setting, value) }),
          column<Row>(SettingHolder, 'rem', { width: 160 }),
          ...(mayRemove
            ? [
                {
                  key: 'act',
                  title: '操作',
                  width: 96,
                  render: (_: unknown, row: Row) => (
                    <RowButton label={`${row.entName}恢复默认`} onClick={() => askRemove([row])}>
                      恢复默认
                    </RowButton>
                  ),
                },
              ]
            : []),
        ]}
      />
      {many && <SetMany setting={setting} onClose={() => setMany(false)} />}
      {dialog}
    </>
  )
}
