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
  const items = itemsOf(nodes, draft)
  return (
    <aside className="menu-preview" aria-label="侧栏预览">
      <div className="grey">侧栏预览</div>
      <div className="menu-preview-box" inert>
        <Items items={items} />
      </div>
    </aside>
  )
}

const Items = ({ items }: { items: readonly Item[] }) => (
  <ul className="preview-items">
    {items.map(({ key, label, icon, children }) => (
      <li key={key}>
        <span className="preview-item">
          {icon}
          {label}
        </span>
        {children && <Items items={children} />}
      </li>
    ))}
  </ul>
)

function itemsOf<Node extends TreeModule<Node>>(nodes: readonly Node[], draft: ModuleDraft | undefined): Item[] {
  return nodes.flatMap((node) => {
    const shown = draft?.mdlCode === node.mdlCode ? { ...node, ...draft } : node
    const children = itemsOf(node.items, draft)
    if (shown.stt !== Status.enabled || (isGroup(node) && children.length === 0)) return []
    const item = { key: node.mdlCode, label: String(shown.mdlName), icon: <ModuleIcon name={shown.picPath as string | null} /> }
    const isOne = children.length === 0 || shown.sect === '1'
    return [isOne ? item : { ...item, children }]
  })
}
