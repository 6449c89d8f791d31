import { Checkbox, Radio, Select } from 'antd'
import { agreements, approverKinds, escalations, type Step } from '#domain/approvals/approvals.contract.ts'
import { AppDrawer } from '#web/feedback/AppDrawer.tsx'
import { TextInput } from '#web/form/inputs/TextInput.tsx'
import { useNarrow } from '#web/page/useMedia.ts'
import { namesClass, picksPeople } from '../conditions.contract.ts'
import { ConditionInput } from './ConditionInput.tsx'
import { EmployeesInput } from './EmployeesInput.tsx'
import { FieldsLine, NumberLine, StepGroup, StepLine } from './StepLine.tsx'
import type { Mentioned } from './words.web.ts'

type Props = {
  step: Step
  at: number
  known: Mentioned
  faults: Record<string, string>
  onChange: (changes: Partial<Step>) => void
  /** Keeps the names of people who were chosen. */
  onNames: (names: ReadonlyMap<string, string>) => void
  onClose: () => void
}

// Limits the hours of a step, to thirty days.
const mostHours = 720

const entriesOf = <Words extends object>(words: Words) => Object.entries(words) as [keyof Words & string, string][]

/** Draws everything about one step, beside the list that shows it at once. */
export function StepDrawer({ step, at, known, faults, onChange, onNames, onClose }: Props) {
  const narrow = useNarrow()
  const { columns } = known
  // Offers only what the form can answer.
  const missing: Partial<Record<Step['who'], string>> = {
    ...((known.startBy === 'emp' || known.startBy === 'both') && !columns.some(namesClass) && { head: '表单里没有学生或班级' }),
    ...((known.startBy === 'ptr' || known.startBy === 'both') && { chosen: '家长不能选审批人', field: '家长不能选审批人' }),
    ...(known.startBy === 'none' && { chosen: '填收集的人不选审批人' }),
    ...((known.startBy === 'emp' || known.startBy === 'none') && !columns.some(picksPeople) && { field: '表单里没有“人员选择”' }),
  }
  return (
    <AppDrawer open className="touch" isBeside size={narrow ? '100%' : 400} title={`第 ${at + 1} 步`} onClose={onClose}>
      <div className="flow-form">
        <StepLine label="步骤名称" error={faults['stepName']}>
          {(id) => <TextInput id={id} value={step.stepName} maxLength={20} onChange={(stepName) => onChange({ stepName })} />}
        </StepLine>
        <StepLine label="谁来审批" error={faults['who']}>
          {(id) => (
            <Select
              id={id}
              value={step.who}
              options={entriesOf(approverKinds).map(([value, label]) => ({
                value,
                label: missing[value] ? `${label}（${missing[value]}）` : label,
                disabled: missing[value] !== undefined,
              }))}
              onChange={(who) => onChange({ who })}
            />
          )}
        </StepLine>
        <WhoInput step={step} known={known} faults={faults} onChange={onChange} onNames={onNames} />
        <StepGroup label="有多人时">
          <Radio.Group
            vertical
            value={step.mode}
            options={entriesOf(agreements).map(([value, label]) => ({ value, label }))}
            onChange={({ target }) => onChange({ mode: target.value as Step['mode'] })}
          />
        </StepGroup>
        {step.mode === 'some' && (
          <NumberLine
            label="至少几个人同意"
            error={faults['cnt']}
            most={20}
            unit="人"
            value={step.cnt ?? null}
            onChange={(cnt) => onChange({ cnt })}
          />
        )}
        <ConditionInput value={step.cond} known={known} error={faults['cond']} onChange={(cond) => onChange({ cond })} />
        <NumberLine
          label="期限"
          error={faults['hrs']}
          most={mostHours}
          placeholder="不限"
          unit="小时"
          value={step.hrs ?? null}
          onChange={(hrs) => onChange({ hrs })}
        />
        <EscalationInput step={step} faults={faults} onChange={onChange} />
        <FieldsLine
          label="审批时填写的字段"
          error={faults['fills']}
          placeholder="不用填"
          hint="由审批人填，发起时看不到。"
          columns={columns}
          value={step.fills}
          onChange={(fills) => onChange({ fills })}
        />
        <FieldsLine
          label="审批时看不到的字段"
          error={faults['hides']}
          placeholder="都看得到"
          columns={columns}
          value={step.hides}
          onChange={(hides) => onChange({ hides })}
        />
        <StepGroup label="同意后抄送给" error={faults['ccNos']}>
          <EmployeesInput
            title="选择抄送的人"
            value={step.ccNos}
            people={known.people}
            onChange={(ccNos, names) => {
              onNames(names)
              onChange({ ccNos })
            }}
          />
        </StepGroup>
        <Checkbox checked={step.signFlag === '1'} onChange={({ target }) => onChange({ signFlag: target.checked ? '1' : '0' })}>
          同意时要手写签名
        </Checkbox>
      </div>
    </AppDrawer>
  )
}

/** Draws after how many hours others are reminded too, and who. */
function EscalationInput({ step, faults, onChange }: Pick<Props, 'step' | 'faults' | 'onChange'>) {
  return (
    <>
      <NumberLine
        label="超时也提醒别人"
        error={faults['escHrs']}
        most={mostHours}
        placeholder="不提醒"
        unit="小时后"
        value={step.escHrs ?? null}
        onChange={(escHrs) => onChange({ escHrs, escTo: escHrs ? (step.escTo ?? 'leader') : null })}
      />
      {step.escHrs && (
        <StepGroup label="提醒谁" error={faults['escTo']}>
          <Radio.Group
            vertical
            value={step.escTo ?? 'leader'}
            options={entriesOf(escalations).map(([value, label]) => ({ value, label }))}
            onChange={({ target }) => onChange({ escTo: target.value as keyof typeof escalations })}
          />
          <p className="grey">只是提醒，仍由审批人决定。</p>
        </StepGroup>
      )}
    </>
  )
}

/** Draws what more is to be said of whoever decides: which role, who, or which field. */
function WhoInput({ step, known, faults, onChange, onNames }: Pick<Props, 'step' | 'known' | 'faults' | 'onChange' | 'onNames'>) {
  if (step.who === 'role')
    return (
      <StepLine label="角色" error={faults['roleNo']}>
        {(id) => (
          <Select
            id={id}
            showSearch={{ optionFilterProp: 'label' }}
            placeholder="请选择角色"
            value={step.roleNo ?? null}
            options={[...known.roles].map(([value, label]) => ({ value, label }))}
            onChange={(roleNo) => onChange({ roleNo })}
          />
        )}
      </StepLine>
    )
  if (step.who === 'named')
    return (
      <StepGroup label="指定的人" error={faults['empNos']}>
        <EmployeesInput
          title="选择审批人"
          value={step.empNos}
          people={known.people}
          onChange={(empNos, names) => {
            onNames(names)
            onChange({ empNos })
          }}
        />
      </StepGroup>
    )
  if (step.who !== 'field') return null
  return (
    <StepLine label="表单里的人" error={faults['clmnNo']}>
      {(id) => (
        <Select
          id={id}
          placeholder="请选择表单的字段"
          value={step.clmnNo ?? null}
          options={known.columns.filter(picksPeople).map(({ clmnNo, clmnName }) => ({ value: clmnNo, label: clmnName }))}
          onChange={(clmnNo) => onChange({ clmnNo })}
        />
      )}
    </StepLine>
  )
}
