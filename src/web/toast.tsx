import { message } from 'antd'
import { useEffect } from 'react'

type Show = (text: string) => void
const nothing: Show = () => {}

/** Short notices at the top centre: successes 2 s, errors 5 s (specification, section 8). */
export const toast: { success: Show; error: Show; warning: Show } = { success: nothing, error: nothing, warning: nothing }

/** Where the notices appear; mounted once. */
export function Toasts() {
  const [api, holder] = message.useMessage({ maxCount: 3 })
  useEffect(() => {
    const show = (type: 'success' | 'error' | 'warning', duration: number) => (content: string) => void api.open({ type, content, duration })
    Object.assign(toast, { success: show('success', 2), error: show('error', 5), warning: show('warning', 5) })
  }, [api])
  return holder
}
