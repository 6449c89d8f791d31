import { SignInField } from '#web/layout/SignInField.tsx'
import { Complaint } from './Complaint.tsx'

type Props = { value: string; problem: string | undefined; onChange: (phone: string) => void }

/** Draws the field of the phone that gets a code. */
export const CodePhone = ({ value, problem, onChange }: Props) => (
  <SignInField
    id="authTel"
    label="手机"
    autoFocus
    inputMode="tel"
    autoComplete="tel"
    placeholder="已验证的登录手机"
    maxLength={30}
    aria-invalid={problem !== undefined}
    aria-describedby="authTel-problem"
    value={value}
    onChange={({ target }) => onChange(target.value)}
    remark={<Complaint id="authTel-problem" text={problem} />}
  />
)
