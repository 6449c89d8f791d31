import { LeftOutlined, RightOutlined } from '@ant-design/icons'
import { Button, Segmented } from 'antd'
import { useState } from 'react'
import { WorkState } from '#domain/activities/activities.contract.ts'
import { AppModal } from '#web/feedback/AppModal.tsx'
import { formatTime } from '#web/page/format.ts'
import { useHotkey } from '#web/page/useHotkey.ts'
import { FileViewer } from '#web/viewer/FileViewer.tsx'
import type { Work } from './WorkCard.tsx'

type Act = ((wrkNo: string) => void) | undefined
type Props = {
  works: readonly Work[]
  wrkNo: string
  onGo: (wrkNo: string) => void
  onPass: Act
  onRefuse: Act
  onKeep: Act
  onDelete: (wrkNo: string) => void
  /** Tells that another dialog is before it. */
  isBusy: boolean
  onClose: () => void
}

/** Draws a work at large, one after the other; a passes it, r refuses it. */
export default function WorkViewer({ works, wrkNo, onGo, onPass, onRefuse, onKeep, onDelete, isBusy, onClose }: Props) {
  const at = works.findIndex((one) => one.wrkNo === wrkNo)
  const work = works[at]
  const [shown, setShown] = useState<string>()
  const go = (by: 1 | -1) => {
    const next = works[at + by]
    if (next) onGo(next.wrkNo)
  }
  // Removes a decided work from the list; the next one takes its place.
  const decide = (act: (no: string) => void) => {
    if (!work) return
    const next = works[at + 1] ?? works[at - 1]
    act(work.wrkNo)
    if (next) onGo(next.wrkNo)
    else onClose()
  }
  const waits = work?.stt === WorkState.waiting
  const mayPass = onPass && work && work.stt !== WorkState.shown
  const mayRefuse = onRefuse && work && work.stt !== WorkState.refused
  const isOpen = work !== undefined && !isBusy
  useHotkey(isOpen && mayPass ? 'a' : undefined, () => onPass && decide(onPass), { inModal: true })
  useHotkey(isOpen && mayRefuse ? 'r' : undefined, () => work && onRefuse?.(work.wrkNo), { inModal: true })
  useHotkey(isOpen ? 'ArrowRight' : undefined, () => go(1), { inModal: true })
  useHotkey(isOpen ? 'ArrowLeft' : undefined, () => go(-1), { inModal: true })
  useHotkey(isOpen ? ' ' : undefined, onClose, { inModal: true })
  if (!work) return null
  const file = work.files.find(({ fileNo }) => fileNo === shown) ?? work.files[0]
  return (
    <AppModal
      open={!isBusy}
      className="touch work-viewer"
      width={960}
      title={work.title}
      onCancel={onClose}
      footer={
        <>
          {work.reports.length > 0 && onKeep && <Button onClick={() => decide(onKeep)}>没有问题，保留</Button>}
          {!waits && (
            <Button danger onClick={() => decide(onDelete)}>
              删除
            </Button>
          )}
          {mayRefuse && (
            <Button danger onClick={() => onRefuse(work.wrkNo)}>
              驳回
            </Button>
          )}
          {mayPass && (
            <Button type="primary" onClick={() => decide(onPass)}>
              通过
            </Button>
          )}
        </>
      }
    >
      <div className="work-stage">
        <Button aria-label="上一件" icon={<LeftOutlined />} disabled={at <= 0} onClick={() => go(-1)} />
        {file && <FileViewer key={file.fileNo} {...file} />}
        <Button aria-label="下一件" icon={<RightOutlined />} disabled={at >= works.length - 1} onClick={() => go(1)} />
      </div>
      {work.files.length > 1 && (
        <Segmented
          aria-label="图片"
          value={file?.fileNo ?? ''}
          onChange={setShown}
          options={work.files.map(({ fileNo }, i) => ({ value: fileNo, label: `第 ${i + 1} 张` }))}
        />
      )}
      <WorkFacts work={work} />
    </AppModal>
  )
}

const WorkFacts = ({ work: { name, unitName, actTitle, crtTm, note, answer, reports } }: { work: Work }) => (
  <>
    <p>
      {[name, unitName, actTitle].filter(Boolean).join(' · ')} <span className="grey">{formatTime(crtTm)} 上传</span>
    </p>
    {note && <p className="work-note">{note}</p>}
    {answer && <p className="bad-text">驳回原因：{answer}</p>}
    {reports.length > 0 && <p className="bad-text">举报：{reports.join('；')}</p>}
  </>
)
