import { ListChecks, ShieldCheck, Undo2 } from 'lucide-react'
import type { ReactNode } from 'react'
import icon from '#web/theme/icon.svg'
import picture from './signInPicture.webp'
import './signInLayout.css'

/** Describes what the page before the sign-in calls itself; undefined until it is known. */
export type SignInFace = { lgnName: string; lgnLogo: string | null }

const product = '智慧校园学校平台'

type Props = {
  title: string
  face?: SignInFace | undefined
  /** Stands at the bottom, below the card. */
  foot?: ReactNode
  children: ReactNode
}

/** Draws the frame of the pages before the sign-in: the product on the left where there is room, the form on the right. */
export function SignInLayout({ title, face, foot, children }: Props) {
  return (
    <div className="sign-in">
      <aside className="sign-in-about" aria-label="产品">
        <p className="sign-in-name">
          <img src={icon} alt="" />
          {product}
        </p>
        <p className="sign-in-line">
          一所学校的人、事和记录，
          <br />
          都在一个地方
        </p>
        <ul>
          <li>
            <ListChecks />
            名单说得清
          </li>
          <li>
            <ShieldCheck />
            权限看得见
          </li>
          <li>
            <Undo2 />
            错了能撤销
          </li>
        </ul>
        <img className="sign-in-picture" src={picture} alt="" />
      </aside>
      <main className="sign-in-form">
        <div className="sign-in-card">
          <p className="sign-in-face">
            <img src={face?.lgnLogo ?? icon} alt="" />
            {face?.lgnName ?? product}
          </p>
          <h1>{title}</h1>
          {children}
        </div>
        {foot}
      </main>
    </div>
  )
}
