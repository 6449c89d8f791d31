import { useNavigate } from 'react-router'
import { wordsOf } from '#contract/words.ts'
import { useMe } from '#web/api/me.tsx'
import { isRoleLimited } from './role.contract.ts'
import type { RoleRow } from './useRoleActions.tsx'
import { RowButton } from '#web/menu/RowButton.tsx'

type Props = { role: RoleRow; holder: { empNo: string; empName: string; dataCnt: number; dataNames: string[] } }

/** Draws what a person reaches through a role, and the way to where that is set. */
export function RoleScope({ role, holder: { empNo, empName, dataCnt, dataNames } }: Props) {
  const navigate = useNavigate()
  const { mdllist, idntNo } = useMe()
  if (!isRoleLimited(role) && dataCnt === 0) return `整个${wordsOf(idntNo).itself}`
  const names = dataNames.join('、')
  const text = dataCnt === 0 ? '未设置' : dataCnt > dataNames.length ? `${names}等 ${dataCnt} 个` : names
  const isOpen = mdllist.some(({ mdlCode }) => mdlCode === 'empdatapwr')
  return (
    <span className="role-scope">
      <span className={dataCnt === 0 ? 'remark-text' : 'role-scope-names'} title={text}>
        {text}
      </span>
      {isOpen && isRoleLimited(role) && (
        <RowButton
          label={`设置${empName}的范围`}
          onClick={() => navigate(`/ent/empdatapwr?empNo=${empNo}&roleNo=${role.roleNo}`)}
        >
          设置范围
        </RowButton>
      )}
    </span>
  )
}
