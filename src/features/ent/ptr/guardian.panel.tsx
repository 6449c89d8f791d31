import { DownOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button, Descriptions, Dropdown, Tabs, Typography } from 'antd'
import { lazy, Suspense, useState } from 'react'
import type * as z from 'zod'
import { metaOf } from '#contract/explain.ts'
import { ptrarch } from '#features/ecb/ptrarch/ptrarch.contract.ts'
import { AppDrawer } from '#web/AppModal.tsx'
import { query } from '#web/api.ts'
import { Label, StatusTag } from '#web/dictionary.tsx'
import { ReadFailed } from '#web/EmptyState.tsx'
import { formatDate, formatTime } from '#web/format.ts'
import { Masked } from '#web/Masked.tsx'
import { useMay } from '#web/me.tsx'
import { useLeaving } from '#web/useLeaving.tsx'
import { useNarrow } from '#web/useMedia.ts'
import { GuardianEx, ptr } from './ptr.contract.ts'
import { useGuardianActions } from './useGuardianActions.tsx'

const GuardianArchive = lazy(() => import('#features/ecb/ptrarch/ptrarch.panel.tsx'))

type Shown = z.output<typeof GuardianEx>
const title = (field: keyof Shown) => metaOf(GuardianEx.shape[field]).title

/** Everything about one guardian, beside the list, which stays in use. */
export default function GuardianDrawer({ ptrNo, onClose }: { ptrNo: string; onClose: () => void }) {
  const may = useMay()
  const narrow = useNarrow()
  const { data: person, error, refetch } = useQuery(query(ptr.get, { ptrNo }))
  const { leave, dialog } = useLeaving()
  const { moreOf, changePhone, dialogs } = useGuardianActions({ onGone: onClose })
  const [tab, setTab] = useState('facts')
  const menu = person && moreOf(person)
  const parts = [
    { key: 'facts', label: '资料', children: person && <Facts person={person} /> },
    ...(may(ptrarch.get)
      ? [
          {
            key: 'archive',
            label: '档案',
            children: (
              <Suspense fallback={null}>
                <GuardianArchive key={ptrNo} ptrNo={ptrNo} />
              </Suspense>
            ),
          },
        ]
      : []),
    { key: 'stus', label: `孩子 ${person?.stus.length ?? ''}`, children: person && <Children person={person} /> },
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
            {person.ptrName} <StatusTag type="STT" value={person.stt} />
            <StatusTag type="AUTH_FLAG" value={person.authFlag} />
          </span>
        ) : (
          '家长'
        )
      }
      extra={
        person && (
          <span className="row-actions">
            {changePhone && (
              <Button type="primary" onClick={() => changePhone(person)}>
                改手机
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
      {person && <Tabs activeKey={tab} onChange={(to) => leave(() => setTab(to))} destroyOnHidden items={parts} />}
      {dialogs}
      {dialog}
    </AppDrawer>
  )
}

function Facts({ person }: { person: Shown }) {
  const { ptrNo } = person
  const facts = {
    ptrNo: <Typography.Text copyable>{ptrNo}</Typography.Text>,
    authTel: <Masked value={person.authTel} call={ptr.reveal} input={{ ptrNo, field: 'authTel' }} />,
    sex: <Label type="SEX" value={person.sex} />,
    brth: formatDate(person.brth),
    idNo: <Masked value={person.idNo} call={ptr.reveal} input={{ ptrNo, field: 'idNo' }} />,
    workUnit: person.workUnit,
    rem: person.rem,
    updTm: formatTime(person.updTm),
  } satisfies Partial<Record<keyof Shown, unknown>>
  const photos = ([person.cardPht && ['证件照', person.cardPht], person.facePht && ['人脸照', person.facePht]] as const).filter(
    (photo) => !!photo,
  )
  return (
    <div className="stack">
      {photos.length > 0 && (
        <div className="photos">
          {photos.map(([name, url]) => (
            <figure key={name}>
              <img src={url} alt={`${person.ptrName}的${name}`} />
              <figcaption className="grey">{name}</figcaption>
            </figure>
          ))}
        </div>
      )}
      <Descriptions
        size="small"
        column={1}
        styles={{ label: { width: 88 } }}
        items={Object.entries(facts).map(([field, value]) => ({
          key: field,
          // The keys of the facts are fields.
          label: title(field as keyof Shown),
          children: value || '–',
        }))}
      />
    </div>
  )
}

function Children({ person: { stus } }: { person: Shown }) {
  if (stus.length === 0) return <p className="grey">还没有孩子。在学生家长关系里可以关联。</p>
  return (
    <Descriptions
      size="small"
      column={1}
      styles={{ label: { width: 120 } }}
      items={stus.map(({ stuNo, stuName, unitPath, unitName, relt, stuStt }) => ({
        key: stuNo,
        label: stuName,
        children: (
          <span className="drawer-title">
            <span>
              {unitPath ?? unitName}（<Label type="RELT" value={relt} />）
            </span>
            {stuStt !== '1' && <StatusTag type="STU_STT" value={stuStt} />}
          </span>
        ),
      }))}
    />
  )
}
