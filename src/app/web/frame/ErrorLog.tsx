import { Button } from 'antd'
import dayjs from 'dayjs'
import { AppModal } from '#web/feedback/AppModal.tsx'
import { copyText } from '#web/feedback/copyText.ts'
import { DataTable } from '#web/list/DataTable.tsx'
import { clearErrors, type LoggedError, useErrors } from '#web/api/errorLog.ts'

type Listed = LoggedError & { key: string }

/** Draws the errors of this page since it was opened: to read, to copy for support, and to clear. */
export default function ErrorLog({ onClose }: { onClose: () => void }) {
  const errors = useErrors()
  const clear = () => {
    clearErrors()
    onClose()
  }
  return (
    <AppModal
      open
      title="错误记录"
      width={880}
      onCancel={onClose}
      footer={[
        <Button
          key="copy"
          disabled={errors.length === 0}
          onClick={() => void copyText(errors.map(lineOf).join('\n'), '错误记录已复制')}
        >
          复制
        </Button>,
        <Button key="clear" danger onClick={clear}>
          清空
        </Button>,
        <Button key="close" type="primary" onClick={onClose}>
          关闭
        </Button>,
      ]}
    >
      <div className="error-list">
        <DataTable<Listed>
          label="错误记录"
          rowKey="key"
          rows={errors.map((error) => ({ ...error, key: String(error.no) }))}
          columns={[
            { title: '时间', width: 88, render: (_, { at }) => dayjs(at).format('HH:mm:ss') },
            { title: '类型', width: 72, render: (_, { kind }) => <span className="tag off">{kind}</span> },
            { title: '位置', width: 220, dataIndex: 'what', ellipsis: true },
            { title: '错误', width: 320, render: (_, { message }) => <span className="wrap">{message}</span> },
          ]}
          details={{
            mayUnfold: ({ detail }) => detail !== '',
            draw: ({ detail }) => <pre className="error-detail">{detail}</pre>,
          }}
        />
      </div>
    </AppModal>
  )
}

const lineOf = ({ at, kind, what, message, detail }: LoggedError) =>
  [dayjs(at).format('YYYY-MM-DD HH:mm:ss'), kind, what, message, detail].filter(Boolean).join(' ')
