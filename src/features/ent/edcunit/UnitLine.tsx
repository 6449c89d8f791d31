import { Plus } from 'lucide-react'
import { Button } from 'antd'
import { type ReactNode, use, useLayoutEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { permissions } from '#contract/access.ts'
import { Status } from '#contract/fields.ts'
import { unitTypes } from '#domain/units/units.contract.ts'
import { importPages, pathInto, takesNewcomers } from '#features/ent/stu/imports/importPages.contract.ts'
import { stu } from '#features/ent/stu/stu.contract.ts'
import { StatusTag } from '#web/api/dictionary.tsx'
import { useMay } from '#web/api/me.tsx'
import { SplitChooser } from '#web/layout/splitChoice.ts'
import { ActionsButton } from '#web/menu/ActionsButton.tsx'
import { menuOf } from '#web/menu/menuOf.ts'
import { studentsOf } from './unitCounts.web.ts'
import type { useUnitActions } from './useUnitActions.tsx'
import type { UnitPlace } from './useUnits.tsx'

type Props = {
  unit: UnitPlace
  actions: ReturnType<typeof useUnitActions>
  /** Makes what the page is there for; undefined without the right. */
  create: (() => void) | undefined
  /** Draws what is counted in it, which is shown when it is asked for. */
  facts: ReactNode
}

export const isClass = ({ unitType }: UnitPlace) => unitType === unitTypes.class

/** Draws whether a unit has left or is switched off; nothing for one in use. */
export function UnitMark({ unit: { grdtFlag, stt } }: { unit: UnitPlace }) {
  if (grdtFlag === '1') return <span className="tag off">已毕业</span>
  return stt === Status.disabled && <StatusTag value={stt} />
}

/** Draws on a phone, in one line, the unit to choose and the acts of the page and on the unit; its figures are one of them. */
export function UnitLine({ unit, actions, create, facts }: Props) {
  const may = useMay()
  const navigate = useNavigate()
  const { chooser, setTaken } = use(SplitChooser)
  const [isShown, setShown] = useState(false)
  useLayoutEffect(() => {
    setTaken(true)
    return () => setTaken(false)
  }, [setTaken])
  const menu = menuOf([
    { key: 'facts', label: isShown ? '收起统计' : '查看统计', act: () => setShown(!isShown) },
    isClass(unit) &&
      may({ access: permissions('stu').view }) && {
        key: 'students',
        label: '查看学生',
        act: () => void navigate(studentsOf(unit)),
      },
    takesNewcomers(unit) &&
      may(stu.importnewstu) && {
        key: 'newcomers',
        label: '导入学生',
        act: () => void navigate(pathInto(importPages[0], unit)),
      },
    ...actions.menuOf(unit.unitNo).items,
    may(stu.importedcunit) && { key: 'import', label: '导入年级班级', act: () => void navigate('/ent/stu/import/edcunit') },
    may({ access: permissions('history').view }) && {
      key: 'then',
      label: '历史快照',
      act: () => void navigate('/ent/history/tree?tree=edcunit'),
    },
  ])
  return (
    <>
      <div className="unit-line">
        <h2 className="unseen">{unit.way.join(' / ')}</h2>
        {chooser}
        <UnitMark unit={unit} />
        <ActionsButton menu={menu} />
        {create && <Button type="primary" icon={<Plus />} aria-label="新建年级与班级" onClick={create} />}
      </div>
      {isShown && facts}
    </>
  )
}
