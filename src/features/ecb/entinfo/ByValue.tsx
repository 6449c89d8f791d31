import { useQuery } from '@tanstack/react-query'
import { Button, Select } from 'antd'
import { useState } from 'react'
import type * as z from 'zod'
import { ent } from '#features/ecb/ent/ent.contract.ts'
import { EnterprisesPicker } from '#features/ecb/ent/enterprises.picker.tsx'
import type { Type } from '#features/ecb/info/types.picker.tsx'
import { query, useSend } from '#web/api/api.ts'
import { column } from '#web/list/columns/columns.tsx'
import { ListTable } from '#web/list/ListTable.tsx'
import { EmptyState, ReadFailed } from '#web/list/EmptyState.tsx'
import { formatCount } from '#web/page/format.ts'
import { useMay, useMe } from '#web/api/me.tsx'
import { Split } from '#web/layout/Split.tsx'
import { useConfirm } from '#web/feedback/useConfirm.tsx'
import { TickedTools } from '#web/list/ticks.tsx'
import { entinfo, UsingEnterprise } from './entinfo.contract.ts'
import { useOpenTypes } from './entinfo.panel.tsx'

type Row = z.output<typeof UsingEnterprise>
type Value = { infoNo: string; chnName: string }

/** Draws the dictionaries at the left; the enterprises that use the chosen value at the right. */
export function ByValue() {
  const { shown, side } = useOpenTypes((go) => go())
  return (
    <Split width={260} label={shown?.chnName ?? '选择类型'} side={side}>
      {shown && <Values key={shown.typeCode} type={shown} />}
    </Split>
  )
}

function Values({ type }: { type: Type }) {
  const { entNo } = useMe()
  const { data } = useQuery(query(entinfo.getlistforset, { entNo, typeCode: type.typeCode }))
  const [infoNo, setInfoNo] = useState<string>()
  const values = data?.filter(({ showFlag }) => showFlag === '1') ?? []
  const value = values.find((one) => one.infoNo === infoNo) ?? values[0]
  return (
    <>
      <div className="work-head">
        <h2 className="side-name">{type.chnName}</h2>
        <Select
          aria-label="值"
          style={{ width: 240, maxWidth: '100%' }}
          showSearch={{ optionFilterProp: 'label' }}
          value={value?.infoNo ?? null}
          onChange={(next) => setInfoNo(next ?? undefined)}
          options={values.map((one) => ({ value: one.infoNo, label: one.chnName }))}
        />
      </div>
      {data && !value && <EmptyState hint="此类型还没有值" />}
      {value && <Users key={value.infoNo} typeCode={type.typeCode} value={value} />}
    </>
  )
}

function Users({ typeCode, value: { infoNo, chnName } }: { typeCode: string; value: Value }) {
  const may = useMay()
  const { data, error, refetch } = useQuery(query(entinfo.getentlist, { typeCode, infoNo }))
  const [ticked, setTicked] = useState<string[]>([])
  const [adding, setAdding] = useState(false)
  const { ask, dialog } = useConfirm()
  const add = useSend(entinfo.createinfoent, { said: ({ entNos }) => `“${chnName}”已给 ${entNos.length} 家企业` })
  const remove = useSend(entinfo.deleteinfoent, { said: ({ entNos }) => `“${chnName}”已从 ${entNos.length} 家企业移除` })
  const askRemove = () =>
    ask({
      title: `从 ${formatCount(ticked.length)} 家企业移除“${chnName}”`,
      touches: '这些企业不能再选用这个值，已有的记录仍看得到它的名称。使用全部值的企业，改为选用其余的值。可以撤销。',
      verb: '移除',
      act: () => remove.mutateAsync({ typeCode, infoNo, entNos: ticked }).then(() => setTicked([])),
    })
  if (error && !data) return <ReadFailed message={error.message} onRetry={() => void refetch()} />
  return (
    <>
      <div className="page-tools">
        {may(entinfo.createinfoent) && (
          <Button type="primary" onClick={() => setAdding(true)}>
            添加企业
          </Button>
        )}
        <span className="grey">{data && `${formatCount(data.length)} 家企业使用“${chnName}”`}</span>
        {ticked.length > 0 && (
          <TickedTools count={ticked.length} onClear={() => setTicked([])}>
            <Button danger onClick={askRemove}>
              移除
            </Button>
          </TickedTools>
        )}
      </div>
      <ListTable<Row>
        rowKey="entNo"
        rows={data}
        empty={<EmptyState hint="没有企业使用这个值" />}
        localPage={50}
        ticks={may(entinfo.deleteinfoent) ? { ticked, onTick: setTicked } : undefined}
        columns={[
          column<Row>(UsingEnterprise, 'entName', { width: 240 }),
          column<Row>(UsingEnterprise, 'idntNo', { width: 104 }),
          column<Row>(UsingEnterprise, 'entNo', { width: 120 }),
          column<Row>(UsingEnterprise, 'allFlag', {
            width: 120,
            title: '选用',
            render: (allFlag: string) => (allFlag === '1' ? <span className="grey">使用全部值</span> : '自己选用'),
          }),
          column<Row>(UsingEnterprise, 'stt', { width: 80 }),
        ]}
      />
      {adding && (
        <EnterprisesPicker
          title={`让更多企业使用“${chnName}”`}
          verb="添加"
          read={(keyWord) => query(ent.getlist, { keyWord })}
          taken={new Set(data?.map(({ entNo }) => entNo))}
          onPick={(entNos) => add.mutateAsync({ typeCode, infoNo, entNos })}
          onClose={() => setAdding(false)}
        />
      )}
      {dialog}
    </>
  )
}
