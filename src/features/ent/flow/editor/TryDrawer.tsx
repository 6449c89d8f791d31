import { useQuery } from '@tanstack/react-query'
import { Button, Spin } from 'antd'
import { useState } from 'react'
import type { Chosen } from '#domain/approvals/approvals.contract.ts'
import { emptyValues, FormFill } from '#domain/forms/FormFill.tsx'
import { useFilled } from '#domain/forms/useFilled.web.ts'
import { useFormSources } from '#domain/forms/useFormSources.tsx'
import { query, useSend } from '#web/api/api.ts'
import { useMe } from '#web/api/me.tsx'
import { type Out, refusalOf } from '#web/api/send.ts'
import { AppDrawer } from '#web/feedback/AppDrawer.tsx'
import { stopAtWrongDay } from '#web/focus/focusFirstFault.ts'
import { ReadFailed } from '#web/list/EmptyState.tsx'
import { useNarrow } from '#web/page/useMedia.ts'
import { flow as calls } from '../flow.contract.ts'
import { EmployeesInput } from './EmployeesInput.tsx'
import { StepGroup } from './StepLine.tsx'
import type { ShownFlow } from './useFlowEdit.web.ts'

type Props = { flowNo: string; onClose: () => void }
type Path = Out<typeof calls.try>

/** Draws which way a form of somebody would go by the steps as they are saved; nothing is handed in. */
export default function TryDrawer({ flowNo, onClose }: Props) {
  const { data, error, refetch } = useQuery(query(calls.get, { flowNo }))
  if (data) return <Trial flow={data} onClose={onClose} />
  return (
    <AppDrawer open title="试走" size={640} onClose={onClose}>
      {error ? <ReadFailed message={error.message} onRetry={() => void refetch()} /> : <Spin delay={200} />}
    </AppDrawer>
  )
}

function Trial({ flow: { flowNo, flowName, steps, billClmns, startBy }, onClose }: { flow: ShownFlow; onClose: () => void }) {
  const narrow = useNarrow()
  const { idntVal, idntValName } = useMe()
  const sources = useFormSources()
  const isGuardians = startBy === 'ptr'
  const [starter, setStarter] = useState(idntVal)
  const [names, setNames] = useState<ReadonlyMap<string, string>>(new Map([[idntVal, idntValName]]))
  const [chosen, setChosen] = useState<Chosen>({})
  const [path, setPath] = useState<Path>()
  // Leaves out what is filled in by those who decide, and asks for nothing that does not decide about the way.
  const filledLater = new Set(steps.flatMap(({ fills }) => fills))
  const columns = billClmns
    .filter(({ clmnNo }) => !filledLater.has(clmnNo))
    .map((column) => ({ ...column, mustFlag: '0' as const }))
  const { values, change, errors, setErrors, refuse } = useFilled(() => emptyValues(columns))
  const attempt = useSend(calls.try, { quiet: true })
  const takeNames = (more: ReadonlyMap<string, string>) => setNames((before) => new Map([...before, ...more]))
  const walk = () => {
    if (stopAtWrongDay()) return
    setErrors({})
    setPath(undefined)
    attempt.mutate(
      { flowNo, ...(!isGuardians && { empNo: starter }), vals: values, chosen },
      { onSuccess: ({ result }) => setPath(result), onError: (error) => refuse(refusalOf(error)) },
    )
  }
  return (
    <AppDrawer
      open
      className="touch"
      title={`试走“${flowName}”`}
      size={narrow ? '100%' : 640}
      onClose={onClose}
      acts={
        <Button type="primary" loading={attempt.isPending} disabled={!isGuardians && !starter} onClick={walk}>
          看怎么走
        </Button>
      }
    >
      <p className="grey">只是试一试，不会发起申请，也不会通知任何人。不影响走向的字段可以不填。</p>
      {errors['form'] && (
        <p className="bad-line" role="alert">
          {errors['form']}
        </p>
      )}
      <div className="flow-form">
        {isGuardians ? (
          <p>假设由家长发起：他的孩子在下面的表单里选。</p>
        ) : (
          <StepGroup label="假设由谁发起" error={errors['empNo']}>
            <EmployeesInput
              title="选择发起人"
              single
              value={starter ? [starter] : []}
              people={names}
              onChange={([empNo = ''], more) => {
                takeNames(more)
                setStarter(empNo)
                setPath(undefined)
              }}
            />
          </StepGroup>
        )}
        {steps
          .filter(({ who }) => who === 'chosen')
          .map(({ stepNo, stepName }) => (
            <StepGroup key={stepNo} label={`发起人选谁审批“${stepName}”`}>
              <EmployeesInput
                title={`选择“${stepName}”的审批人`}
                value={chosen[stepNo] ?? []}
                people={names}
                onChange={(empNos, more) => {
                  takeNames(more)
                  const { [stepNo]: _, ...others } = chosen
                  setChosen(empNos.length > 0 ? { ...others, [stepNo]: empNos } : others)
                  setPath(undefined)
                }}
              />
            </StepGroup>
          ))}
      </div>
      <FormFill
        columns={columns}
        values={values}
        onChange={(next) => {
          change(next)
          setPath(undefined)
        }}
        errors={errors}
        sources={sources}
        narrow={narrow}
      />
      <div role="status">{path && <Walked path={path} starter={isGuardians ? '家长' : (names.get(starter) ?? '')} />}</div>
    </AppDrawer>
  )
}

// Brings the answer into sight, below a long form.
const showWhole = (section: HTMLElement | null) => section?.scrollIntoView({ block: 'nearest' })

/** Draws the way as a line from the starter to the end: who decides at each step and why, or why it is passed over. */
function Walked({ path, starter }: { path: Path; starter: string }) {
  return (
    <section className="flow-path" aria-label="会这样走" ref={showWhole}>
      <h3>会这样走</h3>
      <ol>
        <li>
          <b>{starter}</b>提交
        </li>
        {path.map(({ stepName, people, wantCnt, skipWhy }, at) => (
          <li key={at} className={skipWhy ? 'skipped' : undefined}>
            <b>{stepName}</b>
            {people.length > 1 && <span className="grey">{`${wantCnt} 个人同意即可`}</span>}
            {skipWhy ?? (
              <ul>
                {people.map(({ empNo, empName, forName, why }) => (
                  <li key={`${empNo} ${forName}`}>
                    {empName} {forName && `代${forName} `}
                    <span className="grey">{why}</span>
                  </li>
                ))}
              </ul>
            )}
          </li>
        ))}
        <li>通过，告诉{starter}</li>
      </ol>
    </section>
  )
}
