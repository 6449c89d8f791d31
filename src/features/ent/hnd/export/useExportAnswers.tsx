import type { ReactNode } from 'react'
import { useMay } from '#web/api/me.tsx'
import { type In, save } from '#web/api/send.ts'
import { lazyWindow } from '#web/feedback/lazyPart.tsx'
import { toast } from '#web/feedback/toast.ts'
import { hnd } from '../hnd.contract.ts'

const ExportAnswersModal = lazyWindow(() => import('./ExportAnswersModal.tsx'))

/** Returns the export of answers: masked at once, but for those who may see numbers in clear, who are asked. */
export function useExportAnswers(show: (draw: (close: () => void) => ReactNode) => void) {
  const may = useMay()
  return (which: Omit<In<typeof hnd.export>, 'mask'>) => {
    if (may(hnd.reveal)) show((close) => <ExportAnswersModal which={which} onClose={close} />)
    else void save(hnd.export, which).catch((error: Error) => toast.error(error.message))
  }
}
