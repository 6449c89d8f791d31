import { useCallback, useState } from 'react'
import { askAsStranger, readHashKey } from '#web/stranger/ask.ts'
import type { mAns } from './ans.contract.ts'
import { LinkedForm } from './LinkedForm.panel.tsx'

/** Draws a form that a guardian fills in for a child, by the link of its notice. */
export default function AskedPage() {
  const [token] = useState(readHashKey('t'))
  const upload = useCallback(
    (file: File, clmnNo: string) => askAsStranger<typeof mAns.upload>('POST', '/m/ans/upload', { token, clmnNo, file }, { file }),
    [token],
  )
  return (
    <LinkedForm
      open={() => askAsStranger<typeof mAns.open>('POST', '/m/ans/open', { token })}
      keep={(vals) => askAsStranger<typeof mAns.save>('POST', '/m/ans/save', { token, vals })}
      send={(vals, kept) => askAsStranger<typeof mAns.send>('POST', '/m/ans/send', { token, vals, kept })}
      upload={upload}
    />
  )
}
