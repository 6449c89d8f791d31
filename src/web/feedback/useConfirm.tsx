import { type ReactNode, useState } from 'react'
import { AppModal } from './AppModal.tsx'
import { actingOn } from './offerUndo.ts'

type Question = {
  title: string
  touches: ReactNode
  verb: string
  /** Tells that the action removes nothing. */
  isHarmless?: boolean
  act: () => Promise<unknown>
}

/** Asks before something happens that touches more than itself, and says what; the button repeats the verb. */
export function useConfirm() {
  const [question, setQuestion] = useState<Question>()
  const [busy, setBusy] = useState(false)
  const act = async () => {
    setBusy(true)
    if (question) await actingOn(question.title, question.act).catch(() => {})
    setBusy(false)
    setQuestion(undefined)
  }
  const dialog = (
    <AppModal
      open={question !== undefined}
      title={question?.title}
      width={440}
      okText={question?.verb}
      okButtonProps={{ danger: !question?.isHarmless }}
      cancelText="取消"
      confirmLoading={busy}
      onOk={act}
      onCancel={() => setQuestion(undefined)}
    >
      {question?.touches}
    </AppModal>
  )
  return { ask: setQuestion, dialog }
}
