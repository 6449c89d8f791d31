import { DownOutlined, ImportOutlined } from '@ant-design/icons'
import { Button, Dropdown } from 'antd'
import { useNavigate } from 'react-router'

/** Draws the button that leads to the imports of a page, each by its path. */
export function ImportMenu({ items }: { items: readonly { path: string; label: string }[] }) {
  const navigate = useNavigate()
  return (
    <Dropdown
      trigger={['click']}
      menu={{ items: items.map(({ path, label }) => ({ key: path, label })), onClick: ({ key }) => navigate(key) }}
    >
      <Button icon={<ImportOutlined />}>
        导入 <DownOutlined />
      </Button>
    </Dropdown>
  )
}
