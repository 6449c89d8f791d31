import { Checkbox } from 'antd'
import { filledElsewhere } from '#contract/form/initial.ts'
import { hasScore } from '#contract/form/scores.ts'
import type { Design } from '../useDesign.tsx'
import './properties.css'
import { PropertyGroup } from './PropertyLine.tsx'

/** Draws what holds for the whole form. */
export function FormSettingsEditor({ design: { columns, sets, template, setSettings } }: { design: Design }) {
  const box = (name: 'singleFlag' | 'scoreFlag', label: string, disabled = false) => (
    <Checkbox
      disabled={disabled}
      checked={sets[name] === '1'}
      onChange={({ target }) => setSettings({ [name]: target.checked ? '1' : '0' })}
    >
      {label}
    </Checkbox>
  )
  const isScored = hasScore(columns)
  return (
    <PropertyGroup title="整张表单">
      {box('singleFlag', '手机上逐题填写')}
      <p className="grey">在手机上一题一页，填好一题再到下一题；电脑上不变。</p>
      {!filledElsewhere.includes(template.typeNo) && (
        <>
          {box('scoreFlag', '提交后让填写人看到得分', !isScored && sets.scoreFlag === '0')}
          <p className="grey">
            {isScored ? '不勾选时，填写人看不到分值和得分。' : '先在单选、多选、下拉、开关或评分里勾选“计分”。'}
          </p>
        </>
      )}
    </PropertyGroup>
  )
}
