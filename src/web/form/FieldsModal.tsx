import type { ReactNode } from 'react'
import type { Call } from '#contract/call.ts'
import { lazyWindow } from '#web/feedback/lazyPart.tsx'
import type { FieldsModalProps } from './FieldsForm.tsx'

/** Draws the window that creates or edits one record by plain fields; what forms need is loaded when it is first opened. */
export const FieldsModal = lazyWindow(() => import('./FieldsForm.tsx')) as <C extends Call>(
  props: FieldsModalProps<C>,
) => ReactNode
