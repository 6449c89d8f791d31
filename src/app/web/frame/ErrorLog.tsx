import { Button, Table, Tag } from 'antd'
import dayjs from 'dayjs'
import { AppModal } from '#web/feedback/AppModal.tsx'
import { copyText } from '#web/feedback/copyText.ts'
import { clearErrors, type LoggedError, useErrors } from '#web/api/errorLog.ts'

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
      <Table<LoggedError>
        size="small"
        rowKey="no"
        pagination={false}
        scroll={{ y: 400 }}
        dataSource={[...errors]}
        columns={[
          { title: '时间', width: 88, render: (_, { at }) => dayjs(at).format('HH:mm:ss') },
          { title: '类型', width: 72, dataIndex: 'kind', render: (kind: string) => <Tag>{kind}</Tag> },
          { title: '位置', width: 220, dataIndex: 'what', ellipsis: true },
          { title: '错误', dataIndex: 'message', render: (message: string) => <span className="wrap">{message}</span> },
        ]}
        expandable={{
          rowExpandable: ({ detail }) => detail !== '',
          expandedRowRender: ({ detail }) => <pre className="error-detail">{detail}</pre>,
        }}
      />
    </AppModal>
  )
}

const lineOf = ({ at, kind, what, message, detail }: LoggedError) =>
  [dayjs(at).format('YYYY-MM-DD HH:mm:ss'), kind, what, message, detail].filter(Boolean).join(' ')
