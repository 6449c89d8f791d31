import { lackOf, strengthOf } from '#contract/values/password.ts'
import './passwordStrength.css'

const words = ['弱', '中', '强', '很强']

/** Draws the strength of a new password while it is typed, and what it lacks (docs/spec/sign-in.md#passwords). */
export function PasswordStrength({ password }: { password: string }) {
  const strength = strengthOf(password)
  return (
    <div className="strength" aria-live="polite">
      {password && (
        <>
          <span className={`strength-bars level-${strength}`} aria-hidden>
            <i />
            <i />
            <i />
            <i />
          </span>
          强度：{words[strength]}
          {strength === 0 && `，${lackOf(password)}`}
        </>
      )}
    </div>
  )
}
