import { useRef, useState } from 'react'
import { codes } from '#contract/codes.ts'
import { isEqualDesign } from '#contract/form/faults.ts'
import type { Step } from '#domain/approvals/approvals.contract.ts'
import { useSend } from '#web/api/api.ts'
import { useMay } from '#web/api/me.tsx'
import { CallError, type Out } from '#web/api/send.ts'
import { toast } from '#web/feedback/toast.ts'
import { useUnsaved } from '#web/page/unsaved.ts'
import { flow as calls } from '../flow.contract.ts'

export type ShownFlow = Out<typeof calls.get>
export type FlowEdit = ReturnType<typeof useFlowEdit>

/** Maps each step to what is wrong with its fields. */
type StepFaults = Record<string, Record<string, string>>

/** Returns the steps of a flow while they are edited: nothing is sent before they are saved, and nothing is lost silently. */
export function useFlowEdit(flow: ShownFlow) {
  const [seen, setSeen] = useState(flow)
  const [base, setBase] = useState<{ ver: number; steps: readonly Step[] }>(flow)
  const [steps, setSteps] = useState<readonly Step[]>(flow.steps)
  const [faults, setFaults] = useState<StepFaults>({})
  const saving = useSend(calls.update, { quiet: true, said: () => `审批流程“${flow.flowName}”已保存` })
  const isBusy = useRef(false)
  const isChanged = !isEqualDesign(steps, base.steps)
  const isOpen = useMay()(calls.update)
  useUnsaved(isChanged)

  const begin = ({ ver, steps }: Pick<ShownFlow, 'ver' | 'steps'>) => {
    setBase({ ver, steps })
    setSteps(steps)
    setFaults({})
  }
  // Takes over what was changed or undone elsewhere while nothing is written here.
  if (seen !== flow) {
    setSeen(flow)
    if (flow.ver > base.ver && !isChanged) begin(flow)
    else if (flow.ver > base.ver && isEqualDesign(flow.steps, base.steps)) setBase({ ver: flow.ver, steps: base.steps })
  }

  /** Shows what was refused beside its steps, where it need not say which step it is about. */
  const refuse = (sent: readonly Step[], error: CallError) => {
    const found: StepFaults = {}
    for (const { field, message } of error.fields) {
      const [list, at, name = ''] = field.split('.')
      const stepNo = list === 'steps' ? sent[Number(at)]?.stepNo : undefined
      if (stepNo) found[stepNo] = { ...found[stepNo], [name]: message.replace(/^第 \d+ 步“.*?”：/, '') }
    }
    setFaults(found)
    toast.error(error.message)
  }
  return {
    flow,
    steps,
    faults,
    isChanged,
    isOpen,
    isSaving: saving.isPending,
    change(stepNo: string, changes: Partial<Step>) {
      setSteps((now) => now.map((step) => (step.stepNo === stepNo ? { ...step, ...changes } : step)))
      setFaults(({ [stepNo]: _, ...others }) => others)
    },
    set: (next: readonly Step[]) => setSteps(next),
    discard: () => begin(flow),
    /**
     * Saves; tells whether it did. Calls `onConflict` where somebody else changed the steps meanwhile, and with `isOver` writes
     * over them.
     */
    async save({ onConflict, isOver = false }: { onConflict: () => void; isOver?: boolean }): Promise<boolean> {
      // Sends once, however often it is pressed.
      if (isBusy.current) return false
      isBusy.current = true
      const sent = steps
      try {
        const { result } = await saving.mutateAsync({
          flowNo: flow.flowNo,
          ...(!isOver && { ver: base.ver }),
          steps: [...sent],
        })
        setBase({ ver: result.ver, steps: sent })
        setFaults({})
        return true
      } catch (error) {
        if (!(error instanceof CallError)) throw error
        if (error.code === codes.conflict[0]) onConflict()
        else refuse(sent, error)
        return false
      } finally {
        isBusy.current = false
      }
    },
  }
}
