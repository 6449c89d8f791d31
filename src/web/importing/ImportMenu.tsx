import { DownOutlined, ImportOutlined } from '@ant-design/icons'
import { Button, Dropdown } from 'antd'
import { useNavigate } from 'react-router'
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
    <Dropdown
      trigger={['click']}
      menu={{
        items: items.map(({ path, ...item }) => ({ key: path, label: <ItemWords {...item} /> })),
        onClick: ({ key }) => navigate(key),
      }}
    >
      <Button icon={<ImportOutlined />}>
        导入 <DownOutlined />
      </Button>
    </Dropdown>
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
