import { Radio } from 'antd'
import { useState } from 'react'
import { ResourceScope, ShareState } from '#domain/resources/resources.contract.ts'
import { AppModal } from '#web/feedback/AppModal.tsx'
import { useSend } from '#web/api/api.ts'
import { StatusTag } from '#web/api/dictionary.tsx'
import { type ScopeNo, useResourcePlaces } from '#features/res/rescls/rescls.picker.tsx'
import { res } from '../res.contract.ts'
import type { Row } from '../resourceWords.tsx'
import '../resources.css'

type Share = ReturnType<typeof useResourcePlaces>['shares'][number]

/** Describes who sees a resource that is shared so, and whether it is reviewed before. */
const wordsOf = ({ scope, entName, revwFlag }: Share) => {
  const who = scope === ResourceScope.bureau ? `${entName}和它下面的单位` : '平台上的所有单位'
  return revwFlag === '1' ? `${who}可以看到，先由${entName}审核` : `${who}可以看到，立即生效`
}

type FieldProps = { value: ScopeNo; onChange: (scope: ScopeNo) => void }

/** Chooses how far a resource is seen. */
export function ScopeField({ value, onChange }: FieldProps) {
  const { shares } = useResourcePlaces()
  const options = [
    { scope: ResourceScope.own, name: '仅本单位', words: '本单位有资源权限的人可以看到' },
    ...shares.map((share) => ({
      scope: share.scope,
      name: share.scope === ResourceScope.bureau ? '本区' : '公共',
      words: wordsOf(share),
    })),
  ]
  return (
    <Radio.Group
      className="scope-field"
      aria-label="可见范围"
      value={value}
      onChange={({ target }) => onChange(target.value as ScopeNo)}
    >
      {options.map(({ scope, name, words }) => (
        <Radio key={scope} value={scope}>
          {name} <span className="grey">{words}</span>
        </Radio>
      ))}
    </Radio.Group>
  )
}

/** Shares a resource with others, or takes it back. */
export default function ShareModal({ row, onClose }: { row: Row; onClose: () => void }) {
  const [scope, setScope] = useState<ScopeNo>(row.scope)
  const { mutate, isPending } = useSend(res.setscope, { said: () => `“${row.resName}”的共享已设置` })
  const isAgain = scope === row.scope && row.shrStt === ShareState.refused
  const save = () =>
    scope === row.scope && !isAgain ? onClose() : mutate({ resNo: row.resNo, ver: row.ver, scope }, { onSuccess: onClose })
  return (
    <AppModal
      open
      className="touch"
      title={`“${row.resName}”的共享设置`}
      okText={isAgain ? '再次提交审核' : '保存'}
      cancelText="取消"
      confirmLoading={isPending}
      onOk={save}
      onCancel={onClose}
    >
      {row.scope !== ResourceScope.own && (
        <p>
          现在：
          <StatusTag type="RES_SHR" value={row.shrStt} />
          {row.answer && ` ${row.answer}`}
        </p>
      )}
      <ScopeField value={scope} onChange={setScope} />
    </AppModal>
  )
}
