import { useQuery } from '@tanstack/react-query'
import { Typography } from 'antd'
import type * as z from 'zod'
import { drawerGroups, having } from '#contract/fieldList.ts'
import { emparch } from '#features/ecb/emparch/emparch.contract.ts'
import { query } from '#web/api/api.ts'
import { StatusTag } from '#web/api/dictionary.tsx'
import { Masked } from '#web/form/masked/Masked.tsx'
import { historyTab } from '#web/history/historyTab.tsx'
import { useMay } from '#web/api/me.tsx'
import { LoginPhoneNote } from '#domain/people/LoginPhoneNote.tsx'
import { PersonDrawer } from '#domain/people/PersonDrawer.tsx'
import { PersonFacts, shownFacts } from '#domain/people/PersonFacts.tsx'
import { emp, EmployeeEx } from './emp.contract.ts'
import { employeeFields } from './emp.fields.ts'
import type { EmployeeMenu } from './useEmployeeActions.tsx'
import { lazyPage } from '#web/feedback/lazyPart.tsx'

const EmployeeArchive = lazyPage(() => import('#features/ecb/emparch/emparch.panel.tsx'))

type Props = { empNo: string; menuOf: EmployeeMenu; onEdit: (empNo: string) => void; onClose: () => void }
type Shown = z.output<typeof EmployeeEx>

/** Draws everything about one employee, beside the list, which stays in use. */
export default function EmployeeDrawer({ empNo, menuOf, onEdit, onClose }: Props) {
  const may = useMay()
  const read = useQuery(query(emp.getex, { empNo }))
  const person = read.data
  return (
    <PersonDrawer
      kind="员工"
      read={read}
      name={person?.empName}
      photo={person?.cardPht}
      title={
        person && (
          <>
            {person.empName} <StatusTag type="STT" value={person.stt} />
            <StatusTag type="AUTH_FLAG" value={person.authFlag} />
          </>
        )
      }
      line={person && [person.workNo && `工号 ${person.workNo}`, person.orgName].filter(Boolean).join(' · ')}
      first={person && may(emp.update) && { label: '修改', act: () => onEdit(empNo) }}
      menu={person && menuOf(person)}
      parts={
        person && [
          { key: 'facts', label: '资料', children: <Facts person={person} /> },
          may(emparch.get) && { key: 'archive', label: '档案', children: <EmployeeArchive key={empNo} empNo={empNo} /> },
          historyTab('emp', empNo),
        ]
      }
      onClose={onClose}
    />
  )
}

const groups = drawerGroups(employeeFields, ['empNo', 'workNo', 'sex', 'brth', 'idNo', 'authTel'])

const namesOf = (named: { name: string }[]) => named.map(({ name }) => name).join('、')

function Facts({ person }: { person: Shown }) {
  const { empNo, orgs } = person
  return (
    <PersonFacts
      contract={EmployeeEx}
      name={person.empName}
      photos={person}
      facts={{
        ...shownFacts(EmployeeEx, having(employeeFields, 'drawer'), person),
        empNo: <Typography.Text copyable>{empNo}</Typography.Text>,
        idNo: <Masked value={person.idNo} call={emp.reveal} input={{ empNo, field: 'idNo' }} />,
        authTel: (
          <>
            <Masked value={person.authTel} call={emp.reveal} input={{ empNo, field: 'authTel' }} />
            <LoginPhoneNote flag={person.lgnTelFlag} />
          </>
        ),
        orgs: orgs.map(({ name }, i) => (i === 0 ? `${name}（主部门）` : name)).join('、'),
        grps: namesOf(person.grps),
        roles: namesOf(person.roles),
      }}
      groups={groups}
    />
  )
}
