import { Bug } from 'lucide-react'
import { Button } from 'antd'
import { Suspense, useState } from 'react'
import { useErrors } from '#web/api/errorLog.ts'
import { lazyWindow } from '#web/feedback/lazyPart.tsx'

const ErrorLog = lazyWindow(() => import('./ErrorLog.tsx'))

/** Opens the log of what went wrong on this page. */
export function ErrorLogButton() {
  const errors = useErrors()
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button
        type="text"
        className="error-log"
        icon={<Bug />}
        aria-label={`错误记录 ${errors.length} 条`}
        onClick={() => setOpen(true)}
      >
        {errors.length > 0 && <span className="error-count">{Math.min(errors.length, 99)}</span>}
      </Button>
      {open && (
        <Suspense>
          <ErrorLog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
