import { useSend } from '#web/api/api.ts'
import { useMay } from '#web/api/me.tsx'
import { useDialogs } from '#web/feedback/useDialogs.tsx'
import { type flagNames, stuptr } from './stuptr.contract.ts'
import type { LinkedRelation, Row } from './RelationForm.tsx'
import type { ChildName, OpenedRelationDialog } from './RelationDialogs.tsx'
import { lazyWindow } from '#web/feedback/lazyPart.tsx'

const RelationDialogs = lazyWindow(() => import('./RelationDialogs.tsx'))

export const isLinked = (row: Row): row is LinkedRelation => row.ptrNo !== null && row.ptrName !== null

/** Returns the actions on a child and its guardians with their dialogs; those without permission are undefined. */
export function useRelationActions() {
  const may = useMay()
  const { show, ask, dialogs } = useDialogs()
  const open = (opened: OpenedRelationDialog) => show((close) => <RelationDialogs opened={opened} onClose={close} />)
  const update = useSend(stuptr.update)
  const remove = useSend(stuptr.delete, { said: () => '已解除关联' })

  const askUnlink = ({ stuNo, stuName, ptrNo, ptrName }: LinkedRelation) =>
    ask({
      title: `解除${ptrName}和${stuName}的关联`,
      touches: `${stuName}和${ptrName}都还在，以后可以重新关联。`,
      verb: '解除关联',
      act: () => remove.mutateAsync({ stuNo, ptrNo }),
    })
  const toggle = ({ stuNo, ptrNo }: LinkedRelation, name: (typeof flagNames)[number], on: boolean) =>
    update.mutate({ stuNo, ptrNo, [name]: on ? '1' : '0' })
  return {
    create: may(stuptr.createwithptr) ? (student?: ChildName) => open({ kind: 'new', student }) : undefined,
    link: may(stuptr.create)
      ? (student?: ChildName, taken: string[] = []) => open({ kind: 'link', student, taken: new Set(taken) })
      : undefined,
    edit: may(stuptr.update) ? (row: LinkedRelation) => open({ kind: 'edit', row }) : undefined,
    changePhone: may(stuptr.updatephone) ? (row: LinkedRelation) => open({ kind: 'phone', row }) : undefined,
    unlink: may(stuptr.delete) ? askUnlink : undefined,
    toggle: may(stuptr.update) ? toggle : undefined,
    dialogs,
  }
}

export type RelationActions = ReturnType<typeof useRelationActions>
