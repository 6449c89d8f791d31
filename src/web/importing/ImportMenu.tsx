import { ChevronDown, Upload } from 'lucide-react'
import { useNavigate } from 'react-router'
import { MenuButton } from '#web/menu/MenuButton.tsx'
import { menuOf } from '#web/menu/menuOf.ts'
import './importing.css'

type Item = {
  path: string
  label: string
  /** Tells what such a list does; the page that it leads to tells it in full. */
  hint: string
}

/** Draws the button that leads to the imports of a page, each by its path. */
export function ImportMenu({ items }: { items: readonly Item[] }) {
  const navigate = useNavigate()
  return (
    <MenuButton
      menu={menuOf(
        items.map(({ path, ...item }) => ({ key: path, label: <ItemWords {...item} />, act: () => void navigate(path) })),
      )}
      icon={<Upload />}
    >
      导入 <ChevronDown />
    </MenuButton>
  )
}

const ItemWords = ({ label, hint }: Omit<Item, 'path'>) => (
  <>
    {label}
    <small className="import-hint" aria-hidden>
      {hint}
    </small>
  </>
)
