import { useState } from 'react'
import type * as z from 'zod'
import { wrongValue } from '#contract/values/settingValue.ts'
import { EnterprisesPicker } from '#features/ecb/ent/enterprises.picker.tsx'
import type { Setting } from '#features/ecb/pbccfg/pbccfg.contract.ts'
import { query, useSend } from '#web/api/api.ts'
import { shownValue, ValueInput } from '#web/form/inputs/ValueInput.tsx'
import { formatCount } from '#web/page/format.ts'
import { enterpriseSettings, type SettingHolder } from './entcfg.contract.ts'

type Row = z.output<typeof SettingHolder>

/** Draws one value for many enterprises: the value above, the enterprises below. */
export function SetMany({ setting, onClose }: { setting: z.output<typeof Setting>; onClose: () => void }) {
  const { cfgCode, cfgDesc } = setting
  const [value, setValue] = useState('')
  const save = useSend(enterpriseSettings.createcfgent, {
    said: ({ datas }) => `${formatCount(datas.length)} 个企业的“${cfgDesc}”已设置`,
  })
  const wrong = value === '' ? undefined : wrongValue(setting, value)
  return (
    <EnterprisesPicker
      title={`批量设置“${cfgDesc}”`}
      verb="设置"
      read={(keyWord) => query(enterpriseSettings.getentforset, { cfgCode, keyWord })}
      column={{
        key: 'curVal',
        dataIndex: 'curVal',
        title: '当前值',
        width: 160,
        render: (curVal: string, { srcFlag }: Row) => (
          <>
            {shownValue(setting, curVal)} {srcFlag === '0' && <span className="grey">默认</span>}
          </>
        ),
      }}
      disabled={value === '' || wrong !== undefined}
      onPick={(entNos) => save.mutateAsync({ datas: entNos.map((entNo) => ({ entNo, cfgCode, curVal: value })) })}
      onClose={onClose}
    >
      <div className="value-line first-focus">
        <span>设置为</span>
        <ValueInput kind={setting} label={cfgDesc} value={value} onChange={setValue} />
      </div>
      {wrong && (
        <div className="bad-text" role="alert">
          {wrong}
        </div>
      )}
    </EnterprisesPicker>
  )
}
