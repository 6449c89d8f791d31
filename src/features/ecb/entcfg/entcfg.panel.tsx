import { useQuery } from '@tanstack/react-query'
import { Button, Spin } from 'antd'
import { useState } from 'react'
import type * as z from 'zod'
import { tooWeak, wrongValue } from '#contract/values/settingValue.ts'
import { getcfg } from '#features/ecb/getcfg/getcfg.contract.ts'
import { query, useSend } from '#web/api/api.ts'
import { EmptyState, ReadFailed } from '#web/list/EmptyState.tsx'
import { shownValue, ValueInput } from '#web/form/inputs/ValueInput.tsx'
import { useIsPlatform, useMay } from '#web/api/me.tsx'
import { useUnsaved } from '#web/page/unsaved.ts'
import './entcfg.css'
import { enterpriseSettings, type EnterpriseSetting } from './entcfg.contract.ts'

type Setting = z.output<typeof EnterpriseSetting>

// Groups settings by the beginning of their codes.
const groups: [string, RegExp][] = [
  ['密码', /^PWD_/],
  ['导入和导出', /^(IMP|EXP|WATER)/],
  ['界面', /^(THEME|ENT_LOGO)/],
  ['其他', /^/],
]
const groupOf = ({ cfgCode }: Setting) => groups.find(([, fits]) => fits.test(cfgCode))?.[0] ?? ''

type Props = {
  entNo: string
  /** Names the enterprise in the undo notice. */
  entName?: string
  /** Names the setting to show at first. */
  requested?: string | undefined
}

/** Draws the settings of one enterprise, each in its control; saves all changes at once. */
export default function EnterpriseSettings({ entNo, entName, requested }: Props) {
  const editable = useMay()(getcfg.set)
  const { data, error, refetch } = useQuery(query(enterpriseSettings.getlist, { entNo }))
  /** Holds the new values; null: the default again. */
  const [drafts, setDrafts] = useState<ReadonlyMap<string, string | null>>(new Map())
  const save = useSend(getcfg.set, { said: () => `${entName ? `“${entName}”的` : ''}参数已设置` })
  const changed = data?.filter((one) => drafts.has(one.cfgCode)) ?? []
  const dirty = changed.length > 0
  useUnsaved(dirty)
  if (error && !data) return <ReadFailed message={error.message} onRetry={() => void refetch()} />
  if (!data) return <Spin delay={200} />
  if (data.length === 0) return <EmptyState hint="没有可以单独设置的参数" />

  const draft = ({ cfgCode, curVal, srcFlag }: Setting, value: string | null) => {
    const next = new Map(drafts)
    // Drops values that are as they were before.
    if (srcFlag === '1' ? value === curVal : value === null) next.delete(cfgCode)
    else next.set(cfgCode, value)
    setDrafts(next)
  }
  const wrong = changed.filter((one) => problemOf(one, drafts.get(one.cfgCode)))
  const submit = () => {
    const entCfgs = changed.map(({ cfgCode }) => ({ cfgCode, curVal: drafts.get(cfgCode) ?? null }))
    save.mutate({ entNo, entCfgs }, { onSuccess: () => setDrafts(new Map()) })
  }
  const shown = Map.groupBy(data, groupOf)
  return (
    <form
      className="settings"
      onSubmit={(event) => {
        event.preventDefault()
        if (dirty && wrong.length === 0) submit()
      }}
    >
      {groups.map(([title]) => {
        const settings = shown.get(title)
        return (
          settings && (
            <section key={title}>
              <h2 className="section-title">{title}</h2>
              {settings.map((one) => (
                <SettingRow
                  key={one.cfgCode}
                  setting={one}
                  isRequested={one.cfgCode === requested}
                  draft={drafts.get(one.cfgCode)}
                  editable={editable}
                  onDraft={(value) => draft(one, value)}
                />
              ))}
            </section>
          )
        )
      })}
      {editable && (
        <div className="settings-bar">
          <Button type="primary" htmlType="submit" loading={save.isPending} disabled={!dirty || wrong.length > 0}>
            保存
          </Button>
          {dirty && <Button onClick={() => setDrafts(new Map())}>还原</Button>}
          <span className="grey" aria-live="polite">
            {dirty ? `已改 ${changed.length} 项` : '保存后立即生效'}
          </span>
        </div>
      )}
    </form>
  )
}

const problemOf = (setting: Setting, draft: string | null | undefined) =>
  typeof draft === 'string'
    ? draft === ''
      ? '不能为空，可以恢复默认'
      : (wrongValue(setting, draft) ?? tooWeak(setting, draft))
    : undefined

const showIt = (row: HTMLElement | null) => row?.scrollIntoView({ block: 'center' })

type RowProps = {
  setting: Setting
  isRequested: boolean
  draft: string | null | undefined
  editable: boolean
  onDraft: (value: string | null) => void
}

function SettingRow({ setting, isRequested, draft, editable, onDraft }: RowProps) {
  const { cfgCode, cfgDesc, cfgRem, curVal, dftlVal, srcFlag, rem } = setting
  const isOwn = draft === undefined ? srcFlag === '1' : draft !== null
  const problem = problemOf(setting, draft)
  const value = draft === undefined ? curVal : (draft ?? dftlVal)
  // Spares all others the codes, by which only the platform names parameters.
  const seesCodes = useIsPlatform()
  return (
    <div className={`setting${isRequested ? ' requested' : ''}`} ref={isRequested ? showIt : undefined}>
      <div className="setting-name">
        {cfgDesc}
        <div className="grey">{[seesCodes && cfgCode, cfgRem].filter(Boolean).join('　')}</div>
        {rem && <div className="grey">备注：{rem}</div>}
      </div>
      <div className="setting-value">
        {editable ? <ValueInput kind={setting} label={cfgDesc} value={value} onChange={onDraft} /> : shownValue(setting, value)}
        {problem && (
          <div className="bad-text" role="alert">
            {problem}
          </div>
        )}
      </div>
      <div className="setting-source">
        {isOwn && <span className="tag run">本单位</span>}
        {draft !== undefined && <span className="tag wait">未保存</span>}
        {editable && isOwn && (
          <Button
            type="link"
            title={`默认：${shownValue(setting, dftlVal)}`}
            aria-label={`${cfgDesc}恢复默认`}
            onClick={() => onDraft(null)}
          >
            恢复默认
          </Button>
        )}
      </div>
    </div>
  )
}
