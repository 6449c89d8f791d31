import { PlusOutlined, UploadOutlined, UserAddOutlined } from '@ant-design/icons'
import { Button, Upload } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { emp } from '#features/ent/emp/emp.contract.ts'
import { upload } from '#features/file/upload/upload.contract.ts'
import { useMay } from '#web/me.tsx'
import { type Out, send } from '#web/send.ts'
import { toast } from '#web/toast.ts'
import { mtg } from './mtg.contract.ts'
import type { Asked } from './mtg.parts.contract.ts'

const EmployeePicker = lazy(() => import('#features/ent/emp/emp.picker.tsx').then((m) => ({ default: m.EmployeePicker })))
const GuestModal = lazy(() => import('./GuestModal.tsx'))
const ListModal = lazy(() => import('./ListModal.tsx'))

type Props = { taken: ReadonlySet<string>; onAdd: (mans: Asked[]) => Promise<unknown> }
export type ReadList = Out<typeof mtg.readmtgman>

/** The ways to ask people to a meeting: picking employees, naming guests, or a workbook of both. */
export function AddPeople({ taken, onAdd }: Props) {
  const may = useMay()
  const [open, setOpen] = useState<'emp' | 'guest'>()
  const [list, setList] = useState<ReadList>()
  const [reading, setReading] = useState(false)
  const read = async (file: File) => {
    setReading(true)
    try {
      const { result } = await send(upload.upload, { file })
      setList((await send(mtg.readmtgman, { fileNo: result.fileNo })).result)
    } catch (error) {
      toast.error((error as Error).message)
    }
    setReading(false)
  }
  return (
    <>
      {may(emp.getlist) && (
        <Button icon={<PlusOutlined />} onClick={() => setOpen('emp')}>
          选择员工
        </Button>
      )}
      <Button icon={<UserAddOutlined />} onClick={() => setOpen('guest')}>
        添加来宾
      </Button>
      {may(mtg.readmtgman) && (
        <Upload
          accept=".xlsx"
          showUploadList={false}
          beforeUpload={(file) => {
            void read(file)
            return false
          }}
        >
          <Button icon={<UploadOutlined />} loading={reading} title="工作簿的列：姓名或工号、手机、类型、单位">
            从名单添加
          </Button>
        </Upload>
      )}
      <Suspense>
        {open === 'emp' && (
          <EmployeePicker
            title="选择参会人员"
            verb="添加"
            taken={taken}
            onPick={(empNos, people) => onAdd(empNos.map((empNo, i) => ({ empNo, manName: people[i]?.empName })))}
            onClose={() => setOpen(undefined)}
          />
        )}
        {open === 'guest' && <GuestModal onAdd={(guest) => onAdd([guest])} onClose={() => setOpen(undefined)} />}
        {list && <ListModal list={list} onAdd={onAdd} onClose={() => setList(undefined)} />}
      </Suspense>
    </>
  )
}
