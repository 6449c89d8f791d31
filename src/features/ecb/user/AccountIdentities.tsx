import { useQuery } from '@tanstack/react-query'
import { Button, Select } from 'antd'
import { useState } from 'react'
import { EmployeePicker } from '#features/ent/emp/emp.picker.tsx'
import { AppModal } from '#web/feedback/AppModal.tsx'
import { query, useSend } from '#web/api/api.ts'
import { useClosing } from '#web/feedback/useClosing.tsx'
import { account, type Row } from './account.contract.ts'

type Taken = { entNo: string; entName: string; idntVal: string; idntValName: string }

/** Draws the identities of an account: an employee in each enterprise. */
export default function AccountIdentities({ row: { userNo, nickName, idnts }, onClose }: { row: Row; onClose: () => void }) {
  const [taken, setTaken] = useState<Taken[]>(idnts)
  const [keyWord, setKeyWord] = useState('')
  const [picking, setPicking] = useState<{ entNo: string; entName: string }>()
  const { data: found = [] } = useQuery({ ...query(account.getents, { keyWord }), placeholderData: (before) => before })
  const save = useSend(account.setidnts)
  const wanted = taken.map(({ entNo, idntVal }) => ({ entNo, idntVal }))
  const closing = useClosing(taken !== idnts, onClose)
  return (
    <>
      <AppModal
        open={!picking}
        width={560}
        title={`“${nickName}”的身份`}
        okText="保存"
        cancelText="取消"
        confirmLoading={save.isPending}
        onOk={() => void save.mutateAsync({ userNo, idnts: wanted }).then(onClose, () => {})}
        onCancel={closing.close}
      >
        <ul className="plain-list">
          {taken.map(({ entNo, entName, idntValName }) => (
            <li key={entNo} className="spread">
              <span>
                {entName} · {idntValName}
              </span>
              <Button type="link" onClick={() => setTaken(taken.filter((one) => one.entNo !== entNo))}>
                移除
              </Button>
            </li>
          ))}
        </ul>
        {taken.length === 0 && <p className="grey">没有身份的账号不能登录。</p>}
        <Select
          showSearch={{ filterOption: false, onSearch: setKeyWord }}
          style={{ width: '100%' }}
          placeholder="选择企业，再选其中的员工"
          aria-label="添加身份"
          value={null}
          options={found
            .filter(({ entNo }) => !taken.some((one) => one.entNo === entNo))
            .map(({ entNo, entName }) => ({ value: entNo, label: entName }))}
          onChange={(entNo: string | null) => setPicking(found.find((one) => one.entNo === entNo))}
        />
      </AppModal>
      {picking && (
        <EmployeePicker
          title={`选择${picking.entName}的员工`}
          verb="选择"
          single
          entNo={picking.entNo}
          onClose={() => setPicking(undefined)}
          onPick={async (_, [person]) => {
            if (person) setTaken([...taken, { ...picking, idntVal: person.empNo, idntValName: person.empName }])
          }}
        />
      )}
      {closing.dialog}
    </>
  )
}
