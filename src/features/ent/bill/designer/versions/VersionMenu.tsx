import { ChevronDown } from 'lucide-react'
import { MenuButton } from '#web/menu/MenuButton.tsx'
import { menuOf } from '#web/menu/menuOf.ts'
import { formatTime } from '#web/page/format.ts'
import type { EditedTemplate } from '../useDraftSave.tsx'

type Props = { template: EditedTemplate; onOpen: (verNo: number) => void }

/** Draws the published versions, the last first; each can be opened. */
export const VersionMenu = ({ template: { verNo: inForce, vers }, onOpen }: Props) => (
  <MenuButton
    menu={menuOf(
      vers.map(({ verNo, pubTm, pubName }) => ({
        key: String(verNo),
        label: [`版本 ${verNo}`, formatTime(pubTm), pubName, verNo === inForce && '生效中'].filter(Boolean).join(' · '),
        act: () => onOpen(verNo),
      })),
    )}
    icon={<ChevronDown />}
    iconPlacement="end"
  >
    版本 {inForce}
  </MenuButton>
)
