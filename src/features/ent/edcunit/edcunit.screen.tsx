import { Plus, Upload } from 'lucide-react'
import { Button, Spin, Tabs } from 'antd'
import { Suspense } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { unitTypes } from '#domain/units/units.contract.ts'
import { empdatapwr } from '#features/ent/empdatapwr/empdatapwr.contract.ts'
import { role } from '#features/ent/role/role.contract.ts'
import { stu } from '#features/ent/stu/stu.contract.ts'
import { CountLink } from '#web/list/CountLink.tsx'
import { formatCount } from '#web/page/format.ts'
import { TreeThenButton } from '#web/history/TreeThenButton.tsx'
import { historyTab } from '#web/history/historyTab.tsx'
import { useListState } from '#web/list/listState.ts'
import { useMay } from '#web/api/me.tsx'
import { Split } from '#web/layout/Split.tsx'
import { useNarrow } from '#web/page/useMedia.ts'
import { edcunit } from './edcunit.contract.ts'
import { UnitChildren } from './UnitChildren.tsx'
import { UnitHead } from './UnitHead.tsx'
import './units.css'
import { UnitTree } from './UnitTree.tsx'
import { typesBelow } from './pickers/unitNodes.tsx'
import { classesIn, classesOf } from './unitCounts.web.ts'
import { useUnitActions } from './useUnitActions.tsx'
import { type UnitPlace, type Units, useUnits } from './useUnits.tsx'
import { lazyPage } from '#web/feedback/lazyPart.tsx'
import { PageHead } from '#web/head/PageHead.tsx'

const UnitLeads = lazyPage(() => import('./UnitLeads.tsx'))

/** Returns the nearest unit, from one upwards, that grades may be made in; undefined where there is none. */
function placeForGrades({ byNo }: Units, unit: UnitPlace | undefined): UnitPlace | undefined {
  if (!unit || typesBelow(unit).includes(unitTypes.grade)) return unit
  return placeForGrades({ byNo } as Units, byNo.get(unit.prtNo ?? ''))
}

/** Draws the units of the school on the left, the chosen one with what lies below it on the right. */
export default function UnitScreen() {
  const may = useMay()
  const narrow = useNarrow()
  const navigate = useNavigate()
  const { filters, setFilters } = useListState(edcunit.getexlist)
  const units = useUnits()
  const root = units.tree?.[0]
  // Shows the school itself without a choice, or where the chosen one is gone.
  const chosen = units.byNo.get(filters.prtNo ?? '') ?? units.byNo.get(root?.unitNo ?? '')
  const choose = (unitNo: string) => setFilters({ prtNo: unitNo === root?.unitNo ? undefined : unitNo })
  const actions = useUnitActions(units, choose)
  const at = placeForGrades(units, chosen)
  const create = actions.createGrades && at && (() => actions.createGrades?.(at))
  return (
    <div className="page touch">
      <PageHead title="年级班级">
        {root && !narrow && (
          <span className="grey">
            共 <CountLink count={root.clsCnt} to={classesOf(root.unitNo)} label="班级" inText /> 个班级
          </span>
        )}
        {!narrow && (
          <span className="end">
            <TreeThenButton tree="edcunit" />
            {may(stu.importedcunit) && (
              <Button icon={<Upload />} onClick={() => navigate('/ent/stu/import/edcunit')}>
                导入
              </Button>
            )}
            {create && (
              <Button type="primary" icon={<Plus />} onClick={create}>
                新建年级与班级
              </Button>
            )}
          </span>
        )}
      </PageHead>
      <Split
        width={280}
        label={(narrow ? chosen?.unitName : chosen?.way.join(' / ')) ?? '选择单元'}
        side={(close) => (
          <UnitTree
            units={units}
            actions={actions}
            chosen={chosen?.unitNo}
            onChoose={(unitNo) => {
              choose(unitNo)
              close()
            }}
          />
        )}
      >
        {chosen && (
          <>
            <UnitHead unit={chosen} actions={actions} create={create} />
            <UnitTabs key={chosen.unitNo} unit={chosen} actions={actions} onChoose={choose} />
          </>
        )}
      </Split>
      {actions.dialogs}
    </div>
  )
}

type Props = { unit: UnitPlace; actions: ReturnType<typeof useUnitActions>; onChoose: (unitNo: string) => void }

/** Draws what lies below a unit, and who holds it. */
function UnitTabs({ unit, actions, onChoose }: Props) {
  const may = useMay()
  const holdsUnits = unit.unitType !== unitTypes.class || unit.items.length > 0
  const [params, setParams] = useSearchParams()
  const tab = params.get('tab')
  const show = (key: string) => setParams((kept) => ({ ...Object.fromEntries(kept), tab: key }), { replace: true })
  const classes = new Set(classesIn(unit))
  const mayLead = may(empdatapwr.getholders) && may(role.getalllist) && unit.waitFlag === '0' && unit.grdtFlag === '0'
  const items = [
    holdsUnits && { key: 'below', label: '下级', children: <UnitChildren unit={unit} actions={actions} onChoose={onChoose} /> },
    unit.unitType !== unitTypes.class && {
      key: 'classes',
      label: `班级 ${formatCount(classes.size)}`,
      children: <UnitChildren unit={unit} actions={actions} onChoose={onChoose} classes={classes} />,
    },
    mayLead && {
      key: 'leads',
      label: '负责人',
      children: (
        <Suspense fallback={<Spin delay={200} />}>
          <UnitLeads unit={unit} />
        </Suspense>
      ),
    },
    may(edcunit.get) && historyTab('edcunit', unit.unitNo),
  ].filter((item) => item !== false)
  if (items.length === 0) return null
  const open = items.find(({ key }) => key === tab) ?? items[0]
  return <Tabs activeKey={open?.key ?? ''} onChange={show} items={items} />
}
