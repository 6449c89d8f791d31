import { BugOutlined } from '@ant-design/icons'
import { Badge, Button } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { useErrors } from '../errorLog.ts'

const ErrorLog = lazy(() => import('./ErrorLog.tsx'))

/** Opens the log of what went wrong on this page. */
export function ErrorLogButton() {
  const errors = useErrors()
  const [open, setOpen] = useState(false)
  return (
    <>
      <Badge count={errors.length} size="small" overflowCount={99} offset={[-6, 6]}>
        <Button type="text" icon={<BugOutlined />} aria-label={`错误记录 ${errors.length} 条`} onClick={() => setOpen(true)} />
      </Badge>
      {open && (
        <Suspense>
          <ErrorLog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
