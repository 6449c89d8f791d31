import { Button } from 'antd'
import { type ReactNode, useState } from 'react'
import { Status } from '#contract/fields.ts'
import { Label } from '#web/api/dictionary.tsx'
import { formatCount } from '#web/page/format.ts'
import { Keyword } from '#web/list/filters/Keyword.tsx'
import { SideList } from '#web/tree/SideList.tsx'
import { TickedTools } from '#web/list/ticks.tsx'
import { levelsOf } from './role.contract.ts'
import type { RoleActions, RoleRow } from './useRoleActions.tsx'

type Props = {
  roles: RoleRow[]
  chosen: string | undefined
  onChoose: (roleNo: string) => void
  actions: RoleActions
  empty: ReactNode
}

/** Draws own roles, which may be ticked and deleted together, and below them those that the platform gave. */
export function RoleList({ roles, chosen, onChoose, actions, empty }: Props) {
  const [keyWord, setKeyWord] = useState('')
  const [ticked, setTicked] = useState<string[]>([])
  const fits = ({ roleName, roleNo }: RoleRow) => `${roleName} ${roleNo}`.toLowerCase().includes(keyWord.toLowerCase())
  const [own, given] = (['1', '2'] as const).map((type) => roles.filter((row) => row.roleType === type))
  const items = (rows: RoleRow[] = []) =>
    rows.filter(fits).map((row) => ({
      key: row.roleNo,
      title: row.roleName,
      tag: <Label type={levelsOf(row)} value={row.roleItem} />,
      count: `${formatCount(row.empCnt)} 人`,
      isOff: row.stt === Status.disabled,
    }))
  const chosenOnes = own?.filter(({ roleNo }) => ticked.includes(roleNo)) ?? []
  const remove = actions.remove
  return (
    <>
      <div className="page-tools">
        <Keyword value={keyWord} onChange={setKeyWord} placeholder="角色名称或编号" hotkey />
        {chosenOnes.length > 0 && remove && (
          <TickedTools count={chosenOnes.length} onClear={() => setTicked([])}>
            <Button danger onClick={() => remove(chosenOnes, () => setTicked([]))}>
              删除
            </Button>
          </TickedTools>
        )}
      </div>
      <div className="side-scroll">
        <h2 className="side-head">自定义角色</h2>
        {own?.length === 0 ? (
          empty
        ) : (
          <SideList
            label="自定义角色"
            items={items(own)}
            chosen={chosen}
            onChoose={onChoose}
            ticked={ticked}
            onTick={remove && setTicked}
          />
        )}
        <h2 className="side-head">公共角色</h2>
        <SideList label="公共角色" items={items(given)} chosen={chosen} onChoose={onChoose} />
        {keyWord && !roles.some(fits) && <div className="empty">没有找到“{keyWord}”</div>}
      </div>
    </>
  )
}
