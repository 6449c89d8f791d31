import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, type ReactNode, useState } from 'react'
import './signInField.css'

type Props = ComponentProps<'input'> & {
  id: string
  label: string
  /** Lets the text be shown while it is typed. */
  secret?: boolean
  /** Draws a remark under the field. */
  remark?: ReactNode
}

/** Draws a field of the page before the sign-in: plain, for the library's fields would be an eighth of what that page loads. */
export function SignInField({ id, label, secret = false, remark, ...props }: Props) {
  const [isShown, setShown] = useState(false)
  return (
    <div className="sign-in-field">
      <label htmlFor={id}>{label}</label>
      <span className="sign-in-input">
        <input id={id} type={secret && !isShown ? 'password' : 'text'} {...props} />
        {secret && (
          <button type="button" aria-label={isShown ? '隐藏密码' : '显示密码'} onClick={() => setShown(!isShown)}>
            {isShown ? <Eye /> : <EyeOff />}
          </button>
        )}
      </span>
      {remark}
    </div>
  )
}
