import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { query } from '#web/api/api.ts'
import { ChooseFirst, EmptyState } from '#web/list/EmptyState.tsx'
import { Split } from '#web/layout/Split.tsx'
import { PersonList, usePersonName } from '#features/ent/emp/person.picker.tsx'
import { empdatapwr } from './empdatapwr.contract.ts'
import { PersonScope } from './PersonScope.tsx'
import { SegmentedControl } from '#web/page/SegmentedControl.tsx'

type Props = { leave: (act: () => void) => void }

/** Draws a person, one of their roles, and what they reach through it. */
export function ByPerson({ leave }: Props) {
  const [params, setParams] = useSearchParams()
  const [msgFlag, setMsgFlag] = useState<'0' | '1'>('0')
  const empNo = params.get('empNo') ?? undefined
  const name = usePersonName(empNo)
  const { data: roles } = useQuery({ ...query(empdatapwr.getrolelist, { empNo: empNo ?? '' }), enabled: !!empNo })
  const role =
    roles?.find(({ roleNo }) => roleNo === params.get('roleNo')) ?? roles?.find(({ level }) => level !== 'whole') ?? roles?.[0]
  const go = (next: Record<string, string>) => leave(() => setParams({ way: 'person', ...next }, { replace: true }))
  return (
    <Split
      width={260}
      label={name}
      side={(close) => (
        <PersonList
          chosen={empNo}
          onChoose={(chosen) => {
            go({ empNo: chosen })
            close()
          }}
        />
      )}
    >
      {!empNo && <ChooseFirst hint="先选择员工，再勾选他通过角色能看到的范围" />}
      {empNo && roles?.length === 0 && <EmptyState hint="这名员工还没有角色，请先在角色管理里给他角色" />}
      {empNo && roles && role && (
        <>
          <h2 className="section-title">{name}</h2>
          <div className="page-tools">
            <SegmentedControl
              aria-label="角色"
              value={role.roleNo}
              onChange={(roleNo) => go({ empNo, roleNo })}
              options={roles.map(({ roleNo, roleName, dataCnt }) => ({
                value: roleNo,
                label: dataCnt > 0 ? `${roleName}（${dataCnt}）` : roleName,
              }))}
            />
            <SegmentedControl<'0' | '1'>
              aria-label="用途"
              value={msgFlag}
              onChange={(value) => leave(() => setMsgFlag(value))}
              options={[
                { value: '0', label: '能看到的范围' },
                { value: '1', label: '接收消息的范围' },
              ]}
            />
          </div>
          {msgFlag === '1' && (
            <p className="grey">勾选的班级和部门的来访、照片申请、数据体检会告诉他。只管收消息，不影响他能看到谁。</p>
          )}
          <PersonScope key={`${empNo} ${role.roleNo} ${msgFlag}`} empNo={empNo} role={role} msgFlag={msgFlag} />
        </>
      )}
    </Split>
  )
}
