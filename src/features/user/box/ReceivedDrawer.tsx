import { AppDrawer } from '#web/feedback/AppDrawer.tsx'
import { useNarrow } from '#web/page/useMedia.ts'
import { ReceivedMessage } from './ReceivedMessage.tsx'

type Props = { rcvNo: string; onGo: (path: string) => void; onClose: () => void }

/** Draws a message of the inbox beside the list. */
export default function ReceivedDrawer({ rcvNo, onGo, onClose }: Props) {
  const narrow = useNarrow()
  return (
    <AppDrawer open isBeside className="touch" size={narrow ? '100%' : 480} title="消息" onClose={onClose}>
      <ReceivedMessage key={rcvNo} rcvNo={rcvNo} onGo={onGo} />
    </AppDrawer>
  )
}
