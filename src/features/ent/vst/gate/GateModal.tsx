import { Button, Input } from 'antd'
import { useState } from 'react'
import { useSend } from '#web/api/api.ts'
import { AppModal } from '#web/feedback/AppModal.tsx'
import { useGate } from '../useVisitActions.tsx'
import { vst } from '../vst.contract.ts'
import '../vst.css'
import { SegmentedControl } from '#web/page/SegmentedControl.tsx'

type Done = { vstName: string; pht: string | null; way: 'in' | 'out' } | { wrong: string }

/** Draws the desk at the gate: visitor after visitor is let in, or out, by their six digits. */
export default function GateModal({ onClose }: { onClose: () => void }) {
  const [way, setWay] = useState<'in' | 'out'>('in')
  const [passNo, setPassNo] = useState('')
  const [kept, keepGate] = useGate()
  const [gate, setGate] = useState(kept)
  const [done, setDone] = useState<Done>()
  const arrive = useSend(vst.arrive, { quiet: true, said: (_, { vstName }) => `${vstName}已登记到访` })
  const leave = useSend(vst.leave, { quiet: true, said: (_, { vstName }) => `${vstName}已登记离开` })

  const enter = (code: string) => {
    const at = { passNo: code, ...(gate.trim() && { gate: gate.trim() }) }
    const answered = {
      onSuccess: ({ result: { vstName, pht } }: { result: { vstName: string; pht: string | null } }) => {
        setDone({ vstName, pht, way })
        setPassNo('')
      },
      onError: (error: Error) => setDone({ wrong: error.message }),
    }
    if (way === 'in') arrive.mutate(at, answered)
    else leave.mutate(at, answered)
  }
  const write = (written: string) => {
    setPassNo(written.replace(/\D/g, '').slice(0, 6))
    setDone(undefined)
  }
  const send = () => {
    if (passNo.length === 6) enter(passNo)
    else setDone({ wrong: '入校码是 6 位数字' })
  }
  return (
    <AppModal open className="touch" title="门岗登记" width={440} footer={null} onCancel={onClose}>
      <div className="gate">
        <SegmentedControl
          block
          value={way}
          onChange={setWay}
          options={[
            { value: 'in', label: '登记到访' },
            { value: 'out', label: '登记离开' },
          ]}
        />
        <label className="first-focus">
          访客出示的 6 位入校码，输完按 Enter
          <Input
            className="gate-code"
            inputMode="numeric"
            autoComplete="off"
            value={passNo}
            onChange={({ target }) => write(target.value)}
            onPressEnter={send}
          />
        </label>
        {/* Submits after six digits, for the keypad of a phone has no Enter. */}
        <Button type="primary" block loading={arrive.isPending || leave.isPending} onClick={send}>
          登记
        </Button>
        <p className={done && 'wrong' in done ? 'gate-said bad' : 'gate-said'} role="status">
          {done && 'pht' in done && done.pht && <img src={done.pht} alt={`${done.vstName}的照片`} />}
          {done && ('wrong' in done ? done.wrong : `${done.vstName} ${done.way === 'in' ? '已到访' : '已离开'}`)}
        </p>
        <label>
          门岗
          <Input
            value={gate}
            maxLength={20}
            placeholder="如 东门"
            onChange={({ target }) => setGate(target.value)}
            onBlur={() => keepGate(gate.trim() || undefined)}
          />
        </label>
      </div>
    </AppModal>
  )
}
