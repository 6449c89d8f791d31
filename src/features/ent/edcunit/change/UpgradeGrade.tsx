import { Checkbox } from 'antd'
import { useState } from 'react'
import { gradeName, yearsOf } from '#domain/units/units.contract.ts'
import { AppModal } from '#web/feedback/AppModal.tsx'
import { useSend } from '#web/api/api.ts'
import { formatCount } from '#web/page/format.ts'
import { edcunit } from '../edcunit.contract.ts'
import { type UnitPlace, type Units, useNaming } from '../useUnits.tsx'
import { WholeSchool } from '../make/WholeSchool.tsx'

type Props = { unit: UnitPlace; units: Units; onClose: () => void }

/** Takes one grade a year on, and says before what that touches. */
export default function UpgradeGrade({ unit, units, onClose }: Props) {
  const { naming, schYear } = useNaming(units)
  const [isSure, setSure] = useState(false)
  const upgrade = useSend(edcunit.upgrade, { said: () => `“${unit.unitName}”已升级` })
  const { stdyPrd, curGrade, entrYear } = unit
  const isTop = !stdyPrd || !curGrade || curGrade >= yearsOf(stdyPrd, naming)
  const isAhead = !!curGrade && !!entrYear && curGrade >= schYear - entrYear + 1
  const next = stdyPrd && curGrade && entrYear ? gradeName({ stdyPrd, entrYear, curGrade: curGrade + 1 }, naming) : ''
  return (
    <AppModal
      open
      width={480}
      title={`升级“${unit.unitName}”`}
      okText="升级"
      okButtonProps={{ disabled: isTop || (isAhead && !isSure) }}
      confirmLoading={upgrade.isPending}
      cancelText="取消"
      onOk={() => upgrade.mutate({ unitNos: [unit.unitNo], again: isAhead ? '1' : '0' }, { onSuccess: onClose })}
      onCancel={onClose}
    >
      {isTop ? (
        <p>“{unit.unitName}”已是最高年级，请先毕业。</p>
      ) : (
        <ul className="holdings">
          <li>
            “{unit.unitName}”成为“{next}”，{formatCount(unit.clsCnt)} 个班级随之改名；手工起的名称不变
          </li>
          <li>{formatCount(unit.stuCnt)} 名学生的班级不变</li>
        </ul>
      )}
      {!isTop && isAhead && (
        <Checkbox className="unit-sure" checked={isSure} onChange={({ target }) => setSure(target.checked)}>
          “{unit.unitName}”已是{schYear}学年应在的年级，确认再升一级
        </Checkbox>
      )}
      <WholeSchool onLeave={onClose} />
    </AppModal>
  )
}
