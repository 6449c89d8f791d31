import { useNotify } from '#domain/messages/composer.web.ts'
import { permissions } from '#contract/access.ts'
import { Status } from '#contract/fields.ts'
import { type UnitType, unitTypes } from '#domain/units/units.contract.ts'
import { useSend } from '#web/api/api.ts'
import { formatCount } from '#web/page/format.ts'
import { useMay } from '#web/api/me.tsx'
import { type ActionMenu, menuOf } from '#web/menu/menuOf.ts'
import { toast } from '#web/feedback/toast.ts'
import { useDialogs } from '#web/feedback/useDialogs.tsx'
import { reorder, shiftActs } from '#web/tree/siblings.ts'
import { edcunit, typeNames } from './edcunit.contract.ts'
import { unitMoveRefusal, typesBelow } from './pickers/unitNodes.tsx'
import { siblingsBelow, type UnitPlace, type Units } from './useUnits.tsx'
import { lazyWindow } from '#web/feedback/lazyPart.tsx'

const UnitForm = lazyWindow(() => import('./UnitForm.tsx'))
const GradesForm = lazyWindow(() => import('./make/GradesForm.tsx'))
const ClassesForm = lazyWindow(() => import('./make/ClassesForm.tsx'))
const UnitPicker = lazyWindow(() => import('./pickers/unit.picker.tsx'))
const GraduateUnit = lazyWindow(() => import('./change/GraduateUnit.tsx'))
const PrintRoster = lazyWindow(() => import('#features/ent/stu/roster/roster.panel.tsx'))
const UpgradeGrade = lazyWindow(() => import('./change/UpgradeGrade.tsx'))

/** Describes what moves along with a unit. */
function touchesOf({ unitType, below, stuCnt }: UnitPlace): string {
  const taken = [below > 0 && `${formatCount(below)} 个下级单元`, stuCnt > 0 && `${formatCount(stuCnt)} 名学生`].filter(Boolean)
  const names = unitType === unitTypes.class ? '班号、名称和入学年份按新的年级重新编排。' : ''
  return `${taken.length > 0 ? `${taken.join('、')}随之移动。` : '只移动这个单元，它没有下级单元和学生。'}${names}`
}

/** Returns the actions on the units of the tree with their dialogs, each only with its permission. */
export function useUnitActions(units: Units, onChoose: (unitNo: string) => void) {
  const may = useMay()
  const { show, ask, dialogs } = useDialogs()
  const { byNo } = units
  const notify = useNotify()
  const nameOf = (unitNo: string | undefined) => byNo.get(unitNo ?? '')?.unitName ?? ''
  const order = useSend(edcunit.setedcunitord, { said: () => '单元顺序已调整' })
  const place = useSend(edcunit.updateprtedcunit, { said: ({ unitNos }) => `“${nameOf(unitNos[0])}”已移动` })
  const remove = useSend(edcunit.delete, { said: ({ unitNo }) => `“${nameOf(unitNo)}”已删除` })
  const said = (datas: string[]) => (datas.length === 1 ? `“${nameOf(datas[0])}”` : `${datas.length} 个单元`)
  const enable = useSend(edcunit.enable, { said: ({ datas }) => `${said(datas)}已启用` })
  const disable = useSend(edcunit.disable, { said: ({ datas }) => `${said(datas)}已停用` })

  const siblingsOf = ({ prtNo }: UnitPlace) => siblingsBelow(units, prtNo).map((one) => one.unitNo)
  const putInOrder = (unit: UnitPlace, before: string | undefined) => {
    const next = reorder(siblingsOf(unit), unit.unitNo, before)
    if (next) order.mutate({ unitOrds: next.map((unitNo, i) => ({ unitNo, showOrd: (i + 1) * 10 })) })
  }
  const askMove = (one: UnitPlace, to: UnitPlace, befNo?: string) =>
    ask({
      title: `移动“${one.unitName}”到“${to.unitName}”`,
      touches: touchesOf(one),
      verb: '移动',
      isHarmless: true,
      act: async () => place.mutateAsync({ prtNo: to.unitNo, unitNos: [one.unitNo], ...(befNo && { befNo }) }),
    })
  const move = (unitNo: string, parent: string | undefined, before?: string) => {
    const [one, to] = [byNo.get(unitNo), byNo.get(parent ?? '')]
    if (!one || !to) return
    const refusal = unitMoveRefusal(one, to)
    if (refusal) return toast.error(refusal)
    if (one.prtNo === parent) return putInOrder(one, before)
    askMove(one, to, siblingsBelow(units, to.unitNo).find((next) => next.unitNo === before)?.unitNo)
  }
  const askDelete = ({ unitNo, unitName, prtNo }: UnitPlace) =>
    ask({
      title: `删除“${unitName}”`,
      touches: '只能删除没有下级单元、也没有过学生的单元。删除后可以撤销。',
      verb: '删除',
      act: async () => {
        await remove.mutateAsync({ unitNo })
        if (prtNo) onChoose(prtNo)
      },
    })
  const setState = (datas: string[], stt: string) =>
    (stt === Status.enabled ? enable : disable).mutateAsync({ datas }).catch(() => {})

  const add = (above: UnitPlace) => show((close) => <UnitForm above={above} units={units} onDone={onChoose} onClose={close} />)
  const edit = (unit: UnitPlace) => show((close) => <UnitForm unit={unit} units={units} onDone={onChoose} onClose={close} />)
  const createGrades = (unit: UnitPlace) => show((close) => <GradesForm unit={unit} units={units} onClose={close} />)
  const createClasses = (unit: UnitPlace) => show((close) => <ClassesForm unit={unit} units={units} onClose={close} />)
  const graduate = (unit: UnitPlace) => show((close) => <GraduateUnit unit={unit} units={units} onClose={close} />)
  const upgrade = (unit: UnitPlace) => show((close) => <UpgradeGrade unit={unit} units={units} onClose={close} />)
  const printRoster = (unit: UnitPlace) => show((close) => <PrintRoster unit={unit} onClose={close} />)
  const pickPlace = (unit: UnitPlace) =>
    show((close) => (
      <UnitPicker
        open
        title={`移动“${unit.unitName}”`}
        action="下一步"
        refusalOf={(to) => {
          const target = byNo.get(to.unitNo)
          if (to.unitNo === unit.prtNo) return `“${unit.unitName}”已在这里`
          return target && unitMoveRefusal(unit, target)
        }}
        onClose={close}
        onChoose={({ unitNo }) => {
          close()
          move(unit.unitNo, unitNo)
        }}
      />
    ))

  const makeActs = (unit: UnitPlace) => {
    const types = typesBelow(unit)
    return [
      types.some((type) => type === unitTypes.grade) &&
        may(edcunit.creategradeandclass) && { key: 'grades', label: '新建年级与班级', act: () => createGrades(unit) },
      types.some((type) => type === unitTypes.class) &&
        may(edcunit.createclassmany) && { key: 'classes', label: '批量建班', act: () => createClasses(unit) },
      types.length > 0 &&
        may(edcunit.create) && {
          key: 'add',
          label: `新建${types.length === 1 ? typeNames[types[0] as UnitType] : '下级'}`,
          act: () => add(unit),
        },
    ]
  }
  const leaveActs = (unit: UnitPlace) => [
    unit.unitType === unitTypes.grade && may(edcunit.upgrade) && { key: 'upgrade', label: '升级', act: () => upgrade(unit) },
    may(edcunit.graduate) && { key: 'graduate', label: '毕业', act: () => graduate(unit) },
  ]
  const rosterAct = (unit: UnitPlace) =>
    may({ access: permissions('stu').print }) && { key: 'roster', label: '打印名册', act: () => printRoster(unit) }
  const toFamilies = (unit: UnitPlace) => [
    unit.grdtFlag === '0' && unit.stt === Status.enabled && notify('unit', [unit.unitNo]),
    unit.grdtFlag === '0' && [unitTypes.grade, unitTypes.class].some((type) => type === unit.unitType) && rosterAct(unit),
  ]
  const menuFor = (unitNo: string): ActionMenu => {
    const unit = byNo.get(unitNo)
    if (!unit) return menuOf([])
    const isGone = unit.grdtFlag === '1'
    const isOwn = !isGone && unit.prtNo !== null && unit.waitFlag === '0'
    const isOn = unit.stt === Status.enabled
    const isUsed = isOwn && isOn
    const hasPupils = [unitTypes.grade, unitTypes.class].some((type) => type === unit.unitType)
    const leaves = isUsed && hasPupils
    return menuOf([
      ...makeActs(unit),
      may(edcunit.update) && { key: 'edit', label: '修改', act: () => edit(unit) },
      isOwn && may(edcunit.updateprtedcunit) && { key: 'move', label: '移动', act: () => pickPlace(unit) },
      ...(may(edcunit.setedcunitord) ? shiftActs(siblingsOf(unit), unitNo, (before) => putInOrder(unit, before)) : []),
      ...(leaves ? leaveActs(unit) : []),
      ...toFamilies(unit),
      isUsed && may(edcunit.disable) && { key: 'off', label: '停用', act: () => void setState([unitNo], Status.disabled) },
      isOwn && !isOn && may(edcunit.enable) && { key: 'on', label: '启用', act: () => void setState([unitNo], Status.enabled) },
      unit.prtNo !== null && may(edcunit.delete) && { key: 'delete', label: '删除', danger: true, act: () => askDelete(unit) },
    ])
  }
  return {
    menuOf: menuFor,
    dialogs,
    move: may(edcunit.updateprtedcunit) ? move : undefined,
    edit: may(edcunit.update) ? edit : undefined,
    createGrades: may(edcunit.creategradeandclass) ? createGrades : undefined,
    createClasses: may(edcunit.createclassmany) ? createClasses : undefined,
    setState: may(edcunit.enable) ? setState : undefined,
  }
}
