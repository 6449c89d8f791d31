import { DownOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button, Descriptions, Dropdown, Tabs, Typography } from 'antd'
import { lazy, Suspense, useState } from 'react'
import type * as z from 'zod'
import { metaOf } from '#contract/explain.ts'
import { emparch } from '#features/ecb/emparch/emparch.contract.ts'
import { AppDrawer } from '#web/AppModal.tsx'
import { query } from '#web/api.ts'
import { Label, StatusTag } from '#web/dictionary.tsx'
import { ReadFailed } from '#web/EmptyState.tsx'
import { formatDate, formatTime } from '#web/format.ts'
import { Masked } from '#web/Masked.tsx'
import { useMay } from '#web/me.tsx'
import { useLeaving } from '#web/useLeaving.tsx'
import { useNarrow } from '#web/useMedia.ts'
import { emp, EmployeeEx } from './emp.contract.ts'
import type { MenuOf } from './useEmployeeActions.tsx'

const EmployeeArchive = lazy(() => import('#features/ecb/emparch/emparch.panel.tsx'))

type Props = { empNo: string; menuOf: MenuOf; onEdit: (empNo: string) => void; onClose: () => void }
type Shown = z.output<typeof EmployeeEx>

const title = (field: keyof Shown) => metaOf(EmployeeEx.shape[field]).title

/** Everything about one employee, beside the list, which stays in use. */
export default function EmployeeDrawer({ empNo, menuOf, onEdit, onClose }: Props) {
  const may = useMay()
  const narrow = useNarrow()
  const { data: person, error, refetch } = useQuery(query(emp.getex, { empNo }))
  const menu = person && menuOf(person)
  const { leave, dialog } = useLeaving()
  const [tab, setTab] = useState('facts')
  const parts = [
    { key: 'facts', label: '资料', children: person && <Facts person={person} /> },
    {
      key: 'archive',
      label: '档案',
      children: (
        <Suspense fallback={null}>
          <EmployeeArchive key={empNo} empNo={empNo} />
        </Suspense>
      ),
    },
  ]
  return (
    <AppDrawer
      open
      mask={false}
      size={narrow ? '100%' : 560}
      onClose={() => leave(onClose)}
      title={
        person ? (
          <span className="drawer-title">
            {person.empName} <StatusTag type="STT" value={person.stt} />
            <StatusTag type="AUTH_FLAG" value={person.authFlag} />
          </span>
        ) : (
          '员工'
        )
      }
      extra={
        person && (
          <span className="row-actions">
            {may(emp.update) && (
              <Button type="primary" onClick={() => onEdit(empNo)}>
                修改
              </Button>
            )}
            {menu && (
              <Dropdown trigger={['click']} menu={menu}>
                <Button icon={<DownOutlined />} iconPlacement="end">
                  更多
                </Button>
              </Dropdown>
            )}
          </span>
        )
      }
    >
      {error && !person && <ReadFailed message={error.message} onRetry={() => void refetch()} />}
      {person && !may(emparch.get) && <Facts person={person} />}
      {person && may(emparch.get) && (
        <Tabs activeKey={tab} onChange={(to) => leave(() => setTab(to))} destroyOnHidden items={parts} />
      )}
      {dialog}
    </AppDrawer>
  )
}

function Facts({ person }: { person: Shown }) {
  const { empNo } = person
  const places = person.orgs.map(({ name }, i) => (i === 0 ? `${name}（主部门）` : name)).join('、')
  const facts = {
    empNo: <Typography.Text copyable>{empNo}</Typography.Text>,
    workNo: person.workNo,
    sex: <Label type="SEX" value={person.sex} />,
    brth: formatDate(person.brth),
    idNo: <Masked value={person.idNo} call={emp.reveal} input={{ empNo, field: 'idNo' }} />,
    authTel: <Masked value={person.authTel} call={emp.reveal} input={{ empNo, field: 'authTel' }} />,
    orgs: places,
    grps: person.grps.map(({ name }) => name).join('、'),
    roles: person.roles.map(({ name }) => name).join('、'),
    rem: person.rem,
    updTm: formatTime(person.updTm),
  } satisfies Partial<Record<keyof Shown, unknown>>
  const group = (name: string, fields: (keyof typeof facts)[]) => (
    <section>
      <h2 className="section-title">{name}</h2>
      <Descriptions
        size="small"
        column={1}
        styles={{ label: { width: 88 } }}
        items={fields.map((field) => ({ key: field, label: title(field), children: facts[field] || '–' }))}
      />
    </section>
  )
  const photos = ([person.cardPht && ['证件照', person.cardPht], person.facePht && ['人脸照', person.facePht]] as const).filter(
    (photo) => !!photo,
  )
  return (
    <div className="stack">
      {photos.length > 0 && (
        <div className="photos">
          {photos.map(([name, url]) => (
            <figure key={name}>
              <img src={url} alt={`${person.empName}的${name}`} />
              <figcaption className="grey">{name}</figcaption>
            </figure>
          ))}
        </div>
      )}
      {group('资料', ['empNo', 'workNo', 'sex', 'brth', 'idNo', 'authTel', 'rem', 'updTm'])}
      {group('部门与角色', ['orgs', 'grps', 'roles'])}
    </div>
  )
}
