import { Drawer, type DrawerProps, Modal, type ModalProps } from 'antd'
import { useTabActive } from './tab.ts'

/** The one modal. It is away while its tab is hidden: an open antd Modal in a hidden Activity crashes when the tab returns. */
export function AppModal({ open, ...props }: ModalProps) {
  const active = useTabActive()
  return open && active && <Modal open mask={{ closable: false }} destroyOnHidden={false} {...props} />
}

/** The one drawer, for the same reason. */
export function AppDrawer({ open, ...props }: DrawerProps) {
  const active = useTabActive()
  return open && active && <Drawer open {...props} />
}
