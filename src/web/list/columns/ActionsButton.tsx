import { DownOutlined } from '@ant-design/icons'
import { Button, Dropdown, type MenuProps } from 'antd'

type Props = {
  menu: MenuProps | undefined
  /** Names the row of the menu, where every row has one. */
  row?: string
}

/** Draws the further actions, behind one button; nothing where there are none. */
export const ActionsButton = ({ menu, row }: Props) =>
  menu?.items?.length ? (
    <Dropdown trigger={['click']} menu={menu}>
      {row === undefined ? (
        <Button icon={<DownOutlined />} iconPlacement="end">
          更多
        </Button>
      ) : (
        <Button type="link" aria-label={`更多操作：${row}`}>
          更多
        </Button>
      )}
    </Dropdown>
  ) : null
