import type { ReactNode } from 'react'
import './signInLayout.css'

/** Draws the frame of the pages before the sign-in. */
export function SignInLayout({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="sign-in">
      <aside className="sign-in-about" aria-label="产品">
        <p className="sign-in-name">智慧校园学校平台</p>
        <ul>
          <li>组织与员工：部门、员工、员工组</li>
          <li>名单导入：逐行核对，说清每一处错误</li>
          <li>权限与记录：谁能做什么，谁改过什么</li>
        </ul>
      </aside>
      <main className="sign-in-form">
        <div className="sign-in-card">
          <h1>{title}</h1>
          {children}
        </div>
      </main>
    </div>
  )
}
