import { Select } from 'antd'
import { useDictionary } from '#web/api/dictionary.tsx'
import { everyIdentity } from './pbccfg.contract.ts'

type Props = {
  value?: string | null
  onChange?: (idntNo: string) => void
  /** Leaves out the default for all, which exists already. */
  withoutAll?: boolean
  id?: string
}

/** Returns what a default may hold for: all identities, or one of the six. */
export const useIdentityScopes = () => [
  { value: everyIdentity as string, label: '所有身份' },
  ...useDictionary('IDNT')
    .filter(({ infoNo }) => infoNo.length === 3)
    .map(({ infoNo, chnName }) => ({ value: infoNo, label: chnName })),
]

/** Chooses the identity that a default holds for. */
export function IdentityScope({ value, withoutAll = false, ...props }: Props) {
  const scopes = useIdentityScopes()
  return (
    <Select
      {...props}
      aria-label="适用身份"
      placeholder="适用身份"
      style={{ minWidth: 128 }}
      value={value ?? null}
      options={withoutAll ? scopes.slice(1) : scopes}
    />
  )
}
