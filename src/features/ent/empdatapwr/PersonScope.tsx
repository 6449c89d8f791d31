import { useQuery } from '@tanstack/react-query'
import { Button, Tag } from 'antd'
import { useState } from 'react'
import type * as z from 'zod'
import { wordsOf } from '#contract/words.ts'
import { unitTypes } from '#domain/units/units.contract.ts'
import { query, useSend } from '#web/api/api.ts'
import { formatCount } from '#web/page/format.ts'
import { useIsSchool, useMay, useMe } from '#web/api/me.tsx'
import { useUnsaved } from '#web/page/unsaved.ts'
import { DataTree, type HeldNode } from './DataTree.tsx'
import { empdatapwr, type HeldRoleReach } from './empdatapwr.contract.ts'
import { SegmentedControl } from '#web/page/SegmentedControl.tsx'

type Role = z.output<typeof HeldRoleReach>
type Kind = HeldNode['dataType']

const kindNames: Record<Kind, string> = { unit: '年级班级', org: '部门', ent: '下级企业' }

/** Draws what one person reaches through one role: ticked in trees, in figures, saved as a whole. */
export function PersonScope({ empNo, role, msgFlag }: Omit<Props, 'before'>) {
  const { data } = useQuery(query(empdatapwr.getheld, { empNo, roleNo: role.roleNo, msgFlag }))
  return data ? <Ticks key={data.map(({ dataVal }) => dataVal).join()} {...{ empNo, role, msgFlag }} before={data} /> : null
}

type Props = { empNo: string; role: Role; msgFlag: '0' | '1'; before: HeldNode[] }

function Ticks({ empNo, role, msgFlag, before }: Props) {
  const may = useMay()
  const [held, setHeld] = useState(new Map(before.map((one) => [one.dataVal, one])))
  const kinds: Kind[] = useIsSchool() ? ['unit', 'org'] : ['org', 'ent']
  const [kind, setKind] = useState<Kind>(before[0]?.dataType ?? (role.level === 'department' ? 'org' : (kinds[0] ?? 'org')))
  const set = useSend(msgFlag === '1' ? empdatapwr.setempmsgpwr : empdatapwr.set)
  const changed = held.size !== before.length || before.some(({ dataVal }) => !held.has(dataVal))
  useUnsaved(changed)
  const owner = { empNo, roleNo: role.roleNo, msgFlag }
  const toggle = (one: HeldNode, isHeld: boolean) => {
    const next = new Map(held)
    if (isHeld) next.set(one.dataVal, one)
    else next.delete(one.dataVal)
    setHeld(next)
  }
  const save = () => {
    const dataPwrs = [...held.values()].map(({ dataVal, dataType }) => ({ dataVal, dataType }))
    set.mutate({ empNo, roleNo: role.roleNo, dataPwrs })
  }
  return (
    <div className="stack">
      {kinds.length > 1 && (
        <SegmentedControl
          aria-label="范围类型"
          style={{ alignSelf: 'flex-start' }}
          value={kind}
          onChange={setKind}
          options={kinds.map((value) => ({ value, label: kindNames[value] }))}
        />
      )}
      <DataTree
        key={kind}
        dataType={kind}
        owner={owner}
        held={held}
        onToggle={may(empdatapwr.set) ? toggle : undefined}
        unitType={kind === 'unit' && role.unitType === unitTypes.class ? unitTypes.class : undefined}
      />
      <div>
        {[...held.values()].map((one) => (
          <Tag key={one.dataVal} closable={may(empdatapwr.set)} onClose={() => toggle(one, false)}>
            {one.dataName}
          </Tag>
        ))}
      </div>
      <Cover held={[...held.values()]} role={role} msgFlag={msgFlag} />
      {msgFlag === '1' && [...held.values()].map((one) => <Receivers key={one.dataVal} at={one} />)}
      {may(empdatapwr.set) && (
        <div className="row-actions">
          <Button type="primary" disabled={!changed} loading={set.isPending} onClick={save}>
            保存
          </Button>
          {changed && <Button onClick={() => setHeld(new Map(before.map((one) => [one.dataVal, one])))}>放弃修改</Button>}
        </div>
      )}
    </div>
  )
}

/** Draws what the ticked values reach, in figures. */
function Cover({ held, role, msgFlag }: { held: HeldNode[] } & Pick<Props, 'role' | 'msgFlag'>) {
  const { idntNo } = useMe()
  const of = (kind: Kind) => {
    const values = held.filter(({ dataType }) => dataType === kind).map(({ dataVal }) => dataVal)
    return values.length > 0 ? values : undefined
  }
  const { data } = useQuery({
    ...query(empdatapwr.getcover, { units: of('unit'), orgs: of('org'), ents: of('ent') }),
    enabled: held.length > 0,
    placeholderData: (before) => before,
  })
  if (held.length === 0) {
    const seen =
      role.level === 'whole'
        ? `没有限定：看到整个${wordsOf(idntNo).itself}。勾选部门可以缩小范围。`
        : '还没有勾选：通过这个角色看不到学生和家长。'
    return (
      <p className="grey" aria-live="polite">
        {msgFlag === '1' ? '还没有勾选：除了直接发给本人的，不会通过这个角色收到消息。' : seen}
      </p>
    )
  }
  const figures = data && [
    data.stuCnt > 0 && `${formatCount(data.stuCnt)} 名学生`,
    data.unitCnt > 0 && `${formatCount(data.unitCnt)} 个年级或班级`,
    data.empCnt > 0 && `${formatCount(data.empCnt)} 名员工`,
    data.orgCnt > 0 && `${formatCount(data.orgCnt)} 个部门`,
    data.entCnt > 0 && `${formatCount(data.entCnt)} 个企业`,
  ]
  return (
    <p aria-live="polite">
      {msgFlag === '1' ? '将收到' : '将看到'} {figures?.filter(Boolean).join('，') || '……'}
    </p>
  )
}

/** Draws in one line who gets the messages of a place as it is kept. */
function Receivers({ at: { dataVal, dataType, dataName } }: { at: HeldNode }) {
  const { data } = useQuery({ ...query(empdatapwr.getmsgpeople, { dataVal, dataType }), enabled: dataType !== 'ent' })
  if (!data) return null
  const names = data.map(({ empName }) => empName)
  const shown = names.slice(0, mostNames).join('、') + (names.length > mostNames ? ` 等 ${formatCount(names.length)} 人` : '')
  return (
    <p className="grey" aria-live="polite">
      会收到这里消息的人：{dataName}：{shown || '还没有'}
    </p>
  )
}

// Limits the names in the line of a place.
const mostNames = 10
