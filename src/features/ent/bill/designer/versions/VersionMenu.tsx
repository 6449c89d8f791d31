import { DownOutlined } from '@ant-design/icons'
import { Button, Dropdown } from 'antd'
import { formatTime } from '#web/page/format.ts'
import type { EditedTemplate } from '../useDraftSave.tsx'

type Props = { template: EditedTemplate; onOpen: (verNo: number) => void }

/** Draws the published versions, the last first; each can be opened. */
export const VersionMenu = ({ template: { verNo: inForce, vers }, onOpen }: Props) => (
  <Dropdown
    trigger={['click']}
    menu={{
      items: vers.map(({ verNo, pubTm, pubName }) => ({
        key: verNo,
        label: [`版本 ${verNo}`, formatTime(pubTm), pubName, verNo === inForce && '生效中'].filter(Boolean).join(' · '),
      })),
      onClick: ({ key }) => onOpen(Number(key)),
    }}
  >
    <Button icon={<DownOutlined />} iconPlacement="end">
      版本 {inForce}
    </Button>
  </Dropdown>
)
