import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { userMdl } from '#contract/shell/mdl.contract.ts'
import { query } from '#web/api/api.ts'
import { ModuleIcon } from '#web/theme/icons.tsx'
import { leavesOf, linkOf } from '#web/page/links.ts'
import { applicationEntries } from '../home.contract.ts'

/** Draws the application entries whose modules are in the menu (docs/spec/modules.md#entries). */
export function Entries() {
  const { data: menu = [] } = useQuery({ ...query(userMdl.get, {}), staleTime: Number.POSITIVE_INFINITY })
  const modules = new Map(leavesOf(menu).map((module) => [module.mdlCode, module]))
  const shown = applicationEntries.flatMap(({ code, name, mdlCode }) => {
    const module = modules.get(mdlCode)
    const link = module && linkOf(module)
    return link && 'to' in link ? [{ code, name, to: link.to, picPath: module.picPath }] : []
  })
  if (shown.length === 0) return null
  return (
    <nav className="home-card" aria-labelledby="home-entries">
      <h2 id="home-entries">应用入口</h2>
      <div className="home-tiles">
        {shown.map(({ code, name, to, picPath }) => (
          <Link key={code} to={to} className="home-tile">
            <ModuleIcon name={picPath} />
            {name}
          </Link>
        ))}
      </div>
    </nav>
  )
}
