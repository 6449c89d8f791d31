import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { Status } from '#contract/fields.ts'
import type { Type } from '#features/ecb/info/types.picker.tsx'
import { query, useSend } from '#web/api/api.ts'
import { ReadFailed } from '#web/list/EmptyState.tsx'
import { useMay, useMe } from '#web/api/me.tsx'
import { useUnsaved } from '#web/page/unsaved.ts'
import { useConfirm } from '#web/feedback/useConfirm.tsx'
import { entinfo } from './entinfo.contract.ts'
import { Transfer, type Value } from './Transfer.tsx'

type Props = { entNo: string; entName: string; type: Type }

/** Chooses and orders the values that an enterprise uses of a dictionary. */
export function Chooser(props: Props) {
  const { entNo, type } = props
  const { data, error, refetch } = useQuery(query(entinfo.getlistforset, { entNo, typeCode: type.typeCode }))
  if (error && !data) return <ReadFailed message={error.message} onRetry={() => void refetch()} />
  if (!data) return null
  // Replaces the choice with newly read values while nobody is editing.
  return <Choice key={data.map(({ infoNo, ver, stt }) => `${infoNo} ${ver ?? ''} ${stt}`).join()} {...props} values={data} />
}

// Keeps the enterprise's own values, which have a version.
const ownOf = (values: readonly Value[]) => values.filter(({ ver }) => ver !== null)
const same = (some: readonly Value[], others: readonly Value[]) =>
  some.length === others.length && some.every(({ infoNo, stt }, i) => others[i]?.infoNo === infoNo && others[i].stt === stt)

function Choice({ entNo, entName, type, values }: Props & { values: Value[] }) {
  const may = useMay()
  const me = useMe()
  const [own, setOwn] = useState(() => ownOf(values))
  const set = useSend(entinfo.setentinfo, { said: () => `“${entName}”的“${type.chnName}”已设置` })
  const { ask, dialog } = useConfirm()
  const changed = !same(own, ownOf(values))
  useUnsaved(changed)
  // Lets a bureau only read what lies below it.
  const isEditable = may(entinfo.setentinfo) && (entNo === me.entNo || me.idntNo === '060')
  const { typeCode, chnName } = type
  const send = (some: readonly Value[]) =>
    set.mutateAsync({
      entNo,
      typeCode,
      entInfos: some.map(({ infoNo, stt }, i) => ({ infoNo, showOrd: (i + 1) * 10, stt: stt === Status.disabled ? '2' : '1' })),
    })
  const all = values.filter(({ showFlag }) => showFlag === '1')
  const restore = () =>
    ask({
      title: `恢复“${chnName}”的全部值`,
      touches: `“${entName}”将使用平台的全部 ${all.length} 个值，自己的选择和顺序不再保留。可以撤销。`,
      verb: '恢复全部值',
      isHarmless: true,
      act: () => send([]),
    })
  return (
    <>
      <div className="work-head">
        <h2 className="side-name">{chnName}</h2>
        <span className="grey">{ownOf(values).length > 0 ? `使用 ${own.length} 个值` : '未设置时使用全部值'}</span>
        {isEditable && (
          <div className="end">
            {own.length === 0 && <Button onClick={() => setOwn(all)}>先选上全部</Button>}
            {ownOf(values).length > 0 && <Button onClick={restore}>恢复全部值</Button>}
            {changed && <Button onClick={() => setOwn(ownOf(values))}>还原</Button>}
            <Button type="primary" disabled={!changed} loading={set.isPending} onClick={() => void send(own).catch(() => {})}>
              保存
            </Button>
          </div>
        )}
      </div>
      <Transfer all={all} own={own} onChange={isEditable ? setOwn : undefined} />
      {dialog}
    </>
  )
}
