import { Printer } from 'lucide-react'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { permissions } from '#contract/access.ts'
import { useMay } from '#web/api/me.tsx'
import { PaperLine } from './PaperLine.tsx'
import './print.css'

/** Draws the part of a page that the browser prints, under a title and a line that stand on paper alone. */
export const PrintView = ({ title, children }: { title: string; children: ReactNode }) => (
  <div className="printed">
    <h2 className="print-title">{title}</h2>
    {title && <PaperLine />}
    {children}
  </div>
)

/** Prints what is `Printed` on the page, for whoever may print in a module. */
export function PrintButton({ module, disabled = false }: { module: string; disabled?: boolean }) {
  const may = useMay()
  if (!may({ access: permissions(module).print })) return null
  return (
    <Button icon={<Printer />} disabled={disabled} onClick={() => window.print()}>
      打印
    </Button>
  )
}
