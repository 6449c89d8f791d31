import { emprole } from '#features/ent/emprole/emprole.contract.ts'
import { useSend } from '#web/api/api.ts'
import { formatCount } from '#web/page/format.ts'
import { useMe } from '#web/api/me.tsx'
import { useConfirm } from '#web/feedback/useConfirm.tsx'
import type { RoleRow } from './useRoleActions.tsx'

/** Takes a role from people, and says what that means for them. */
export function useRemoveMembers({ roleNo, roleName }: RoleRow, onDone: () => void) {
  const me = useMe()
  const { ask, dialog } = useConfirm()
  const remove = useSend(emprole.deleteroleemp, {
    said: ({ empNos }) => `${formatCount(empNos.length)} 名员工已移出“${roleName}”`,
  })
  const askRemove = (people: { empNo: string; empName: string }[]) =>
    ask({
      title: `从“${roleName}”移除${people.length === 1 ? `“${people[0]?.empName}”` : ` ${formatCount(people.length)} 名员工`}`,
      touches: (
        <>
          <p>他们失去这个角色的权限和数据范围，并需要重新登录；员工本身和其他角色不受影响。</p>
          {people.some(({ empNo }) => empNo === me.idntVal) && <p className="bad-text">其中有你自己，移除后你需要重新登录。</p>}
        </>
      ),
      verb: '移除',
      act: () => remove.mutateAsync({ roleNo, empNos: people.map(({ empNo }) => empNo) }).then(onDone),
    })
  return { askRemove, dialog }
}
