import { TableOutlined } from '@ant-design/icons'
import { Button } from 'antd'

/** Leads from a list to its sheet. */
export const SheetButton = ({ onOpen }: { onOpen: () => void }) => (
  <Button icon={<TableOutlined />} onClick={onOpen}>
    表格编辑
  </Button>
)
