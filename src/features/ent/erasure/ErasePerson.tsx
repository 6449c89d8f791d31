import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Form, Input, Radio, Select } from 'antd'
import { useState } from 'react'
import { query, useSend } from '#web/api/api.ts'
import { useDictionary } from '#web/api/dictionary.tsx'
import { useIsSchool } from '#web/api/me.tsx'
import { AppModal } from '#web/feedback/AppModal.tsx'
import { formatCount } from '#web/page/format.ts'
import { SegmentedControl } from '#web/page/SegmentedControl.tsx'
import { type ErasedKind, erasedKinds, erasure } from './erasure.contract.ts'

// Shows so many at once; more are found by another letter.
const shown = 50

/** Chooses somebody who has left, tells what there is of them, and erases it after the name was typed once more. */
export default function ErasePerson({ onClose }: { onClose: () => void }) {
  const hasPupils = useIsSchool()
  const [kind, setKind] = useState<ErasedKind>(hasPupils ? erasedKinds.stu : erasedKinds.emp)
  const [person, setPerson] = useState<{ idntVal: string; name: string }>()
  const [askBy, setAskBy] = useState<'1' | '2' | '3'>()
  const [typed, setTyped] = useState('')
  const kinds = useDictionary('ERS_KIND')
  const asking = useDictionary('ERS_ASK')
  const run = useSend(erasure.create)
  const isRight = person !== undefined && askBy !== undefined && typed.trim() === person.name
  const erase = () => {
    if (!person || !askBy) return
    void run.mutateAsync({ ersKind: kind, idntVal: person.idntVal, askBy, ersName: typed }).then(onClose, () => {})
  }
  return (
    <AppModal
      open
      className="touch"
      width={560}
      title="抹除个人信息"
      okText="抹除"
      okButtonProps={{ danger: true, disabled: !isRight }}
      cancelText="取消"
      confirmLoading={run.isPending}
      onOk={erase}
      onCancel={onClose}
    >
      <Form layout="vertical" autoComplete="off">
        {hasPupils && (
          <Form.Item label="人员类型">
            <SegmentedControl<ErasedKind>
              value={kind}
              options={kinds.map(({ infoNo, chnName }) => ({ value: infoNo as ErasedKind, label: chnName }))}
              onChange={(chosen) => {
                setKind(chosen)
                setPerson(undefined)
                setTyped('')
              }}
            />
          </Form.Item>
        )}
        <Form.Item
          label="抹除谁"
          htmlFor="erase-person"
          extra="只列已经离开的：转出、毕业或已删除的学生，没有在籍孩子的家长，停用或已删除的员工。"
        >
          <GonePeople key={kind} kind={kind} value={person?.idntVal} onChange={setPerson} />
        </Form.Item>
        {person && <WhatGoes kind={kind} idntVal={person.idntVal} />}
        <Form.Item label="谁要求的">
          <Radio.Group
            value={askBy}
            options={asking.map(({ infoNo, chnName }) => ({ value: infoNo, label: chnName }))}
            onChange={({ target }) => setAskBy(target.value as '1' | '2' | '3')}
          />
        </Form.Item>
        <Form.Item label={person ? `请输入“${person.name}”以确认` : '请输入姓名以确认'} htmlFor="erase-name">
          <Input
            id="erase-name"
            maxLength={30}
            autoComplete="off"
            disabled={!person}
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
          />
        </Form.Item>
      </Form>
    </AppModal>
  )
}

type Choosing = {
  kind: ErasedKind
  value: string | undefined
  onChange: (person: { idntVal: string; name: string } | undefined) => void
}

/** Draws the choice of somebody who has left, by name or number. */
function GonePeople({ kind, value, onChange }: Choosing) {
  const [keyWord, setKeyWord] = useState('')
  const { data, isFetching } = useQuery({
    ...query(erasure.getgone, { ersKind: kind, keyWord, pageIndex: 1, pageSize: shown }),
    placeholderData: keepPreviousData,
  })
  const people = data?.datas ?? []
  return (
    <Select
      id="erase-person"
      value={value ?? null}
      placeholder="姓名、拼音或编号"
      showSearch={{ filterOption: false, onSearch: setKeyWord }}
      loading={isFetching}
      notFoundContent={isFetching ? '正在查找……' : '没有找到已经离开的人'}
      options={people.map(({ idntVal, name, about, sttName }) => ({
        value: idntVal,
        label: [name, about, sttName].filter(Boolean).join(' · '),
      }))}
      onChange={(chosen: string) => onChange(people.find(({ idntVal }) => idntVal === chosen))}
    />
  )
}

/** Draws what an erasure would remove, so that nobody is surprised by it. */
function WhatGoes({ kind, idntVal }: { kind: ErasedKind; idntVal: string }) {
  const { data } = useQuery(query(erasure.get, { ersKind: kind, idntVal }))
  const parts = data?.map(({ what, cnt }) => `${what} ${formatCount(cnt)}`)
  return (
    <p className="bad-line" aria-live="polite">
      会抹掉姓名、证件、联系方式{parts?.map((part) => `、${part}`)}
      。抹除后不能撤销，恢复备份也不会回来；编号、谁要求的和经办人会留下。
    </p>
  )
}
