import type { MenuProps } from 'antd'

type Act = { key: string; label: string; danger?: boolean; act: () => void }

/** Returns a menu of actions; leaves out false ones. */
export function menuOf(given: (Act | false)[]): MenuProps {
  const acts = given.filter((act) => act !== false)
  return {
    items: acts.map(({ act: _, ...item }) => item),
    onClick: ({ key }) => acts.find((act) => act.key === key)?.act(),
  }
}
