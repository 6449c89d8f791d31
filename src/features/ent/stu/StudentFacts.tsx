import { Typography } from 'antd'
import type * as z from 'zod'
import { drawerGroups, having } from '#contract/fieldList.ts'
import { Masked } from '#web/form/masked/Masked.tsx'
import { PersonFacts, shownFacts } from '#domain/people/PersonFacts.tsx'
import { Labels } from './labels/LabelField.tsx'
import { stu, StudentEx } from './stu.contract.ts'
import { studentFields } from './stu.fields.ts'

type Shown = z.output<typeof StudentEx>

const copied = (text: string | null) => text && <Typography.Text copyable>{text}</Typography.Text>

const all = drawerGroups(studentFields, [
  'path',
  'stdyNo',
  'stuNo',
  'unfStuNo',
  'wts',
  'lvDt',
  'lvRsn',
  'sex',
  'brth',
  'idNo',
  'authTel',
  'ntnl',
])
const ofLeaving: readonly string[] = ['lvDt', 'lvRsn']

/** Draws the facts of a student: photos, the place in the school, the person. */
export function StudentFacts({ student }: { student: Shown }) {
  const { stuNo } = student
  // Shows why and when a student left only of those who are away or gone.
  const isHere = !student.lvDt && !student.lvRsn
  const groups = isHere
    ? Object.fromEntries(
        Object.entries(all).map(([heading, names]) => [heading, names.filter((name) => !ofLeaving.includes(name))]),
      )
    : all
  return (
    <PersonFacts
      contract={StudentEx}
      name={student.stuName}
      photos={student}
      facts={{
        ...shownFacts(StudentEx, having(studentFields, 'drawer'), student),
        stuNo: copied(stuNo),
        stdyNo: copied(student.stdyNo),
        wts: <Labels wts={student.wts} />,
        idNo: <Masked value={student.idNo} call={stu.reveal} input={{ stuNo, field: 'idNo' }} />,
        authTel: <Masked value={student.authTel} call={stu.reveal} input={{ stuNo, field: 'authTel' }} />,
      }}
      groups={groups}
    />
  )
}
