import { Button } from 'antd'
import { bill, TemplateState } from '../../bill.contract.ts'
import { useSend } from '#web/api/api.ts'
import { AppModal } from '#web/feedback/AppModal.tsx'
import { type Difference, differenceOf } from './difference.tsx'
import './publish.css'
import type { Design } from '../useDesign.tsx'

type Props = { design: Design; onShow: (clmnNo: string) => void; onClose: () => void }

const tones: Record<Difference['kind'], string> = { 新增: 'ok', 移除: 'bad', 修改: 'run', 移动: 'off' }

/** Draws what publishing changes of the published version, or what is still wrong. */
export default function PublishModal({ design, onShow, onClose }: Props) {
  const { template, columns, sets, published, faults, keeper } = design
  const { tmplNo, tmplName, verNo, stt } = template
  const publishing = useSend(bill.publishtmpl, { said: () => `表单模板“${tmplName}”已发布` })
  const differences = differenceOf({ columns: published, sets: template.pubSets ?? sets }, { columns, sets })
  const publish = async () => {
    await keeper.flush()
    // Closes for the question about somebody else's draft, which was there first.
    if (!keeper.isIdle()) return onClose()
    publishing.mutate(
      { tmplNo, ver: keeper.now().ver },
      {
        onSuccess: ({ result }) => keeper.adopt(keeper.now().designed, { ver: result.ver }),
        onSettled: onClose,
      },
    )
  }
  const isRight = faults.length === 0
  return (
    <AppModal
      open
      className="touch"
      title={isRight ? `发布“${tmplName}”` : '发布前还有要改的'}
      width={560}
      okText="发布"
      cancelText={isRight ? '取消' : '去修改'}
      okButtonProps={{ disabled: !isRight }}
      confirmLoading={publishing.isPending}
      onOk={publish}
      onCancel={onClose}
    >
      {isRight ? (
        <>
          <p>
            {verNo === null
              ? `发布后可以用它填写，共 ${columns.length} 个字段。`
              : '新填写的用新版本，已有的记录保持原来的样子。'}
            {stt === TemplateState.disabled && '模板已停用，启用后才能填写。'}
          </p>
          {verNo !== null && <DifferenceList differences={differences} />}
        </>
      ) : (
        <ul className="publish-list" aria-label="要改的">
          {faults.map(({ field, message }) => (
            <li key={`${field} ${message}`}>
              <span>{message}</span>
              {columns.some(({ clmnNo }) => clmnNo === field) && (
                <Button type="link" size="small" aria-label={`去改：${message}`} onClick={() => onShow(field)}>
                  去改
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
    </AppModal>
  )
}

const DifferenceList = ({ differences }: { differences: Difference[] }) => (
  <ul className="publish-list" aria-label="和生效版本的差别">
    {differences.map(({ kind, clmnNo, clmnName, what }) => (
      <li key={`${kind} ${clmnNo}`}>
        <span className={`tag ${tones[kind]}`}>{kind}</span>
        <span>
          {clmnName}
          {what && <span className="grey">（{what}）</span>}
        </span>
      </li>
    ))}
  </ul>
)
