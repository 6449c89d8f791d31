import type { MenuModule } from '#contract/shell/mdl.contract.ts'

type Props = { menu: readonly MenuModule[]; path: string; name: string }

/** Says where the shown page stands in the menu, where no tabs say it. */
export function PagePath({ menu, path, name }: Props) {
  const above = namesAbove(menu, path) ?? []
  return (
    <p className="frame-path">
      {above.map((one) => (
        <span key={one}>{one} / </span>
      ))}
      {name}
    </p>
  )
}

/** Lists the names of the groups above a page; undefined where the menu has no such page. */
function namesAbove(menu: readonly MenuModule[], path: string): string[] | undefined {
  for (const { items, name, url } of menu) {
    if (url === path) return []
    const below = namesAbove(items, path)
    if (below) return [name, ...below]
  }
  return undefined
}
