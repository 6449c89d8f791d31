import { message } from 'antd'
import { useEffect } from 'react'
import './toasts.css'
import { showToasts } from './toast.ts'

/** Draws the notices. */
export default function Toasts() {
  const [api, holder] = message.useMessage({ maxCount: 3 })
  useEffect(() => showToasts(({ kind, text, seconds }) => void api.open({ type: kind, content: text, duration: seconds })), [api])
  return holder
}
