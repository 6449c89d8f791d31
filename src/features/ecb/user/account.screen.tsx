import { Plus } from 'lucide-react'
import { Button, Tag } from 'antd'
import { CodeFilter } from '#web/list/filters/CodeFilter.tsx'
import { column } from '#web/list/columns/columns.tsx'
import { useListState } from '#web/list/listState.ts'
import { useMay } from '#web/api/me.tsx'
import { actionsColumn } from '#web/list/columns/actionsColumn.tsx'
import { PageTable } from '#web/list/PageTable.tsx'
import { StatusFilter } from '#web/list/filters/StatusFilter.tsx'
import { Account, account, type Row } from './account.contract.ts'
import { useAccountActions } from './useAccountActions.tsx'
import { PageHead } from '#web/head/PageHead.tsx'

/** Draws the sign-in accounts of the platform. */
export default function AccountScreen() {
  const may = useMay()
  const list = useListState(account.getpage)
  const { menu, edit, create, dialogs } = useAccountActions()
  const add = may(account.create) && (
    <Button type="primary" icon={<Plus />} onClick={create}>
      新建账号
    </Button>
  )
  return (
    <div className="page touch">
      <PageHead title="平台账号" />
      <PageTable
        call={account.getpage}
        list={list}
        rowKey="userNo"
        search="账号、昵称、编号或手机"
        empty={{ hint: '还没有账号', action: add }}
        actions={add}
        filters={
          <>
            <StatusFilter value={list.filters.stt} onChange={(stt) => list.setFilters({ stt })} />
            <CodeFilter type="IDNT" label="身份" value={list.filters.idntNo} onChange={(idntNo) => list.setFilters({ idntNo })} />
          </>
        }
        columns={[
          column<Row>(Account, 'name', {
            width: 170,
            fixed: 'left',
            render: (name: string, { lockFlag, pwdFlag }) => (
              <>
                {name} {lockFlag === '1' && <Tag color="red">已锁定</Tag>}
                {pwdFlag === '1' && <Tag>初始密码</Tag>}
              </>
            ),
          }),
          column<Row>(Account, 'nickName', { width: 110 }),
          column<Row>(Account, 'userNo', { width: 100, minor: true }),
          column<Row>(Account, 'authTel', { width: 120 }),
          column<Row>(Account, 'idnts', {
            width: 260,
            render: (idnts: Row['idnts']) =>
              idnts.map(({ idntName, entName }) => `${idntName} ${entName}`).join('、') || '没有身份',
          }),
          column<Row>(Account, 'lastTm', { width: 140, minor: true }),
          column<Row>(Account, 'stt', { width: 72 }),
          actionsColumn<Row>(menu, (row) => row.nickName, may(account.update) && { label: '修改', act: edit }),
        ]}
      />
      {dialogs}
    </div>
  )
}
