import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { userMdl } from '#features/user/mdl/mdl.contract.ts'
import { query } from '../api.ts'
import { ModuleIcon } from '../icons.tsx'
import { useMe } from '../me.tsx'
import { shownMenu } from '../screens.ts'

/** The first page: who is signed in where, and a way to each module. */
export default function Dashboard() {
  const me = useMe()
  const { data: menu = [] } = useQuery({ ...query(userMdl.get, {}), staleTime: Number.POSITIVE_INFINITY })
  return (
    <div className="page">
      <div className="page-head">
        <h1>{me.nickName}，你好</h1>
        <span className="grey">
          {me.idntName} · {me.entName}
          {me.roleslist.length > 0 && ` · ${me.roleslist.map(({ roleName }) => roleName).join('、')}`}
        </span>
      </div>
      {shownMenu(menu).map((group) => (
        <section key={group.mdlCode}>
          <h2 className="section-title">{group.name}</h2>
          <div className="tiles">
            {group.items.map(({ mdlCode, name, url, picPath }) => (
              <Link key={mdlCode} to={url ?? '/'} className="tile">
                <ModuleIcon name={picPath} /> {name}
              </Link>
            ))}
          </div>
        </section>
      ))}
    </div>
  )
}
