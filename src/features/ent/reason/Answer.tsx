import { CircleCheck, CircleX } from 'lucide-react'
import { Link } from 'react-router'
import type * as z from 'zod'
import { useMay } from '#web/api/me.tsx'
import { emppwr } from '#features/ent/emppwr/emppwr.contract.ts'
import { empdatapwr } from '#features/ent/empdatapwr/empdatapwr.contract.ts'
import { role } from '#features/ent/role/role.contract.ts'
import type { ReasonStep, Why } from './reason.contract.ts'
import './reason.css'

const names: Record<Line['kind'], string> = {
  account: '账号',
  module: '模块开通',
  role: '角色',
  exception: '个人权限调整',
  reach: '数据范围',
}
type Line = z.output<typeof ReasonStep>

/** Draws the answer in a sentence, and its steps: each green or red, with where it can be changed. */
export function Answer({ answer: { pwrFlag, sentence, steps }, empNo }: { answer: z.output<typeof Why>; empNo: string }) {
  return (
    <>
      <p className={`why ${pwrFlag === '1' ? 'why-yes' : 'why-no'}`} role="status">
        {sentence}
      </p>
      <ol className="why-steps">
        {steps.map((step) => (
          <li key={step.kind}>
            {step.okFlag === '1' ? (
              <CircleCheck className="why-ok" aria-label="通过" />
            ) : (
              <CircleX className="why-bad" aria-label="不通过" />
            )}
            <span className="grey">{names[step.kind]}</span>
            <span>{step.text}</span>
            <Change step={step} empNo={empNo} />
          </li>
        ))}
      </ol>
    </>
  )
}

/** Draws the link to the screen on which a step can be changed, for those who may open it. */
function Change({ step: { kind, roles }, empNo }: { step: Line; empNo: string }) {
  const may = useMay()
  const [first] = roles
  if (kind === 'role' && may(role.getselfrolelist))
    return <Link to={first ? `/ent/role?roleNo=${first.roleNo}` : '/ent/role'}>去修改</Link>
  if (kind === 'exception' && may(emppwr.getlist)) return <Link to={`/ent/emppwr?empNo=${empNo}`}>去修改</Link>
  if (kind === 'reach' && may(empdatapwr.getrolelist))
    return <Link to={`/ent/empdatapwr?way=person&empNo=${empNo}${first ? `&roleNo=${first.roleNo}` : ''}`}>去修改</Link>
  return <span />
}
