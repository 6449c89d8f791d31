import { Form, type FormProps } from 'antd'
import type { ReactNode } from 'react'
import { focusFirstFault, stopAtWrongDay } from '#web/focus/focusFirstFault.ts'

type Props<Values> = Omit<FormProps<Values>, 'children'> & { children: ReactNode }

/** Draws every form that is sent: where something is wrong nothing is sent, and the first fault has the focus. */
export function AppForm<Values extends object>({ onFinish, onFinishFailed, ...props }: Props<Values>) {
  return (
    <Form<Values>
      {...props}
      onFinish={(values) => {
        if (!stopAtWrongDay()) onFinish?.(values)
      }}
      onFinishFailed={(info) => {
        onFinishFailed?.(info)
        focusFirstFault()
      }}
    />
  )
}
