import { ChevronLeft, ChevronRight } from 'lucide-react'
import { Button } from 'antd'
import { useState } from 'react'
import { WorkState } from '#domain/activities/activities.contract.ts'
import { AppModal } from '#web/feedback/AppModal.tsx'
import { formatTime } from '#web/page/format.ts'
import { useHotkey } from '#web/page/useHotkey.ts'
import { FileViewer } from '#web/viewer/FileViewer.tsx'
import type { ListedWork } from './WorkCard.tsx'
import { SegmentedControl } from '#web/page/SegmentedControl.tsx'

type Act = ((wrkNo: string) => void) | undefined
type Props = {
  works: readonly ListedWork[]
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
export default function WorkViewer({ wrkNo, ...props }: Props) {
  const at = props.works.findIndex((one) => one.wrkNo === wrkNo)
  const work = props.works[at]
  return work && <OpenWork {...props} at={at} work={work} />
}

type OpenProps = Omit<Props, 'wrkNo'> & { at: number; work: ListedWork }

function OpenWork({ works, at, work, onGo, onPass, onRefuse, onKeep, onDelete, isBusy, onClose }: OpenProps) {
  const go = (by: 1 | -1) => {
    const next = works[at + by]
    if (next) onGo(next.wrkNo)
  }
  // Removes a decided work from the list; the next one takes its place.
  const decide = (act: (no: string) => void) => {
    const next = works[at + 1] ?? works[at - 1]
    act(work.wrkNo)
    if (next) onGo(next.wrkNo)
    else onClose()
  }
  const pass = onPass && work.stt !== WorkState.shown ? () => decide(onPass) : undefined
  const refuse = onRefuse && work.stt !== WorkState.refused ? () => onRefuse(work.wrkNo) : undefined
  const isOpen = !isBusy
  useHotkey(isOpen && pass ? 'a' : undefined, () => pass?.(), { inModal: true })
  useHotkey(isOpen && refuse ? 'r' : undefined, () => refuse?.(), { inModal: true })
  useHotkey(isOpen ? 'ArrowRight' : undefined, () => go(1), { inModal: true })
  useHotkey(isOpen ? 'ArrowLeft' : undefined, () => go(-1), { inModal: true })
  useHotkey(isOpen ? ' ' : undefined, onClose, { inModal: true })
  return (
    <AppModal
      open={!isBusy}
      className="touch work-viewer"
      width={960}
      title={work.title}
      onCancel={onClose}
      footer={
        <WorkButtons
          onKeep={onKeep && work.reports.length > 0 ? () => decide(onKeep) : undefined}
          onDelete={work.stt === WorkState.waiting ? undefined : () => decide(onDelete)}
          onRefuse={refuse}
          onPass={pass}
        />
      }
    >
      <WorkFiles
        files={work.files}
        onPrevious={at > 0 ? () => go(-1) : undefined}
        onNext={at < works.length - 1 ? () => go(1) : undefined}
      />
      <WorkFacts work={work} />
    </AppModal>
  )
}

const WorkFacts = ({ work: { name, unitName, actTitle, crtTm, note, answer, reports } }: { work: ListedWork }) => (
  <>
    <p>
      {[name, unitName, actTitle].filter(Boolean).join(' · ')} <span className="grey">{formatTime(crtTm)} 上传</span>
    </p>
    {note && <p className="work-note">{note}</p>}
    {answer && <p className="bad-text">驳回原因：{answer}</p>}
    {reports.length > 0 && <p className="bad-text">举报：{reports.join('；')}</p>}
  </>
)

type Press = (() => void) | undefined
type Buttons = { onKeep: Press; onDelete: Press; onRefuse: Press; onPass: Press }

const WorkButtons = ({ onKeep, onDelete, onRefuse, onPass }: Buttons) => (
  <>
    {onKeep && <Button onClick={onKeep}>没有问题，保留</Button>}
    {onDelete && (
      <Button danger onClick={onDelete}>
        删除
      </Button>
    )}
    {onRefuse && (
      <Button danger onClick={onRefuse}>
        驳回
      </Button>
    )}
    {onPass && (
      <Button type="primary" onClick={onPass}>
        通过
      </Button>
    )}
  </>
)

type FilesProps = { files: ListedWork['files']; onPrevious: Press; onNext: Press }

function WorkFiles({ files, onPrevious, onNext }: FilesProps) {
  const [shown, setShown] = useState<string>()
  const file = files.find(({ fileNo }) => fileNo === shown) ?? files[0]
  return (
    <>
      <div className="work-stage">
        <Button aria-label="上一件" icon={<ChevronLeft />} disabled={!onPrevious} onClick={onPrevious} />
        {file && <FileViewer key={file.fileNo} {...file} />}
        <Button aria-label="下一件" icon={<ChevronRight />} disabled={!onNext} onClick={onNext} />
      </div>
      {files.length > 1 && (
        <SegmentedControl
          aria-label="图片"
          value={file?.fileNo ?? ''}
          onChange={setShown}
          options={files.map(({ fileNo }, i) => ({ value: fileNo, label: `第 ${i + 1} 张` }))}
        />
      )}
    </>
  )
}
