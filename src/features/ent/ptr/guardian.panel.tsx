import { useQuery } from '@tanstack/react-query'
import { Typography } from 'antd'
import type * as z from 'zod'
import { drawerGroups, having } from '#contract/fieldList.ts'
import { ptrarch } from '#features/ecb/ptrarch/ptrarch.contract.ts'
import { query } from '#web/api/api.ts'
import { Label, StatusTag } from '#web/api/dictionary.tsx'
import { FactList } from '#web/page/FactList.tsx'
import { Masked } from '#web/form/masked/Masked.tsx'
import { historyTab } from '#web/history/historyTab.tsx'
import { useMay } from '#web/api/me.tsx'
import { LoginPhoneNote } from '#domain/people/LoginPhoneNote.tsx'
import { PersonDrawer } from '#domain/people/PersonDrawer.tsx'
import { PersonFacts, shownFacts } from '#domain/people/PersonFacts.tsx'
import { GuardianEx, ptr } from './ptr.contract.ts'
import { guardianFields } from './ptr.fields.ts'
import { useGuardianActions } from './useGuardianActions.tsx'
import { lazyPage } from '#web/feedback/lazyPart.tsx'

const GuardianArchive = lazyPage(() => import('#features/ecb/ptrarch/ptrarch.panel.tsx'))

const GuardianPhotos = lazyPage(() => import('./photos/GuardianPhotos.tsx'))

type Shown = z.output<typeof GuardianEx>

/** Draws everything about one guardian, beside the list, which stays in use. */
export default function GuardianDrawer({ ptrNo, onClose }: { ptrNo: string; onClose: () => void }) {
  const may = useMay()
  const read = useQuery(query(ptr.get, { ptrNo }))
  const { moreOf, changePhone, dialogs } = useGuardianActions({ onGone: onClose })
  const person = read.data
  return (
    <>
      <PersonDrawer
        kind="家长"
        read={read}
        name={read.data?.ptrName}
        photo={read.data?.cardPht}
        line={person?.stus.map(({ stuName, unitName }) => `${stuName} ${unitName}`).join('、')}
        title={
          person && (
            <>
              {person.ptrName} <StatusTag type="STT" value={person.stt} />
              <StatusTag type="AUTH_FLAG" value={person.authFlag} />
            </>
          )
        }
        first={person && changePhone && { label: '改手机', act: () => changePhone(person) }}
        menu={person && moreOf(person)}
        parts={
          person && [
            { key: 'facts', label: '资料', children: <Facts person={person} /> },
            may(ptrarch.get) && { key: 'archive', label: '档案', children: <GuardianArchive key={ptrNo} ptrNo={ptrNo} /> },
            { key: 'photos', label: '照片', children: <GuardianPhotos key={ptrNo} person={person} /> },
            { key: 'stus', label: `孩子 ${person.stus.length}`, children: <Children person={person} /> },
            historyTab('ptr', ptrNo),
          ]
        }
        onClose={onClose}
      />
      {dialogs}
    </>
  )
}

const groups = drawerGroups(guardianFields, ['authTel', 'workUnit', 'ptrNo', 'sex', 'brth', 'idNo'])

function Facts({ person }: { person: Shown }) {
  const { ptrNo } = person
  return (
    <PersonFacts
      contract={GuardianEx}
      name={person.ptrName}
      photos={person}
      facts={{
        ...shownFacts(GuardianEx, having(guardianFields, 'drawer'), person),
        authTel: (
          <>
            <Masked value={person.authTel} call={ptr.reveal} input={{ ptrNo, field: 'authTel' }} />
            <LoginPhoneNote flag={person.lgnTelFlag} />
          </>
        ),
        ptrNo: <Typography.Text copyable>{ptrNo}</Typography.Text>,
        idNo: <Masked value={person.idNo} call={ptr.reveal} input={{ ptrNo, field: 'idNo' }} />,
      }}
      groups={groups}
    />
  )
}

function Children({ person: { stus } }: { person: Shown }) {
  if (stus.length === 0) return <p className="grey">还没有孩子。在学生家长关系里可以关联。</p>
  return (
    <FactList
      items={stus.map(({ stuNo, stuName, unitPath, unitName, relt, stuStt }) => [
        stuName,
        <span key={stuNo} className="drawer-title">
          <span>
            {unitPath ?? unitName}（<Label type="RELT" value={relt} />）
          </span>
          {stuStt !== '1' && <StatusTag type="STU_STT" value={stuStt} />}
        </span>,
      ])}
    />
  )
}
