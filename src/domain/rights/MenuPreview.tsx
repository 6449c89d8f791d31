import { Status } from '#contract/fields.ts'
import { ModuleIcon } from '#web/theme/icons.tsx'
import { isGroup, type TreeModule } from './moduleTree.web.ts'
import '#web/form/modules.css'

/** Describes the unsaved changes of a module. */
export type ModuleDraft = { mdlCode: string; mdlName?: unknown; picPath?: unknown; stt?: unknown; sect?: unknown }

type Item = { key: string; label: string; icon: React.ReactNode; children?: Item[] }

/** Draws the sidebar as it will look, where there is room for it. */
export function MenuPreview<Node extends TreeModule<Node>>({
  nodes,
  draft,
}: {
  nodes: readonly Node[]
  draft?: ModuleDraft | undefined
}) {
  return (
    <aside className="menu-preview" aria-label="侧栏预览">
      <div className="grey">侧栏预览</div>
      <div className="menu-preview-box" inert>
        <ul className="main-menu">
          <Items items={itemsOf(nodes, draft)} />
        </ul>
      </div>
    </aside>
  )
}

/** Draws entries in the classes of the sidebar beside it, so that they look as its own. */
const Items = ({ items }: { items: readonly Item[] }) =>
  items.map(({ key, label, icon, children }) => (
    <li key={key}>
      <span className={children ? 'menu-entry group' : 'menu-entry'}>
        {!children && <span className="menu-icon">{icon}</span>}
        <span className="menu-name">{label}</span>
      </span>
      {children && (
        <ul>
          <Items items={children} />
        </ul>
      )}
    </li>
  ))

function itemsOf<Node extends TreeModule<Node>>(nodes: readonly Node[], draft: ModuleDraft | undefined): Item[] {
  return nodes.flatMap((node) => {
    const shown = draft?.mdlCode === node.mdlCode ? { ...node, ...draft } : node
    const children = itemsOf(node.items, draft)
    if (shown.stt !== Status.enabled || (isGroup(node) && children.length === 0)) return []
    const item = { key: node.mdlCode, label: String(shown.mdlName), icon: <ModuleIcon name={shown.picPath as string | null} /> }
    // Makes one entry of a section, or its only page itself, as the menu does.
    if (shown.sect === '1' && !children[0]?.children) return children.length === 1 ? children : [item]
    return [children.length === 0 ? item : { ...item, children }]
  })
}
